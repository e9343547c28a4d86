// The links of a table: the invitation for everybody, and one's own, which nobody else may have.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { drawQr, makeQr } from "./qr";
import type { Wish } from "./socket";

type Send = (wish: Wish) => void;

const COPIED_SHOWN = 3000;

/** A private link that the server made: the person it is for, and its secret. */
export interface SecretLink {
  person: string;
  seat: string;
}

/** A link in a field, with a button that copies it. */
export function CopyLink({ link, label }: { link: string; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Pages without TLS have no clipboard: the link is marked, to be copied by hand.
      field.current?.focus();
      field.current?.select();
    }
  };
  return (
    <div class="copy-link">
      <input
        ref={field}
        type="text"
        readOnly
        value={link}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}

/** The invitation: anybody who has it can watch and sit down. */
export function Invitation({ code }: { code: string }) {
  const link = `${window.location.origin}/t/${code}`;
  const rows = useMemo(() => makeQr(link), [link]);
  return (
    <details class="invitation">
      <summary>Invite others</summary>
      <CopyLink link={link} label="Link of this table" />
      {rows && (
        <svg
          class="qr"
          viewBox={`-4 -4 ${rows.length + 8} ${rows.length + 8}`}
          role="img"
          aria-label={`QR code of ${link}`}
        >
          <rect x={-4} y={-4} width={rows.length + 8} height={rows.length + 8} fill="white" />
          <path d={drawQr(rows)} fill="black" />
        </svg>
      )}
    </details>
  );
}

/** The private link, which moves one's own seat to another browser. */
export function PrivateLink(props: {
  code: string;
  person: string;
  made: SecretLink | null;
  send: Send;
}) {
  const { code, person, made, send } = props;
  return (
    <details class="invitation">
      <summary>Play on another device</summary>
      {made?.person === person ? (
        <>
          <CopyLink link={makeLink(code, made)} label="Your private link" />
          <p class="hint">
            Keep this link private: it moves your seat to the browser that opens it. It works once.
          </p>
        </>
      ) : (
        <button type="button" onClick={() => send({ t: "link" })}>
          Make a private link
        </button>
      )}
    </details>
  );
}

/** The address of a private link. */
export function makeLink(code: string, made: SecretLink): string {
  return `${window.location.origin}/t/${code}?seat=${encodeURIComponent(made.seat)}`;
}
