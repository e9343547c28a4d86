import { useEffect, useState } from "preact/hooks";
import { useAsking } from "../asking";
import { Blocks } from "../blocks";
import { desk } from "../desk";
import { Problem, SelectField, TextField } from "../fields";
import type { DeskFacts, StoreAnswer } from "../messages";

const OF_ONE = ["opponents", "graph", "sessions"];
const EXAMPLE = "3-bet pots, out of position, faced a turn bet > 60 %";

/** Reports of a store: of everybody or one player, of all hands or those that words describe. */
export function StorePage({ facts }: { facts: DeskFacts }) {
  const stores = facts.stores ?? [];
  const [store, setStore] = useState(stores[0]?.name ?? "");
  const [report, setReport] = useState("position");
  const [player, setPlayer] = useState("");
  const [where, setWhere] = useState("");
  const asked = useAsking<StoreAnswer>();
  const lacks = OF_ONE.includes(report) && player.trim() === "";
  const look = () => void asked.ask(() => desk.report_store({ store, report, player, where }));
  useEffect(() => {
    if (store && !lacks) look();
  }, [store, report]);
  return (
    <>
      <h1>{stores.length > 1 ? "Stores" : `Store ${stores[0]?.title ?? ""}`}</h1>
      <form
        class="panel columns"
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
      >
        {stores.length > 1 && (
          <SelectField label="Store" value={store} onChange={setStore}>
            {stores.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField label="Report" value={report} onChange={setReport}>
          {(facts.reports ?? []).map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Player"
          value={player}
          onChange={setPlayer}
          hint={lacks ? "This report is of one player: say who." : "Everybody, when it is empty."}
        />
        <TextField
          label="Which hands"
          value={where}
          onChange={setWhere}
          placeholder={EXAMPLE}
          hint="Phrases with commas between them; all hands, when it is empty."
        />
        <div class="actions">
          <button type="submit" disabled={asked.waiting || lacks}>
            {asked.waiting ? "Looking …" : "Show"}
          </button>
        </div>
        <Problem text={asked.problem} />
      </form>
      <div aria-live="polite" aria-busy={asked.waiting}>
        {asked.answer && <Blocks blocks={asked.answer.blocks} />}
      </div>
    </>
  );
}
