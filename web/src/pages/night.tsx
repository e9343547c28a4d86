import { useEffect, useState } from "preact/hooks";
import { useAsking } from "../asking";
import { Blocks } from "../blocks";
import { desk, placeOf } from "../desk";
import { Problem, TextField } from "../fields";
import type { DeskFacts, NightAnswer } from "../messages";
import { writeRoute } from "../route";
import { DropPlace, FileList } from "../shelf";
import { useShelf } from "../watching";

interface Props {
  shelf: string;
  facts: DeskFacts;
  onShelf: (shelf: string) => void;
}

export function NightPage({ shelf, facts, onShelf }: Props) {
  const { page, look } = useShelf(shelf);
  const asked = useAsking<NightAnswer>();
  const [title, setTitle] = useState("");
  const night = asked.answer;
  const hands = page && !page.reading ? page.total : 0;
  useEffect(() => {
    if (hands > 0) void asked.ask(() => desk.sum_up({ shelf, title }));
  }, [shelf, hands, asked.ask]);
  const hasFiles = page !== null && page.files.length > 0;
  return (
    <>
      <h1>{night ? night.title : "Night"}</h1>
      <DropPlace shelf={shelf} facts={facts} onShelf={onShelf} onDropped={look} small={hasFiles} />
      {page && <FileList files={page.files} />}
      {hasFiles && (
        <form
          class="panel columns"
          onSubmit={(event) => {
            event.preventDefault();
            void asked.ask(() => desk.sum_up({ shelf, title }));
          }}
        >
          <TextField label="What the night is called" value={title} onChange={setTitle} />
          <div class="actions">
            <button type="submit" disabled={asked.waiting || hands === 0}>
              {asked.waiting ? "Summing up …" : "Sum up"}
            </button>
            {night?.place && (
              <a
                class="main"
                href={placeOf(shelf, night.place, night.name ?? "night.html")}
                download
              >
                Save the page
              </a>
            )}
          </div>
          <Problem text={asked.problem} />
        </form>
      )}
      <div aria-live="polite" aria-busy={asked.waiting}>
        {night && (
          <Blocks blocks={night.blocks} link={(hand) => writeRoute("hand", [shelf, hand])} />
        )}
      </div>
    </>
  );
}
