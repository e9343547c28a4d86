// A table that people sit at.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Problem, TextField } from "../fields";
import { isInControl, readKey } from "../keys";
import type { Choice, Line } from "../messages";
import { LineView, TableView } from "../table";
import { type Clock, MAXIMUM, type Place, type TableNews } from "../tables";
import { Controls, makePlain } from "./controls";
import { HostPowers } from "./host";
import { Invitation, PrivateLink, type SecretLink } from "./invitation";
import { Answers, EveningPanel, FairPanel, SoundSwitch, TournamentPanel } from "./panels";
import { Rules } from "./rules";
import { type Status, TableSocket, type Wish } from "./socket";
import { play } from "./sounds";

const NAME = "croupier-name";
const MAX_LINES = 200;
const CHIP_DIGITS = String(MAXIMUM.chips).length;
const PROBLEM_SHOWN = 10_000;
const STATES: Record<string, string> = {
  asking: "asks for a seat",
  waiting: "sits down after the hand",
  away: "sits out",
  broke: "has no chips",
  out: "is out",
  leaving: "leaves after the hand",
};

interface Told {
  id: number;
  hand: number;
  line: Line;
}

interface Seen {
  news: TableNews | null;
  told: Told[];
  at: number;
}

function useTable(code: string) {
  const [seen, setSeen] = useState<Seen>({ news: null, told: [], at: 0 });
  const [status, setStatus] = useState<[Status, string]>(["connecting", ""]);
  const [problem, setProblem] = useState(readUnknownLink);
  const [count, setCount] = useState(0);
  const [link, setLink] = useState<SecretLink | null>(null);
  const socket = useMemo(() => {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    return new TableSocket(`${scheme}://${window.location.host}/ws/t/${code}`, {
      news: (news) =>
        setSeen((before) => {
          // Lines of earlier hands stay; those of this hand come again.
          const hand = news.hand;
          const kept = news.fresh ? before.told.filter((one) => one.hand < hand) : before.told;
          const next = (kept[kept.length - 1]?.id ?? 0) + 1;
          const said = (news.lines ?? []).map((line, place) => ({ id: next + place, hand, line }));
          const told = [...kept, ...said];
          // Many are left out at once, so that the others stay where they are.
          const isFull = told.length > 2 * MAX_LINES;
          return { news, told: isFull ? told.slice(-MAX_LINES) : told, at: performance.now() };
        }),
      status: (now, why) => setStatus([now, why]),
      moved: () =>
        void followTable().then((isGone) => {
          if (!isGone) return;
          socket.close();
          setStatus(["ended", "There is no such table, or none any more."]);
        }),
      linked: (person, seat) => setLink({ person, seat }),
      refused: (_, text) => {
        setProblem(text);
        setCount((before) => before + 1);
      },
    });
  }, [code]);
  useEffect(() => {
    socket.open();
    return () => socket.close();
  }, [socket]);
  // The message of a refusal is shown for a while, and again after another refusal.
  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => setProblem(""), PROBLEM_SHOWN);
    return () => clearTimeout(timer);
  }, [problem, count]);
  const send = useCallback(
    (wish: Wish) => {
      setProblem("");
      socket.send(wish);
    },
    [socket],
  );
  return { ...seen, status, problem, refusals: count, link, send };
}

/** What to say where a private link led here that is of no use. */
function readUnknownLink(): string {
  if (window.location.hash !== "#unknown-link") return "";
  window.history.replaceState(null, "", window.location.pathname);
  return "This private link was used already or is not valid. Ask for a new one.";
}

/** Follow a redirect to the server that has the table; tell whether there is no such table. */
async function followTable(): Promise<boolean> {
  try {
    const answer = await fetch(window.location.pathname, { redirect: "manual" });
    if (answer.type === "opaqueredirect") window.location.reload();
    return answer.status === 404;
  } catch {
    // No server answers; the socket tries again by itself.
    return false;
  }
}

function ClockView({ clock, at }: { clock: Clock; at: number }) {
  const [now, setNow] = useState(at);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, []);
  const gone = Math.max(0, now - at);
  const left = Math.max(0, clock.left - gone);
  const bank = Math.max(0, clock.bank - Math.max(0, gone - clock.left));
  const seconds = Math.ceil((left > 0 ? left : bank) / 1000);
  return (
    <span class={`clock${left === 0 ? " bank" : ""}`}>
      <meter min={0} max={clock.whole} value={left} aria-label="Time left" />
      {left > 0 ? `${seconds} s` : `time bank ${seconds} s`}
    </span>
  );
}

