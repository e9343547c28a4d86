// The shelf: files that were dropped, and how far each is read.
import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import { dropFile, explain, makeShelf } from "./desk";
import { Problem } from "./fields";
import type { DeskFacts, FileFacts } from "./messages";

interface DropProps {
  shelf: string;
  facts: DeskFacts;
  onShelf: (shelf: string) => void;
  onDropped: () => void;
  small?: boolean;
}

/** A place to drop files on, or to choose them. */
export function DropPlace({ shelf, facts, onShelf, onDropped, small }: DropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  const take = async (chosen: FileList | null) => {
    // The list becomes empty when the field does, which is at once.
    const files = [...(chosen ?? [])];
    if (files.length === 0) return;
    setProblem("");
    try {
      const name = shelf || (await makeShelf());
      const failed: string[] = [];
      let place = 0;
      for (const file of files) {
        place += 1;
        setSaid(`${file.name}, ${place} of ${files.length}`);
        try {
          await dropFile(name, file);
        } catch (error) {
          failed.push(`${file.name}: ${explain(error)}`);
        }
        if (name !== shelf) onShelf(name);
        onDropped();
      }
      setProblem(failed.join("; "));
    } catch (error) {
      setProblem(explain(error));
    }
    setSaid("");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same
    <div
      class={`drop${over ? " over" : ""}${small ? " small" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files ?? null);
      }}
    >
      {!small && <p class="large">Drop hand histories here</p>}
      <p>
        <button
          type="button"
          class={small ? "quiet" : "main"}
          onClick={() => input.current?.click()}
        >
          {small ? "Add files" : "Choose files"}
        </button>
        <input
          ref={input}
          type="file"
          multiple
          class="hidden"
          tabIndex={-1}
          aria-label="Files of hands"
          onChange={(event) => {
            void take(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />{" "}
        <span role="status">{said && `Taking ${said} …`}</span>
      </p>
      {!small && (
        <p class="words-low">
          {[...facts.formats, "solutions of the solver"].map((format, place, all) => (
            <Fragment key={format}>
              <span class="token">
                {format}
                {place < all.length - 1 ? " ·" : "."}
              </span>{" "}
            </Fragment>
          ))}
          <br />
          Also in archives (zip, gzip). Up to {facts.most_packed} a file, {facts.most_unpacked}{" "}
          unpacked. Nothing leaves this computer.
        </p>
      )}
      <Problem text={problem} />
    </div>
  );
}

const STATES = {
  arriving: "arriving …",
  waiting: "waiting",
  reading: "reading …",
  read: "",
  failed: "failed:",
};
// Files that have no hands of their own.
const WITHOUT_HANDS = new Set(["solution", "zip"]);

/** The files of the shelf. */
export function FileList({ files }: { files: FileFacts[] }) {
  if (files.length === 0) return null;
  const hands = files.reduce((sum, file) => sum + (file.hands ?? 0), 0);
  return (
    <details class="files" open={files.length < 4 || files.some((file) => file.state === "failed")}>
      <summary>
        {files.length === 1 ? "1 file" : `${files.length} files`}
        <span class="hidden"> with {hands} hands</span>
      </summary>
      <ul>
        {files.map((file) => (
          <li key={file.number}>
            <strong>{file.name}</strong>{" "}
            <span class="words-low">
              {file.size}
              {file.format && `, ${file.format}`}
              {!WITHOUT_HANDS.has(file.format ?? "") &&
                file.state !== "failed" &&
                `, ${file.hands === 1 ? "1 hand" : `${file.hands ?? 0} hands`}`}
              {file.skipped ? `, ${file.skipped} skipped` : ""} {STATES[file.state]}
            </span>
            {file.problem && <span class="problem"> {file.problem}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
