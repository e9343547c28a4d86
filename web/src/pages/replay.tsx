import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAsking } from "../asking";
import { CodeView } from "../blocks";
import { desk, explain } from "../desk";
import { Problem, SelectField, TextField } from "../fields";
import { readKey } from "../keys";
import type { ExportQuestion, Replay, StreetEquities, StreetEquity } from "../messages";
import { readRoute, writeRoute } from "../route";
import { save, savePng } from "../saving";
import { countRows, LineView, TableView } from "../table";

const SPEEDS = [0.5, 1, 2, 4];
const PAUSE = 1200;
const KEYS: [string, string][] = [
  ["← →", "the step before, the next step"],
  ["↑ ↓", "the hand before, the next hand"],
  ["Home End", "the beginning, the end"],
  ["Space", "play, stop"],
  ["1 to 9", "the street"],
  ["+ −", "quicker, slower"],
  ["S", "show all cards, or what a player saw"],
  ["B", "chips, or big blinds"],
  ["?", "these keys"],
];

// Signs are paths of our own: not every machine has letters for them.
const SIGNS = {
  first: "M3 4h3v12H3zM17 4v12L7 10z",
  before: "M15 4v12L5 10z",
  play: "M5 3v14l12-7z",
  stop: "M4 4h4v12H4zM12 4h4v12h-4z",
  next: "M5 4v12l10-6z",
  last: "M14 4h3v12h-3zM3 4v12l10-6z",
};

function Sign({ name }: { name: keyof typeof SIGNS }) {
  return (
    <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
      <path d={SIGNS[name]} />
    </svg>
  );
}

interface Props {
  shelf: string;
  hand: number;
  step: number;
  viewer: number | null;
  unit: Unit;
}

type Unit = NonNullable<ExportQuestion["unit"]>;

