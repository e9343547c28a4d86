// Where tables are opened: any game of the library, in three clicks.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Problem, SelectField, TextField } from "../fields";
import { type LobbyFacts, type LobbyGame, MAXIMUM } from "../tables";
import { Rules } from "./rules";

const FAVOURITES = "croupier-games";
const STARRED = "croupier-starred";
// Ways to play that need no numbers: what they are called, and what they set.
const STYLES: [string, string, object][] = [
  ["approves", "I let people in", { approves: true }],
  ["fair", "Fair dealing, that everybody can check", { fair: true }],
  ["show", "Show or muck by choice", { show_or_muck: true }],
  ["twice", "Run it twice", { run_it_twice: true }],
  ["straddle", "Straddles", { straddle: true }],
  ["bomb", "A bomb pot every ten hands", { bomb_every: 10 }],
  ["calm", "No clock", { seconds: 0 }],
  ["quiet", "No chat", { has_chat: false }],
];
// Numbers: what they are called, and what is taken where there is none.
const AMOUNTS: [string, string, string][] = [
  ["small_bet", "Big blind, or small bet", "2"],
  ["buy_in", "Buy-in", "100 of these"],
];
const MINUTES: [string, string, string] = ["level_minutes", "Minutes of a level", "8"];
const PRIZES: [string, string, string] = ["payouts", "Prizes, in percent", "65, 35"];
// Straddles and bomb pots are for these with these limits, which have names of their own then.
const WITH_BLINDS: Record<string, [string, string]> = {
  texas_holdem: ["No Limit", "nlhe"],
  omaha_holdem: ["Pot Limit", "plo"],
};
const NEED_BLINDS = new Set(["straddle", "bomb"]);
// Stakes of levels, by those of the first one.
const LEVELS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 50, 75, 100, 150, 200];
// What is played for: what it is called, and which numbers it asks for.
const KINDS: Record<string, [string, [string, string, string][]]> = {
  chips: ["Chips, stakes stay", AMOUNTS],
  levels: ["Chips, stakes rise", [...AMOUNTS, MINUTES]],
  tournament: ["Prizes of a tournament", [...AMOUNTS, MINUTES, PRIZES]],
};
const MAX = 60;
const CHIP_DIGITS = String(MAXIMUM.chips).length;

/** The settings that follow of what is played for, and of the numbers that were written. */
export function makeStakes(kind: string, written: Record<string, string>): object {
  const read = (name: string) => Number(written[name]?.trim() || 0);
  const asked = KINDS[kind]?.[1] ?? [];
  const found: Record<string, number | number[]> = {};
  for (const [name] of asked) if (name !== "payouts" && read(name) > 0) found[name] = read(name);
  if (kind === "chips") return found;
  const first = read("small_bet") || 2;
  delete found.small_bet;
  found.levels = LEVELS.map((size) => size * first);
  found.level_minutes ??= Number(MINUTES[2]);
  found.buy_in ??= 100 * first;
  if (kind === "tournament") {
    const parts = (written.payouts ?? "").match(/[0-9]+/g) ?? PRIZES[2].split(", ");
    found.payouts = parts.map(Number);
  }
  return found;
}

/** How well a game fits what somebody searches: by the start of its title, in it, or elsewhere. */
function rankMatch(game: LobbyGame, wanted: string): number {
  const place = game.title.toLowerCase().indexOf(wanted.trim().toLowerCase());
  return place === 0 ? 0 : place > 0 ? 1 : 2;
}

