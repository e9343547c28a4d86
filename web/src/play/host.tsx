// Controls that only the host of a table has.
import { useEffect, useState } from "preact/hooks";
import { GameField, SelectField, TextField } from "../fields";
import type { LobbyFacts, LobbyGame, TableNews } from "../tables";
import { CopyLink, makeLink, type SecretLink } from "./invitation";
import type { Wish } from "./socket";

type Send = (wish: Wish) => void;

export function HostPowers(props: { news: TableNews; link: SecretLink | null; send: Send }) {
  const { news, link, send } = props;
  const [isOpen, setOpen] = useState(false);
  const paused = news.paused === true;
  const isTournament = news.facts.tournament?.is_tournament === true;
  const isPlayed = isTournament && news.facts.tournament?.has_begun === true;
  return (
    <details class="host" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Host</summary>
      <div class="buttons">
        <button type="button" onClick={() => send({ t: "pause", paused: !paused })}>
          {paused ? "Go on" : "Pause"}
        </button>
        {!isPlayed &&
          (news.you.bots ?? []).map((bot) => (
            <button type="button" key={bot} onClick={() => send({ t: "addbot", bot })}>
              Seat {bot}
            </button>
          ))}
        <button type="button" onClick={() => send({ t: "close" })}>
          Close the table
        </button>
      </div>
      {!isTournament && <Stacks news={news} send={send} />}
      {!isTournament && isOpen && <NextGame send={send} />}
      <Departed news={news} link={link} send={send} />
    </details>
  );
}

/** People who left: they get their names back by a link, are banned or allowed, or are cleared. */
function Departed(props: { news: TableNews; link: SecretLink | null; send: Send }) {
  const { news, link, send } = props;
  const departed = news.you.departed ?? [];
  if (departed.length === 0) return null;
  return (
    <section class="departed" aria-label="People who left">
      <h3>People who left</h3>
      <ul class="plain">
        {departed.map(({ person, name, banned }) => (
          <li key={person}>
            <strong>{name}</strong> {banned && <span class="hint">banned</span>}
            <div class="buttons">
              <button
                type="button"
                class="quiet"
                aria-label={`Private link for ${name}`}
                onClick={() => send({ t: "link", person })}
              >
                Private link
              </button>
              <button
                type="button"
                class="quiet"
                aria-label={`${banned ? "Allow" : "Ban"} ${name}`}
                onClick={() =>
                  send(banned ? { t: "allow", person } : { t: "kick", person, ban: true })
                }
              >
                {banned ? "Allow" : "Ban"}
              </button>
            </div>
            {link?.person === person && (
              <CopyLink link={makeLink(news.facts.code, link)} label={`Private link for ${name}`} />
            )}
          </li>
        ))}
      </ul>
      <p class="hint">A private link gives a player who left their name and account back.</p>
      <button type="button" onClick={() => send({ t: "clear" })}>
        Clear this list
      </button>
    </section>
  );
}

/** Sets what somebody has, after the hand if there is one. */
function Stacks({ news, send }: { news: TableNews; send: Send }) {
  const taken = news.places.filter((place) => place.person);
  const [person, setPerson] = useState("");
  const [amount, setAmount] = useState("");
  const who = taken.some((place) => place.person === person) ? person : (taken[0]?.person ?? "");
  const chips = /^[0-9]{1,10}$/.test(amount.trim()) ? Number(amount) : null;
  if (taken.length === 0) return null;
  return (
    <form
      class="power"
      aria-label="Set a stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (chips !== null) send({ t: "setstack", person: who, amount: chips });
        setAmount("");
      }}
    >
      <SelectField label="Stack of" value={who} onChange={setPerson}>
        {taken.map((place) => (
          <option key={place.person} value={place.person}>
            {place.name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Chips"
        value={amount}
        onChange={setAmount}
        placeholder={news.facts.buy_in}
      />
      <button type="submit" disabled={chips === null}>
        Set
      </button>
    </form>
  );
}

/** Plays another game from the next hand on. */
function NextGame({ send }: { send: Send }) {
  const [games, setGames] = useState<LobbyGame[]>([]);
  const [game, setGame] = useState("");
  useEffect(() => {
    fetch("/lobby")
      .then(async (answer) => setGames(((await answer.json()) as LobbyFacts).games))
      .catch(() => setGames([]));
  }, []);
  const [limit, setLimit] = useState("");
  const first = games[0]?.name ?? "";
  const limits = games.find((one) => one.name === (game || first))?.limits ?? [];
  const way = limits.includes(limit) ? limit : (limits[0] ?? "");
  if (!first) return null;
  return (
    <form
      class="power"
      aria-label="Next game"
      onSubmit={(event) => {
        event.preventDefault();
        send({ t: "changegame", game: game || first, limit: way });
      }}
    >
      <GameField games={games} value={game || first} onChange={setGame} />
      {limits.length > 1 && (
        <SelectField label="Limit" value={way} onChange={setLimit}>
          {limits.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
      )}
      <button type="submit">Play next</button>
    </form>
  );
}