export function ReplayPage({ shelf, hand, step: first, viewer: seen, unit: written }: Props) {
  const asked = useAsking<Replay>();
  const equities = useAsking<StreetEquities>();
  const [step, setStep] = useState(first);
  const [viewer, setViewer] = useState<number | null>(seen);
  const [unit, setUnit] = useState<Unit>(written);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [help, setHelp] = useState(false);
  const replay = asked.answer;
  const count = replay?.frames.length ?? 1;
  const place = Math.min(Math.max(step, 0), count - 1);
  const frame = replay?.frames[place];

  // Another address is another step, also of the same hand.
  useEffect(() => setStep(first), [first]);
  useEffect(() => setViewer(seen), [seen]);
  useEffect(() => setUnit(written), [written]);
  useEffect(() => {
    void asked.ask(() => desk.replay({ shelf, hand, viewer, unit }));
  }, [shelf, hand, viewer, unit, asked.ask]);
  useEffect(() => {
    void equities.ask(() => desk.find_equities({ shelf, hand, viewer }));
  }, [shelf, hand, viewer, equities.ask]);
  useEffect(() => {
    const values = {
      step: place || undefined,
      as: viewer ?? undefined,
      in: unit === "bb" ? unit : undefined,
    };
    // A key may have named another hand since: that address is not to be written over.
    const { page, parts } = readRoute(window.location.hash);
    const here = page === "hand" && parts[0] === shelf && Number(parts[1]) === hand;
    if (replay && here)
      window.history.replaceState(null, "", writeRoute("hand", [shelf, hand], values));
  }, [shelf, hand, place, viewer, unit, replay]);
  useEffect(() => {
    if (!playing) return;
    if (place >= count - 1) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setStep(place + 1), PAUSE / speed);
    return () => clearTimeout(timer);
  }, [playing, place, count, speed]);

  const go = useCallback((to: number) => setStep(Math.min(Math.max(to, 0), count - 1)), [count]);
  const open = useCallback(
    (other: number | null | undefined) => {
      const kept = { in: unit === "bb" ? unit : undefined };
      if (other != null) window.location.hash = writeRoute("hand", [shelf, other], kept);
    },
    [shelf, unit],
  );
  const turn = useCallback(() => setViewer((before) => (before === null ? 0 : null)), []);
  const change = useCallback(
    () => setUnit((before) => (before === "bb" || !replay?.has_big_blind ? "chips" : "bb")),
    [replay],
  );
  useKeys({
    ArrowLeft: () => go(place - 1),
    ArrowRight: () => go(place + 1),
    ArrowUp: () => open(replay?.before),
    ArrowDown: () => open(replay?.after),
    Home: () => go(0),
    End: () => go(count - 1),
    " ": () => setPlaying((before) => !before),
    "+": () => setSpeed((before) => SPEEDS[SPEEDS.indexOf(before) + 1] ?? before),
    "-": () => setSpeed((before) => SPEEDS[SPEEDS.indexOf(before) - 1] ?? before),
    s: turn,
    b: change,
    "?": () => setHelp((before) => !before),
    ...Object.fromEntries(
      (replay?.streets ?? []).map((mark, number) => [String(number + 1), () => go(mark.step)]),
    ),
  });

  const room = useMemo(
    () => Math.max(0, ...(replay?.frames ?? []).map((one) => countRows(one.table))),
    [replay],
  );
  if (!replay || !frame) {
    return (
      <>
        <h1>Hand {hand}</h1>
        <Problem text={asked.problem} />
        {asked.waiting && <p role="status">The hand is played …</p>}
        <p>
          <a href={writeRoute("hands", [shelf])}>Back to the list</a>
        </p>
      </>
    );
  }
  const now = findEquity(equities.answer, place);
  const over = frame.table.over ?? false;
  return (
    <div class="replay">
      <div class="head">
        <h1>
          {replay.title} <span class="words-low">{replay.label}</span>
        </h1>
        <nav class="moves" aria-label="Hands">
          <a href={writeRoute("hands", [shelf])}>All hands</a>
          <button
            type="button"
            class="quiet"
            disabled={replay.before == null}
            onClick={() => open(replay.before)}
          >
            Hand before
          </button>
          <button
            type="button"
            class="quiet"
            disabled={replay.after == null}
            onClick={() => open(replay.after)}
          >
            Next hand
          </button>
        </nav>
      </div>
      <Problem text={asked.problem} />
      <div class="stage">
        <div class="main-part">
          <TableView table={frame.table} equities={over ? undefined : now?.seats} room={room} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is moved by keys as well */}
          <section class="told" aria-live="polite" aria-label="What happened" tabIndex={0}>
            {frame.lines.map((line, number) => (
              <span class="line" key={number}>
                <LineView line={line} />
              </span>
            ))}
          </section>
          <p class="odds">{frame.odds}</p>
          <div class="player-bar" role="toolbar" aria-label="Steps">
            <button type="button" aria-label="Beginning" onClick={() => go(0)} disabled={!place}>
              <Sign name="first" />
            </button>
            <button
              type="button"
              aria-label="Step before"
              onClick={() => go(place - 1)}
              disabled={!place}
            >
              <Sign name="before" />
            </button>
            <button
              type="button"
              class="main"
              aria-label={playing ? "Stop" : "Play"}
              onClick={() => setPlaying(!playing)}
            >
              <Sign name={playing ? "stop" : "play"} />
            </button>
            <button
              type="button"
              aria-label="Next step"
              onClick={() => go(place + 1)}
              disabled={place >= count - 1}
            >
              <Sign name="next" />
            </button>
            <button
              type="button"
              aria-label="End"
              onClick={() => go(count - 1)}
              disabled={place >= count - 1}
            >
              <Sign name="last" />
            </button>
            <input
              type="range"
              class="slider"
              aria-label="Step"
              aria-valuetext={`Step ${place + 1} of ${count}`}
              min={0}
              max={count - 1}
              value={place}
              onInput={(event) => go(Number(event.currentTarget.value))}
            />
            <span class="count">
              {place + 1} of {count}
            </span>
            <select
              aria-label="Speed"
              value={String(speed)}
              onChange={(event) => setSpeed(Number(event.currentTarget.value))}
            >
              {SPEEDS.map((one) => (
                <option key={one} value={String(one)}>
                  {one}×
                </option>
              ))}
            </select>
          </div>
          <div class="buttons streets" role="toolbar" aria-label="Streets">
            {replay.streets.map((mark, number) => {
              const next = replay.streets[number + 1];
              const isHere = place >= mark.step && (!next || place < next.step);
              return (
                <button
                  type="button"
                  key={mark.step}
                  class="quiet"
                  aria-pressed={isHere}
                  onClick={() => go(mark.step)}
                >
                  {mark.name}
                </button>
              );
            })}
          </div>
        </div>
        <aside class="side" aria-label="About the hand">
          <Notes notes={replay.notes} />
          <SelectField
            label="Cards"
            value={viewer === null ? "" : String(viewer)}
            onChange={(value) => setViewer(value === "" ? null : Number(value))}
          >
            <option value="">All that are known</option>
            {replay.names.map((name, number) => (
              <option key={number} value={String(number)}>
                What {name} saw
              </option>
            ))}
          </SelectField>
          {(replay.has_big_blind || unit === "bb") && (
            <SelectField
              label="Amounts"
              value={unit}
              onChange={(value) => setUnit(value === "bb" ? "bb" : "chips")}
            >
              <option value="chips">Chips</option>
              <option value="bb">Big blinds</option>
            </SelectField>
          )}
          <Choices replay={replay} place={place} />
          <Log replay={replay} place={place} go={go} />
          <Facts facts={replay.facts} />
          <ExportPart shelf={shelf} hand={hand} step={place} viewer={viewer} unit={unit} />
          {replay.spots.length > 0 && <SpotPart shelf={shelf} hand={hand} spots={replay.spots} />}
          <p>
            <button type="button" class="quiet" aria-expanded={help} onClick={() => setHelp(!help)}>
              Keys
            </button>
          </p>
          {help && (
            <dl class="keys">
              {KEYS.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          )}
          {/* They come last, after everything else is there, and push nothing away. */}
          <EquityPart found={equities.answer} now={now} waiting={equities.waiting} />
        </aside>
      </div>
    </div>
  );
}

