// Answers: words, tables, pictures and code, one below the other.
import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { Block, Code, Picture, TableBlock } from "./messages";

/** Put a text where it can be pasted from. */
function CopyButton({ text }: { text: string }) {
  const [done, setDone] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => setDone(true),
      () => setDone(false),
    );
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      {done ? "Copied" : "Copy"}
    </button>
  );
}

export function CodeView({ block }: { block: Code }) {
  return (
    <figure class="code">
      <figcaption>
        {block.label} <CopyButton text={block.text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wide is moved by keys as well */}
      <pre tabIndex={0}>
        <code>
          {block.label === "Command"
            ? block.text.split("\n").map((line) => <CommandLine key={line} text={line} />)
            : block.text}
        </code>
      </pre>
    </figure>
  );
}

/** A command, whose words stay whole where there is room for them. */
function CommandLine({ text }: { text: string }) {
  return (
    <div>
      {text.split(" ").map((word, place) => (
        <Fragment key={place}>
          {place > 0 && " "}
          <span class="token">{word}</span>
        </Fragment>
      ))}
    </div>
  );
}

function TableBlockView({ block, link }: { block: TableBlock; link?: (hand: number) => string }) {
  const hands = block.hands ?? [];
  return (
    <>
      <h2>{block.title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wide is moved by keys as well */}
      <section class="wide" aria-label={block.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {block.headings.map((heading, column) => (
                <th scope="col" key={column} class={block.numeric[column] ? "number" : ""}>
                  {heading || <span class="hidden">Remark</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, place) => {
              const hand = hands[place];
              return (
                <tr key={place}>
                  {row.map((cell, column) => (
                    <td key={column} class={block.numeric[column] ? `number ${sign(cell)}` : ""}>
                      {column === 0 && hand && link ? (
                        <a href={link(hand)} aria-label={`Replay the hand of place ${cell}`}>
                          {cell} ▶
                        </a>
                      ) : (
                        cell
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** What is won and what is lost look different. */
function sign(cell: string): string {
  return cell.startsWith("+") ? "won" : cell.startsWith("-") ? "lost" : "";
}

/** A picture of the server's: as an image it can run nothing and load nothing. */
function PictureView({ block }: { block: Picture }) {
  const write = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return (
    <figure class="picture">
      {block.headed && <figcaption>{block.title}</figcaption>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wide is moved by keys as well */}
      <section class="wide" aria-label={`${block.title}, a picture`} tabIndex={0}>
        <picture>
          {block.narrow && <source media="(max-width: 640px)" srcset={write(block.narrow)} />}
          <img src={write(block.svg)} alt={block.summary} style={{ width: `${block.width}px` }} />
        </picture>
      </section>
    </figure>
  );
}

function BlockView({ block, link }: { block: Block; link?: (hand: number) => string }) {
  switch (block.type) {
    case "words":
      return block.tone === "heading" ? (
        <h2>{block.text}</h2>
      ) : (
        <p class={`words-${block.tone ?? "plain"}`}>{block.text}</p>
      );
    case "table":
      return <TableBlockView block={block} link={link} />;
    case "picture":
      return <PictureView block={block} />;
    case "code":
      return <CodeView block={block} />;
  }
}

export function Blocks({ blocks, link }: { blocks: Block[]; link?: (hand: number) => string }) {
  return (
    <div class="blocks">
      {blocks.map((block, place) => (
        <BlockView key={place} block={block} link={link} />
      ))}
    </div>
  );
}
