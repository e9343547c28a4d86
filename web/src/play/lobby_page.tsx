// Where tables are opened: any game of the library, in three clicks.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Problem, TextField } from "../fields";
import type { LobbyFacts, LobbyGame } from "../tables";

const FAVOURITES = "croupier-games";
const MOST = 60;

function readFavourites(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(FAVOURITES) ?? "[]");
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
  const [favourites, setFavourites] = useState(readFavourites);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    fetch("/lobby")
      .then(async (answer) => setFacts((await answer.json()) as LobbyFacts))
      .catch(() => setProblem("The server does not answer."));
  }, []);
  const games = useMemo(() => {
    const found = (facts?.games ?? []).filter((game) => matches(game, wanted));
    const place = (game: LobbyGame) => (favourites.includes(game.name) ? 0 : 1);
    return found.sort((one, other) => place(one) - place(other)).slice(0, MOST);
  }, [facts, wanted, favourites]);
  const open = async () => {
    const next = [picked, ...favourites.filter((one) => one !== picked)].slice(0, 8);
    localStorage.setItem(FAVOURITES, JSON.stringify(next));
    setFavourites(next);
    const answer = await fetch("/tables", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ settings: { game: picked }, bots }),
    });
    const said = (await answer.json()) as { code: string; message?: string };
    if (answer.ok) window.location.href = `/t/${said.code}`;
    else setProblem(said.message ?? "The table cannot be opened.");
  };
  if (!facts)
    return problem ? <Problem text={problem} /> : <p role="status">The lobby is opened …</p>;
  const chosen = facts.games.find((game) => game.name === picked);
  const tables = facts.tables ?? [];
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
      <div class="calculator">
        <section class="panel" aria-label="Open a table">
          <h2>{chosen ? chosen.title : "Pick a game"}</h2>
          <p class="hint">{chosen ? chosen.words : `${facts.games.length} games and mixes`}</p>
          <fieldset class="options">
            <legend>Bots</legend>
            {facts.bots.map((bot) => (
              <button type="button" key={bot} onClick={() => setBots([...bots, bot].slice(0, 9))}>
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
                    {favourites.includes(game.name) ? ", played lately" : ""}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
