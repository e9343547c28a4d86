// The rules of a game, when somebody wants to read them.
import { useEffect, useState } from "preact/hooks";

export function Rules({ address }: { address: string }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  useEffect(() => {
    if (!isOpen) return;
    fetch(address)
      .then(async (answer) =>
        setText(answer.ok ? await answer.text() : "Nobody has written the rules down."),
      )
      .catch(() => setText("The server does not answer."));
  }, [isOpen, address]);
  const [, ...paragraphs] = text.split(/\n\n+/);
  return (
    <details class="rules" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Rules</summary>
      {(paragraphs.length > 0 ? paragraphs : [text]).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </details>
  );
}