/** Keys of the page, while nobody types. */
function useKeys(keys: Record<string, () => void>) {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = current.current[readKey(event)];
      if (act) {
        event.preventDefault();
        act();
      }
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** The equities that hold at a step: the last that were found before it. */
export function findEquity(found: StreetEquities | null, step: number): StreetEquity | undefined {
  return found?.streets.filter((street) => street.step <= step).at(-1);
}

function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null;
  return (
    <section class="notes" aria-label="What is odd">
      <h2>What is odd</h2>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

function Choices({ replay, place }: { replay: Replay; place: number }) {
  const table = replay.frames[place]?.table;
  const choices = table?.choices ?? [];
  const actor = table?.seats.find((seat) => seat.acts);
  return (
    <section class="choices" aria-label="Decision">
      <h2>Decision</h2>
      <p>
        {actor && choices.length > 0
          ? `${actor.name}: ${choices.map((choice) => choice.words).join(", ")}`
          : "Nobody decides here."}
      </p>
    </section>
  );
}

function EquityPart({
  found,
  now,
  waiting,
}: {
  found: StreetEquities | null;
  now: StreetEquity | undefined;
  waiting: boolean;
}) {
  return (
    <section aria-label="Equities">
      <h2>Equities</h2>
      {waiting && !found && <p class="words-low">Being counted …</p>}
      {found?.reason && <p class="words-low">{found.reason}</p>}
      {now && (
        <>
          <table class="equities">
            <thead>
              <tr>
                <th scope="col">{now.street}</th>
                {now.seats[0]?.boards?.map((_, board) => (
                  <th scope="col" class="number" key={board}>
                    Board {board + 1}
                  </th>
                ))}
                <th scope="col" class="number">
                  Equity
                </th>
              </tr>
            </thead>
            <tbody>
              {now.seats.map((seat) => (
                <tr key={seat.player}>
                  <th scope="row">{seat.name}</th>
                  {seat.boards?.map((part, board) => (
                    <td class="number" key={board}>
                      {part}
                    </td>
                  ))}
                  <td class="number">{seat.equity}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="words-low">{now.how}</p>
          {now.command && (
            <CodeView block={{ type: "code", label: "Command", text: now.command }} />
          )}
        </>
      )}
    </section>
  );
}

function Log({ replay, place, go }: { replay: Replay; place: number; go: (step: number) => void }) {
  return (
    <details class="log">
      <summary>What happens</summary>
      <ol>
        {replay.frames.map((frame, number) => (
          <li key={number}>
            <button
              type="button"
              class="step"
              aria-current={number === place ? "step" : undefined}
              onClick={() => go(number)}
            >
              {frame.lines.map((line, other) => (
                <span class="line" key={other}>
                  <LineView line={line} />
                </span>
              ))}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Facts({ facts }: { facts: string[][] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const KINDS: [ExportQuestion["kind"] | "png" | "link", string][] = [
  ["phh", "PHH"],
  ["pokerstars", "Text"],
  ["ohh", "OHH"],
  ["words", "Words"],
  ["svg", "SVG"],
  ["png", "PNG"],
  ["link", "Link"],
];

function ExportPart({
  shelf,
  hand,
  step,
  viewer,
  unit,
}: {
  shelf: string;
  hand: number;
  step: number;
  viewer: number | null;
  unit: Unit;
}) {
  const [problem, setProblem] = useState("");
  const [said, setSaid] = useState("");
  const take = async (kind: (typeof KINDS)[number][0]) => {
    setProblem("");
    setSaid("");
    const theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
    try {
      if (kind === "link") {
        await navigator.clipboard.writeText(window.location.href);
        setSaid("The link is copied.");
        return;
      }
      const asked = kind === "png" ? "svg" : kind;
      const made = await desk.export({ shelf, hand, step, viewer, kind: asked, theme, unit });
      if (kind === "png") await savePng(made);
      else save(made);
      setSaid("It is saved.");
    } catch (error) {
      setProblem(explain(error));
    }
  };
  return (
    <section aria-label="Take along">
      <h2>Take along</h2>
      <div class="buttons">
        {KINDS.map(([kind, title]) => (
          <button type="button" class="quiet" key={kind} onClick={() => void take(kind)}>
            {title}
          </button>
        ))}
      </div>
      <p role="status" class="words-low">
        {said}
      </p>
      <Problem text={problem} />
    </section>
  );
}

function SpotPart({ shelf, hand, spots }: { shelf: string; hand: number; spots: string[] }) {
  const [street, setStreet] = useState(spots.at(-1) ?? "");
  const [first, setFirst] = useState("40%");
  const [second, setSecond] = useState("40%");
  const [bets, setBets] = useState("50%, a");
  const [raises, setRaises] = useState("a");
  const [target, setTarget] = useState("1%");
  const asked = useAsking<{ file: number; said: string }>();
  return (
    <details class="spot">
      <summary>Solve this spot</summary>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const found = await asked.ask(() =>
            desk.solve({ shelf, hand, street, first, second, bets, raises, target }),
          );
          if (found) window.location.hash = writeRoute("solution", [shelf, found.file]);
        }}
      >
        <SelectField label="From the" value={street} onChange={setStreet}>
          {spots.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <TextField label="Range of who acts first" value={first} onChange={setFirst} />
        <TextField label="Range of the other" value={second} onChange={setSecond} />
        <TextField
          label="Bets"
          value={bets}
          hint="Parts of the pot, a for all-in"
          onChange={setBets}
        />
        <TextField label="Raises" value={raises} onChange={setRaises} />
        <TextField label="As exact as" value={target} onChange={setTarget} />
        <button type="submit" class="main" disabled={asked.waiting}>
          {asked.waiting ? "Solving …" : "Solve"}
        </button>
        <Problem text={asked.problem} />
      </form>
    </details>
  );
}