function readFavourites(name: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

function matches(game: LobbyGame, wanted: string): boolean {
  const text = `${game.title} ${game.name} ${game.family ?? ""} ${(game.aliases ?? []).join(" ")}`;
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
}

export function LobbyPage() {
  const [facts, setFacts] = useState<LobbyFacts | null>(null);
  const [wanted, setWanted] = useState("");
  const [picked, setPicked] = useState("");
  const [bots, setBots] = useState<string[]>([]);
  const [lately, setLately] = useState(() => readFavourites(FAVOURITES));
  const [starred, setStarred] = useState(() => readFavourites(STARRED));
  const [family, setFamily] = useState("");
  const [styles, setStyles] = useState<string[]>([]);
  const [kind, setKind] = useState("chips");
  const [limit, setLimit] = useState("");
  const [amounts, setAmounts] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  useEffect(() => {
    fetch("/lobby")
      .then(async (answer) => setFacts((await answer.json()) as LobbyFacts))
      .catch(() => setProblem("The server does not answer."));
  }, []);
  const games = useMemo(() => {
    const found = (facts?.games ?? []).filter(
      (game) => matches(game, wanted) && (!family || game.family === family),
    );
    const place = (game: LobbyGame) =>
      starred.includes(game.name) ? 0 : lately.includes(game.name) ? 1 : 2;
    return found
      .map((game): [number, LobbyGame] => [3 * place(game) + rankMatch(game, wanted), game])
      .sort(([one], [other]) => one - other)
      .map(([, game]) => game)
      .slice(0, MAX);
  }, [facts, wanted, family, lately, starred]);
  const star = (name: string) => {
    const next = starred.includes(name)
      ? starred.filter((one) => one !== name)
      : [...starred, name];
    localStorage.setItem(STARRED, JSON.stringify(next));
    setStarred(next);
  };
  const chosen = facts?.games.find((game) => game.name === picked);
  const limits = chosen?.limits ?? [];
  const way = limits.includes(limit) ? limit : (limits[0] ?? "");
  const known = WITH_BLINDS[picked];
  const hasBlinds = known !== undefined && known[0] === way;
  const open = async () => {
    setProblem("");
    const next = [picked, ...lately.filter((one) => one !== picked)].slice(0, 8);
    localStorage.setItem(FAVOURITES, JSON.stringify(next));
    setLately(next);
    const chosen = STYLES.filter(
      ([name]) => styles.includes(name) && (hasBlinds || !NEED_BLINDS.has(name)),
    );
    const sets = chosen.map(([, , set]) => set);
    const what = hasBlinds
      ? { game: known?.[1] }
      : { game: picked, ...(way ? { limit: way } : {}) };
    const settings = Object.assign({}, what, makeStakes(kind, amounts), ...sets);
    const answer = await fetch("/tables", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ settings, bots }),
    });
    const said = (await answer.json()) as { code: string; message?: string };
    if (answer.ok) window.location.href = `/t/${said.code}`;
    else setProblem(said.message ?? "The table cannot be opened.");
  };
  if (!facts)
    return problem ? <Problem text={problem} /> : <p role="status">The lobby is opened …</p>;
  const tables = facts.tables ?? [];
  const unreadable = facts.unreadable ?? [];
  const families = [...new Set(facts.games.map((game) => game.family ?? ""))].filter(Boolean);
  return (
    <>
      <h1>Play</h1>
      <Problem text={problem} />
      {tables.length > 0 && (
        <section class="panel" aria-label="Your tables">
          <h2>Your tables</h2>
          <ul>
            {tables.map((table) => (
              <li key={table.code}>
                <a href={`/t/${table.code}`}>{table.title}</a>{" "}
                <span class="hint">{table.words}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unreadable.length > 0 && (
        <section class="panel" aria-label="Damaged tables">
          <h2>Damaged tables</h2>
          <p>These tables cannot be opened. Only you can see this.</p>
          <ul>
            {unreadable.map((table) => (
              <li key={table.code}>
                {table.code} <span class="hint">{table.words}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="calculator">
        <section class="panel" aria-label="Open a table">
          <h2>{chosen ? chosen.title : "Pick a game"}</h2>
          <p class="hint">
            {chosen
              ? chosen.words || [chosen.family, chosen.players].filter(Boolean).join(", ")
              : `${facts.games.length} games and mixes`}
          </p>
          {picked && <Rules address={`/lobby/rules/${encodeURIComponent(picked)}`} key={picked} />}
          {limits.length > 1 && (
            <SelectField label="Limit" value={way} onChange={setLimit}>
              {limits.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </SelectField>
          )}
          <fieldset class="options">
            <legend>Bots</legend>
            {facts.bots.map((bot) => (
              <button
                type="button"
                key={bot}
                onClick={() => setBots([...bots, bot].slice(0, MAXIMUM.seats - 1))}
              >
                {bot}
              </button>
            ))}
          </fieldset>
          <p>
            {bots.length > 0 ? `You and ${bots.join(", ")}` : "You, and who has the link"}{" "}
            {bots.length > 0 && (
              <button type="button" class="quiet" onClick={() => setBots([])}>
                No bots
              </button>
            )}
          </p>
          <details>
            <summary>How it is played</summary>
            <fieldset class="ways">
              <legend class="hidden">How it is played</legend>
              <SelectField label="What is played for" value={kind} onChange={setKind}>
                {Object.entries(KINDS).map(([name, [words]]) => (
                  <option key={name} value={name}>
                    {words}
                  </option>
                ))}
              </SelectField>
              {(KINDS[kind]?.[1] ?? []).map(([name, words, hint]) => (
                <TextField
                  key={name}
                  label={words}
                  placeholder={hint}
                  value={amounts[name] ?? ""}
                  onChange={(value) => {
                    const kept =
                      name === "payouts"
                        ? value.replace(/[^0-9, ]/g, "").slice(0, 60)
                        : value.replace(/[^0-9]/g, "").slice(0, CHIP_DIGITS);
                    setAmounts({ ...amounts, [name]: kept });
                  }}
                />
              ))}
              {STYLES.map(([name, words]) => (
                <label key={name}>
                  <input
                    type="checkbox"
                    disabled={NEED_BLINDS.has(name) && !hasBlinds}
                    checked={styles.includes(name)}
                    onChange={() =>
                      setStyles(
                        styles.includes(name)
                          ? styles.filter((one) => one !== name)
                          : [...styles, name],
                      )
                    }
                  />
                  {words}
                  {NEED_BLINDS.has(name) ? ", for no-limit hold'em and pot-limit Omaha" : ""}
                </label>
              ))}
            </fieldset>
          </details>
          <button type="button" class="main" disabled={!picked} onClick={() => void open()}>
            Open a table
          </button>
        </section>
        <section class="panel" aria-label="Games">
          <TextField
            label="Search"
            value={wanted}
            onChange={setWanted}
            placeholder="omaha, badugi …"
          />
          <label class="family">
            Family{" "}
            <select value={family} onChange={(event) => setFamily(event.currentTarget.value)}>
              <option value="">all</option>
              {families.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
          <ul class="games">
            {games.map((game) => (
              <li key={game.name}>
                <button
                  type="button"
                  aria-pressed={game.name === picked}
                  onClick={() => setPicked(game.name)}
                >
                  <strong>{game.title}</strong>{" "}
                  <span class="hint">
                    {[game.family, game.players].filter(Boolean).join(", ")}
                    {lately.includes(game.name) ? ", played lately" : ""}
                  </span>
                </button>
                <button
                  type="button"
                  class="quiet star"
                  aria-pressed={starred.includes(game.name)}
                  aria-label={`Favourite: ${game.title}`}
                  onClick={() => star(game.name)}
                >
                  {starred.includes(game.name) ? "★" : "☆"}
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
