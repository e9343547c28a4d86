import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAsking } from "../asking";
import { Blocks } from "../blocks";
import { desk } from "../desk";
import { CheckField, GameField, Problem, SelectField, TextField } from "../fields";
import type { Answer, DeskFacts } from "../messages";
import { RangeGrid } from "../range";
import { writeRoute } from "../route";

const MAX_PLAYERS = 10;

interface Props {
  facts: DeskFacts;
  values: Record<string, string>;
}

/** A form, and what comes of it below. The address has what was asked. */
function Calculator({
  name,
  values,
  ask,
  children,
}: {
  name: string;
  values: Record<string, string | undefined>;
  ask: () => Promise<Answer>;
  children: ComponentChildren;
}) {
  const asked = useAsking<Answer>();
  return (
    <div class="calculator">
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          history.replaceState(null, "", writeRoute("calculators", [name], values));
          void asked.ask(ask);
        }}
      >
        {children}
        <div class="actions">
          <button type="submit" class="main" disabled={asked.waiting}>
            {asked.waiting ? "Calculating …" : "Calculate"}
          </button>
        </div>
        <Problem text={asked.problem} />
      </form>
      <div class="panel answer" aria-live="polite" aria-busy={asked.waiting}>
        {asked.answer ? (
          <Blocks blocks={asked.answer.blocks} />
        ) : (
          <p class="words-low">The answer comes here.</p>
        )}
      </div>
    </div>
  );
}

function Equity({ facts, values }: Props) {
  const [players, setPlayers] = useState((values.players ?? "AsKs|QQ+, AKs").split("|"));
  const [board, setBoard] = useState(values.board ?? "");
  const [dead, setDead] = useState(values.dead ?? "");
  const [game, setGame] = useState(values.game ?? "holdem");
  const [heat, setHeat] = useState(values.heat === "yes");
  const [painted, setPainted] = useState<number | null>(null);
  const set = (place: number, text: string) =>
    setPlayers((before) => before.map((one, other) => (other === place ? text : one)));
  return (
    <Calculator
      name="equity"
      values={{ players: players.join("|"), board, dead, game, heat: heat ? "yes" : "" }}
      ask={() => desk.equity({ players, board, dead, game, heat })}
    >
      <GameField games={facts.games} value={game} onChange={setGame} />
      {players.map((player, place) => (
        <div class="player" key={place}>
          <TextField
            label={`Player ${place + 1}`}
            value={player}
            placeholder="AsKs, or QQ+, AKs:0.5, or random"
            onChange={(text) => set(place, text)}
          />
          <button
            type="button"
            class="quiet"
            aria-expanded={painted === place}
            onClick={() => setPainted(painted === place ? null : place)}
          >
            Grid
          </button>
          {players.length > 2 && (
            <button
              type="button"
              class="quiet"
              aria-label={`Remove player ${place + 1}`}
              onClick={() => setPlayers(players.filter((_, other) => other !== place))}
            >
              ×
            </button>
          )}
          {painted === place && <RangeGrid text={player} onText={(text) => set(place, text)} />}
        </div>
      ))}
      {players.length < MAX_PLAYERS && (
        <button type="button" class="quiet" onClick={() => setPlayers([...players, "random"])}>
          Add a player
        </button>
      )}
      <TextField label="Board" value={board} placeholder="Qs7h2c" onChange={setBoard} />
      <TextField label="Dead cards" value={dead} onChange={setDead} />
      <CheckField label="Heat map of the next card" value={heat} onChange={setHeat} />
    </Calculator>
  );
}

function Odds({ facts, values }: Props) {
  const [hand, setHand] = useState(values.hand ?? "AhKh");
  const [board, setBoard] = useState(values.board ?? "QhJh2c");
  const [dead, setDead] = useState(values.dead ?? "");
  const [game, setGame] = useState(values.game ?? "holdem");
  return (
    <Calculator
      name="odds"
      values={{ hand, board, dead, game }}
      ask={() => desk.odds({ hand, board, dead, game })}
    >
      <GameField games={facts.games} value={game} onChange={setGame} />
      <TextField label="Hand" value={hand} hint="Cards, or a range" onChange={setHand} />
      <TextField label="Board" value={board} onChange={setBoard} />
      <TextField label="Dead cards" value={dead} onChange={setDead} />
    </Calculator>
  );
}

function Icm({ values }: Props) {
  const [stacks, setStacks] = useState(values.stacks ?? "5000, 3000, 2000");
  const [payouts, setPayouts] = useState(values.payouts ?? "50, 30, 20");
  const [bounties, setBounties] = useState(values.bounties ?? "");
  const [unit, setUnit] = useState(values.unit ?? "1");
  return (
    <Calculator
      name="icm"
      values={{ stacks, payouts, bounties, unit }}
      ask={() => desk.icm({ stacks, payouts, bounties, unit })}
    >
      <TextField label="Stacks" value={stacks} hint="With commas" onChange={setStacks} />
      <TextField label="Prizes" value={payouts} hint="The first one first" onChange={setPayouts} />
      <TextField
        label="Bounties"
        value={bounties}
        hint="One for all, or one for each player"
        onChange={setBounties}
      />
      <TextField
        label="A deal to the nearest"
        value={unit}
        hint="Empty for no deal"
        onChange={setUnit}
      />
    </Calculator>
  );
}

function Evaluate({ facts, values }: Props) {
  const [hands, setHands] = useState(values.hands ?? "AsKs, QdQh");
  const [board, setBoard] = useState(values.board ?? "QsJsTs2c3d");
  const [ranking, setRanking] = useState(values.ranking ?? "high");
  const [use, setUse] = useState(values.use ?? "");
  return (
    <Calculator
      name="hands"
      values={{ hands, board, ranking, use }}
      ask={() => desk.evaluate({ hands: hands.split(","), board, rankings: [ranking], use })}
    >
      <TextField label="Hands" value={hands} hint="With commas" onChange={setHands} />
      <TextField label="Board" value={board} onChange={setBoard} />
      <SelectField label="Ranking" value={ranking} onChange={setRanking}>
        {facts.rankings.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title} ({one.name})
          </option>
        ))}
      </SelectField>
      <TextField
        label="Hole and board cards"
        value={use}
        hint="Such as 2+3 in Omaha; empty for any"
        onChange={setUse}
      />
    </Calculator>
  );
}

const PAGES = { equity: Equity, odds: Odds, icm: Icm, hands: Evaluate };
const TITLES = { equity: "Equity", odds: "Odds", icm: "ICM and deals", hands: "Hands" };
type Name = keyof typeof PAGES;

export function CalculatorsPage({ name, facts, values }: Props & { name: string }) {
  const chosen: Name = name in PAGES ? (name as Name) : "equity";
  const Page = PAGES[chosen];
  return (
    <>
      <h1>Calculators</h1>
      <nav class="tabs" aria-label="Calculators">
        {(Object.keys(PAGES) as Name[]).map((one) => (
          <a
            key={one}
            href={writeRoute("calculators", [one])}
            aria-current={one === chosen ? "page" : undefined}
          >
            {TITLES[one]}
          </a>
        ))}
      </nav>
      <Page key={chosen} facts={facts} values={values} />
    </>
  );
}
