import { useState } from "preact/hooks";
import { useAsking } from "../asking";
import { Blocks } from "../blocks";
import { desk, placeOf } from "../desk";
import { CheckField, Problem, SelectField, TextField } from "../fields";
import type { ConvertAnswer, DeskFacts, HandsPage } from "../messages";
import { DropPlace, FileList } from "../shelf";
import { useShelf } from "../watching";

interface Props {
  shelf: string;
  facts: DeskFacts;
  onShelf: (shelf: string) => void;
}

export function ConvertPage({ shelf, facts, onShelf }: Props) {
  const { page, look } = useShelf(shelf);
  return (
    <>
      <h1>Convert</h1>
      <DropPlace
        shelf={shelf}
        facts={facts}
        onShelf={onShelf}
        onDropped={look}
        small={hasFiles(page)}
      />
      {page && <FileList files={page.files} />}
      {page && hasFiles(page) && <Form shelf={shelf} facts={facts} page={page} />}
    </>
  );
}

function hasFiles(page: HandsPage | null): boolean {
  return page !== null && page.files.length > 0;
}

function Form({ shelf, facts, page }: { shelf: string; facts: DeskFacts; page: HandsPage }) {
  const [target, setTarget] = useState(facts.targets[0] ?? "phh");
  const [hero, setHero] = useState("");
  const [onlyHero, setOnlyHero] = useState(false);
  const [anonymize, setAnonymize] = useState(false);
  const [key, setKey] = useState("");
  const [zone, setZone] = useState("");
  const asked = useAsking<ConvertAnswer>();
  const made = asked.answer;
  return (
    <>
      <form
        class="panel columns"
        onSubmit={(event) => {
          event.preventDefault();
          void asked.ask(() =>
            desk.convert({
              shelf,
              target,
              hero,
              only_hero: onlyHero && hero !== "",
              anonymize,
              key: anonymize ? key : "",
              time_zone: zone.trim(),
            }),
          );
        }}
      >
        <SelectField label="To" value={target} onChange={setTarget}>
          {facts.targets.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <SelectField label="Hero" value={hero} onChange={setHero}>
          <option value="">Nobody</option>
          {page.players.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Time zone"
          value={zone}
          placeholder="Europe/Paris"
          hint="Empty for that of the hands"
          onChange={setZone}
        />
        {hero && (
          <CheckField label="Only the hero's hands" value={onlyHero} onChange={setOnlyHero} />
        )}
        <CheckField label="Give players other names" value={anonymize} onChange={setAnonymize} />
        {anonymize && (
          <TextField
            label="Key"
            value={key}
            hint="With one key, a player has one name in all files"
            onChange={setKey}
          />
        )}
        <div class="actions">
          <button type="submit" class="main" disabled={asked.waiting || page.reading}>
            {asked.waiting ? "Converting …" : page.reading ? "Files are read …" : "Convert"}
          </button>
        </div>
        <Problem text={asked.problem} />
      </form>
      <div class="panel" aria-live="polite" aria-busy={asked.waiting}>
        {made ? (
          <>
            <p class="words-strong">{made.said}</p>
            {made.place && (
              <p>
                <a class="main" href={placeOf(shelf, made.place, made.name ?? "hands")} download>
                  Save {made.name} ({made.size})
                </a>
              </p>
            )}
            <Blocks blocks={made.blocks} />
          </>
        ) : (
          <p class="words-low">What became of the hands comes here.</p>
        )}
      </div>
    </>
  );
}