function Places(props: { news: TableNews; link: SecretLink | null; send: (wish: Wish) => void }) {
  const { news, link, send } = props;
  const you = news.you;
  const [name, setName] = useState(localStorage.getItem(NAME) ?? "");
  const [chips, setChips] = useState("");
  const sit = (seat: number) => {
    localStorage.setItem(NAME, name);
    send({ t: "sit", name: name || "Guest", seat, amount: readChips(chips) });
  };
  const isSeated = you.seat !== undefined && you.seat !== null;
  const wasSeated = useRef(isSeated);
  useEffect(() => {
    // After sitting down, scroll to the table, which is above on a phone.
    if (isSeated && !wasSeated.current) window.scrollTo(0, 0);
    wasSeated.current = isSeated;
  }, [isSeated]);
  const host = you.is_host === true;
  // Nobody comes or is sent away while a tournament is played, and nobody comes after it.
  const tournament = news.facts.tournament;
  const isContested = tournament?.is_tournament === true && tournament.has_begun === true;
  const isOpen = !news.closed && !isContested;
  const free = news.places.filter((place) => !place.person).length;
  const shown = isSeated || !isOpen ? news.places.filter((place) => place.person) : news.places;
  return (
    <section class="panel places" aria-label="Places">
      <h2>Seats</h2>
      {!isSeated && isOpen && (
        <>
          <TextField label="Your name" value={name} onChange={setName} placeholder="Guest" />
          {!news.facts.tournament?.is_tournament && (
            <TextField
              label="Chips that you bring"
              value={chips}
              onChange={(value) => setChips(value.replace(/[^0-9]/g, "").slice(0, CHIP_DIGITS))}
              placeholder={news.facts.buy_in}
            />
          )}
        </>
      )}
      <ol>
        {shown.map((place) => (
          <li key={place.seat} class={place.person ? "taken" : "free"}>
            <span class="number">{place.seat + 1}</span>
            <PlaceWords place={place} />
            {!place.person && !isSeated && isOpen && (
              <button type="button" onClick={() => sit(place.seat)}>
                Sit here
              </button>
            )}
            {host && isOpen && place.person && place.person !== you.person && (
              <>
                {place.state === "asking" && (
                  <button
                    type="button"
                    onClick={() => send({ t: "approve", person: place.person ?? "" })}
                  >
                    Let in
                  </button>
                )}
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Remove ${place.name}`}
                  onClick={() => send({ t: "kick", person: place.person ?? "" })}
                >
                  Remove
                </button>
                {!place.bot && (
                  <button
                    type="button"
                    class="quiet"
                    aria-label={`Ban ${place.name}`}
                    onClick={() => send({ t: "kick", person: place.person ?? "", ban: true })}
                  >
                    Ban
                  </button>
                )}
              </>
            )}
          </li>
        ))}
      </ol>
      {isSeated && isOpen && free > 0 && (
        <p class="hint">
          {free === 1 ? "1 seat open." : `${free} seats open.`} Share the link to invite someone.
        </p>
      )}
      {!news.closed && <Invitation code={news.facts.code} />}
      {!news.closed && you.person && (
        <PrivateLink code={news.facts.code} person={you.person} made={link} send={send} />
      )}
      {isSeated && <OwnSeat news={news} send={send} />}
      {host && !news.closed && <HostPowers news={news} link={link} send={send} />}
    </section>
  );
}

function PlaceWords({ place }: { place: Place }) {
  if (!place.person) return <span class="hint">free</span>;
  const state = STATES[place.state ?? ""];
  const gone = place.here === false ? "not here" : "";
  const said = [place.bot ? "bot" : "", place.host ? "host" : "", state, gone].filter(Boolean);
  return (
    <span class="who">
      <strong>{place.name}</strong> {place.stack}
      {said.length > 0 && <span class="hint"> {said.join(", ")}</span>}
    </span>
  );
}

function OwnSeat({ news, send }: { news: TableNews; send: (wish: Wish) => void }) {
  const own = news.places.find((place) => place.seat === news.you.seat);
  const isAway = own?.state === "away";
  const tournament = news.facts.tournament;
  const isOver = tournament?.is_over === true;
  const isOut = own?.state === "out" || isOver;
  const isPlayed = tournament?.is_tournament === true && tournament.has_begun === true;
  return (
    <div class="buttons">
      {!isOut && (
        <button type="button" onClick={() => send({ t: "sitout", away: !isAway })}>
          {isAway ? "I am back" : "Sit out"}
        </button>
      )}
      {(isOut || !isPlayed) && (
        <button type="button" onClick={() => send({ t: "leave" })}>
          Stand up
        </button>
      )}
      {!news.facts.tournament?.is_tournament && <Buying news={news} send={send} />}
    </div>
  );
}

/** Chips to buy: so many as somebody likes, within the bounds of the table. */
function Buying({ news, send }: { news: TableNews; send: (wish: Wish) => void }) {
  const [text, setText] = useState("");
  const { buy_in, least_buy_in, most_buy_in } = news.facts;
  return (
    <form
      class="buying"
      aria-label="Buy chips"
      onSubmit={(event) => {
        event.preventDefault();
        send({ t: "buy", amount: readChips(text) });
        setText("");
      }}
    >
      <TextField
        label={most_buy_in ? `More chips, ${least_buy_in} to ${most_buy_in}` : "More chips"}
        value={text}
        onChange={(value) => setText(value.replace(/[^0-9]/g, "").slice(0, CHIP_DIGITS))}
        placeholder={buy_in}
      />
      <button type="submit">Buy {text || buy_in}</button>
    </form>
  );
}

/** The number that was typed; an empty field means the default of the table. */
function readChips(text: string): number {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
}

function Plans({ news, send }: { news: TableNews; send: (wish: Wish) => void }) {
  const plan = news.you.plan ?? "";
  const choose = (one: string) =>
    send({ t: "plan", hand: news.hand, plan: plan === one ? "" : one });
  return (
    <fieldset class="plans">
      <legend class="hidden">When it is your turn</legend>
      {[
        ["check-fold", "Check or fold"],
        ["check", "Check"],
        ["call", "Call this"],
      ].map(([one = "", words]) => (
        <button type="button" key={one} aria-pressed={plan === one} onClick={() => choose(one)}>
          {words}
        </button>
      ))}
    </fieldset>
  );
}

function Chat({ news, send }: { news: TableNews; send: (wish: Wish) => void }) {
  const [text, setText] = useState("");
  const [isOff, setOff] = useState(false);
  if (!news.facts.has_chat) return null;
  const remarks = news.remarks ?? [];
  return (
    <section class="panel chat" aria-label="Chat">
      <h2>
        Chat{" "}
        <button type="button" class="quiet" aria-pressed={isOff} onClick={() => setOff(!isOff)}>
          {isOff ? "Show" : "Hide"}
        </button>
      </h2>
      {!isOff && (
        <>
          <ul>
            {remarks.slice(-20).map((remark, place) => (
              <li key={place}>
                <strong>{remark.name}</strong> {remark.text}
              </li>
            ))}
          </ul>
          {news.you.name && (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (text.trim()) send({ t: "say", text });
                setText("");
              }}
            >
              <input
                type="text"
                maxLength={MAXIMUM.text}
                aria-label="Say something"
                placeholder="Say something"
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </form>
          )}
        </>
      )}
    </section>
  );
}

function Log({ told }: { told: Told[] }) {
  const list = useRef<HTMLOListElement>(null);
  const count = told.length;
  useLayoutEffect(() => {
    if (count > 0) list.current?.scrollTo(0, list.current.scrollHeight);
  }, [count]);
  return (
    <section class="panel log" aria-label="What happened">
      <h2>Hands</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <ol ref={list} tabIndex={0} aria-label="Lines">
        {told.map(({ id, hand, line }, place) => (
          <li key={id}>
            {hand !== told[place - 1]?.hand && <p class="hand-number">Hand {hand}</p>}
            <LineView line={line} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether a choice has more than buttons: an amount to choose, or cards. */
function needsRoom(choice: Choice): boolean {
  const isFixed = (choice.amounts ?? []).length > 0 || choice.least === choice.most;
  return choice.kind === "amount" ? !isFixed : (choice.cards ?? []).length > 0;
}

/** Brings one's own cards above the bar where that lies over the table, unless somebody writes. */
function showOwnCards(): void {
  const bar = document.querySelector(".bar");
  if (!bar || getComputedStyle(bar).position !== "sticky") return;
  if (isInControl(document.activeElement)) return;
  document.querySelector(".seat.viewer")?.scrollIntoView({ block: "nearest" });
}

/** The decision bar: it has the same height whatever is in it, and little where nothing can be decided. */
function Bar(props: {
  news: TableNews;
  at: number;
  refusals: number;
  isLost: boolean;
  send: (wish: Wish) => void;
}) {
  const { news, at, refusals, isLost, send } = props;
  const choices = (!news.paused && news.table?.choices) || [];
  const [sent, setSent] = useState("");
  // A decision that was refused can be made again, and a new one is a new one.
  const situation = `${news.hand}/${news.asked ?? 0}/${refusals}`;
  const decide = useCallback(
    (move: string) => {
      setSent(situation);
      send({ t: "act", hand: news.hand, v: news.v, move });
    },
    [send, news.hand, news.v, situation],
  );
  const isSeated = news.you.seat !== undefined && news.you.seat !== null;
  const isAsked = choices.length > 0;
  useEffect(() => {
    if (isAsked) showOwnCards();
  }, [isAsked, situation]);
  // On a phone the bar is as high as what this game has asked for so far.
  const isTall = useRef(false);
  if (choices.some(needsRoom) || (news.games ?? []).length > 0) isTall.current = true;
  const isPlaying = news.places.some(
    (place) => place.seat === news.you.seat && place.player !== undefined && place.player !== null,
  );
  const actor = news.places.find((place) => place.seat === news.clock?.seat);
  const games = news.games ?? [];
  const own = news.places.find((place) => place.seat === news.you.seat);
  const waiting =
    own?.state === "broke" ? "You have no chips left: buy some to play on." : news.waiting;
  return (
    <section
      class={`bar${isSeated ? "" : " watching"}${isTall.current ? " tall" : ""}`}
      aria-label="Decision"
    >
      <div class="bar-head">
        <span role="status" aria-live="assertive">
          {choices.length > 0
            ? `Your turn: ${choices.map((choice) => choice.words).join(", ")}`
            : waiting || (actor ? `${actor.name} decides` : "")}
        </span>
        <span class="hint" role="status">
          {isLost ? "Connecting again …" : ""}
        </span>
        {news.clock && <ClockView key={`${news.v}`} clock={news.clock} at={at} />}
      </div>
      <div class="bar-body" data-busy={sent === situation}>
        {choices.length > 0 && sent !== situation && (
          <Controls
            key={situation}
            choices={choices}
            presets={news.presets ?? []}
            decide={decide}
            step={Number(makePlain(news.facts.small_bet)) || 1}
          />
        )}
        {choices.length === 0 && isSeated && isPlaying && !news.table?.over && !news.paused && (
          <Plans news={news} send={send} />
        )}
        {news.facts.tournament?.asks && (
          <Answers news={news} facts={news.facts.tournament} send={send} />
        )}
        {games.map(([game = "", title = ""]) => (
          <button type="button" class="game" key={game} onClick={() => send({ t: "choose", game })}>
            {title}
          </button>
        ))}
      </div>
    </section>
  );
}

const SPOKEN: Record<string, string> = {
  T: "10",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
  "♣": " of clubs",
  "♦": " of diamonds",
  "♥": " of hearts",
  "♠": " of spades",
};

/** The words for a card: screen readers pronounce the signs differently. */
function sayCard(name = "a card"): string {
  return /^[2-9TJQKA][♣♦♥♠]$/.test(name)
    ? [...name].map((sign) => SPOKEN[sign] ?? sign).join("")
    : name;
}

/** Words that keys ask for: the last action, the pots, one's hand, the board. */
function useSpokenKeys(news: TableNews | null, last: Line | undefined): string {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const speak = (event: KeyboardEvent) => {
      if (!news) return;
      const table = news.table;
      const own = table?.seats.find((seat) => seat.index === table.viewer);
      const names = (cards: { name?: string }[]) =>
        cards.map((card) => sayCard(card.name)).join(", ");
      const words: Record<string, () => string> = {
        l: () =>
          last ? last.parts.map((part) => part.text ?? names(part.cards ?? [])).join("") : "",
        p: () =>
          (table?.pots ?? []).map((pot) => `${pot.title} ${pot.amount}`).join(", ") ||
          `Pot ${table?.pot || 0}`,
        h: () => (own ? `${names(own.cards ?? [])}. ${own.words ?? ""}` : "You have no cards"),
        b: () =>
          (table?.boards ?? [])
            .flatMap((board) => board.rows)
            .map((row) => names(row.cards.filter((card) => card !== null)))
            .join(", ") || "No board",
      };
      const found = words[readKey(event)];
      if (found) setSaid(found());
    };
    window.addEventListener("keydown", speak);
    return () => window.removeEventListener("keydown", speak);
  }, [news, last]);
  return said;
}

/** The page of a table. */
export function TablePage({ code }: { code: string }) {
  const { news, told, at, status, problem, refusals, link, send } = useTable(code);
  const [state, why] = status;
  const isYourTurn = (news?.table?.choices ?? []).length > 0;
  useEffect(() => {
    const title = news?.facts.title ?? "Table";
    document.title = isYourTurn ? `Your turn – ${title}` : `${title} – Croupier`;
  }, [isYourTurn, news?.facts.title]);
  const last = told[told.length - 1]?.line;
  const spoken = useSpokenKeys(news, last);
  const isOver = news?.table?.over === true;
  const won = news?.table?.seats.find((seat) => seat.index === news.table?.viewer)?.place === "won";
  useEffect(() => {
    if (isYourTurn) play("turn");
  }, [isYourTurn]);
  useEffect(() => {
    if (isOver && won) play("win");
  }, [isOver, won]);
  const boardCount = (news?.table?.boards ?? [])
    .flatMap((board) => board.rows)
    .reduce((sum, row) => sum + row.cards.filter((card) => card !== null).length, 0);
  useEffect(() => {
    if (boardCount > 0) play("card");
  }, [boardCount]);
  if (news === null) {
    return state === "ended" ? (
      <>
        <h1>No table</h1>
        <p role="status">{why}</p>
        <p>
          <a href="/play">Open another one</a>
        </p>
      </>
    ) : (
      <p role="status">The table is set …</p>
    );
  }
  return (
    <>
      <div class="head">
        <h1>{news.facts.title}</h1>
        <p class="hint">
          {[
            news.hand > 0 && `Hand ${news.hand}`,
            news.table?.title !== news.facts.title && news.table?.title,
            news.facts.is_bomb && !isOver && "bomb pot",
            news.facts.next_game && `next: ${news.facts.next_game}`,
            news.paused && "paused",
            news.closed && "closed",
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <p class="hint line-state" role="status">
          {state === "ended" ? why : news.notice}
        </p>
      </div>
      <Problem text={problem} />
      <div class="stage play">
        <div>
          {news.table ? (
            <TableView
              table={news.table}
              below={news.places.find((place) => typeof place.player === "number")?.player ?? 0}
            />
          ) : (
            <section class="table" aria-label="Table">
              <div class="felt" aria-hidden="true">
                <div class="mark" />
              </div>
              <div class="middle">
                <span class="pot">{news.waiting || "The first hand comes"}</span>
              </div>
            </section>
          )}
          <p class="told" aria-live="polite">
            {last && <LineView line={last} />}
          </p>
          <p class="hidden" aria-live="polite">
            {spoken}
          </p>
          <Bar news={news} at={at} refusals={refusals} isLost={state === "lost"} send={send} />
        </div>
        <div class="aside">
          <Places news={news} link={link} send={send} />
          {news.facts.tournament && (
            <TournamentPanel news={news} facts={news.facts.tournament} send={send} />
          )}
          {news.fair && <FairPanel code={code} news={news} send={send} />}
          <Log told={told} />
          <Chat news={news} send={send} />
          <EveningPanel code={code} hand={news.hand} />
          <div class="panel">
            <Rules address={`/t/${code}/rules`} key={news.table?.title ?? news.facts.game} />
          </div>
          <p class="links">
            <a href={`/t/${code}/hands.phhs`} download>
              Your hands as a file
            </a>
            <SoundSwitch />
          </p>
          <p class="hint">
            Keys: F fold, C check or call, R amount, A all-in, ↑ ↓ one big blind, Enter says it, 1–9
            cards; L last action, P pots, H your hand, B board.
          </p>
        </div>
      </div>
    </>
  );
}
