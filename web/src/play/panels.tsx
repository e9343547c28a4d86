// The panels beside a table: fair dealing, tournament, results of the evening.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Evening, Fair, TableNews, TournamentFacts } from "../tables";
import { checkProof, makeNumber } from "./fairness";
import type { Wish } from "./socket";
import { areSoundsOn, turnSounds } from "./sounds";

type Send = (wish: Wish) => void;

export function SoundSwitch() {
  const [on, setOn] = useState(areSoundsOn);
  return (
    <button
      type="button"
      class="quiet"
      aria-pressed={on}
      onClick={() => {
        turnSounds(!on);
        setOn(!on);
      }}
    >
      {on ? "Sounds are on" : "Sounds are off"}
    </button>
  );
}

interface Kept {
  number: string;
  promise: string;
  root: string;
}

/** Promise numbers, tell them when the deck is fixed, and check the cards. */
export function FairPanel({ code, fair, send }: { code: string; fair: Fair; send: Send }) {
  const kept = useRef(new Map<number, Kept>());
  const { hand, asks = "", root = "" } = fair;
  useEffect(() => {
    const known = kept.current.get(hand);
    if (asks === "promise" && !known) {
      const made = { ...makeNumber(), root: "" };
      kept.current.set(hand, made);
      send({ t: "pledge", hand, promise: made.promise });
    }
    if (asks === "number" && known && !known.root) {
      // The commitment is stored before the number is revealed.
      known.root = root;
      send({ t: "reveal", hand, number: known.number });
    }
  }, [asks, hand, root, send]);
  const proof = fair.proof ?? null;
  const problem = useMemo(() => {
    if (proof === null) return "";
    const own = kept.current.get(proof.hand);
    if (own?.root && own.root !== proof.root) return "the deck is not the one that was fixed";
    if (own?.root && !Object.values(proof.numbers).includes(own.number)) {
      return "your number is not among those that count";
    }
    return checkProof(proof);
  }, [proof]);
  const told = proof ? Object.values(proof.numbers).filter(Boolean).length : 0;
  return (
    <section class="panel fair" aria-label="Fair dealing">
      <h2>Fair dealing</h2>
      <p role="status" class={problem ? "problem" : ""}>
        {proof === null
          ? "The next deck will be fixed before it is dealt."
          : problem
            ? `Something is wrong with this hand: ${problem}.`
            : `${(proof.openings ?? []).length} cards checked; ${told === 1 ? "one player" : `${told} players`} took part in the shuffle.`}
      </p>
      {proof && (
        <details>
          <summary>What was fixed</summary>
          <p class="root">{proof.root}</p>
          <p class="hint">
            The deck was fixed before your number was known. The server knows all cards: this does
            not help against a host who looks.
          </p>
          <a href={`/t/${code}/deals.json`} download>
            Proofs of the last hands
          </a>
        </details>
      )}
    </section>
  );
}

function showTime(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60000);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

export function TournamentPanel(props: { news: TableNews; facts: TournamentFacts; send: Send }) {
  const { news, facts, send } = props;
  const offer = facts.offer ?? [];
  const isPlayed = news.table !== null && news.table !== undefined && !news.table.over;
  return (
    <section class="panel tournament" aria-label="Levels">
      <h2>{facts.is_tournament ? "Tournament" : "Levels"}</h2>
      <p>
        Level {facts.level}: {facts.stake} {facts.blinds}
        {facts.next_blinds && facts.left && !facts.is_over
          ? `, ${facts.next_blinds} in ${showTime(facts.left)} of play`
          : ""}
      </p>
      {(facts.prizes ?? []).length > 0 && (
        <p class="hint">Prizes: {(facts.prizes ?? []).join(", ")}</p>
      )}
      {(facts.places ?? []).length > 0 && (
        <ol class="plain">
          {(facts.places ?? []).map(([place = "", name = "", prize = ""]) => (
            <li key={name}>
              {place}. <strong>{name}</strong> {prize}
            </li>
          ))}
        </ol>
      )}
      {facts.is_tournament && !facts.has_begun && (
        <p>
          {news.you.is_host ? (
            <button type="button" class="main" onClick={() => send({ t: "start" })}>
              Start the tournament
            </button>
          ) : (
            "The host starts the tournament."
          )}
        </p>
      )}
      {offer.length > 1 && (
        <details open={facts.asks}>
          <summary>Share the prizes</summary>
          {isPlayed && <p class="hint">By the chips before this hand:</p>}
          <ul class="plain">
            {offer.map(([name = "", prize = "", agrees = ""]) => (
              <li key={name}>
                <strong>{name}</strong> {prize} {agrees && <span class="hint">agrees</span>}
              </li>
            ))}
          </ul>
          {!facts.asks && <Answers news={news} facts={facts} send={send} />}
        </details>
      )}
    </section>
  );
}

/** The vote of a player who is left on a deal; during a hand it asks for a vote after it. */
export function Answers(props: { news: TableNews; facts: TournamentFacts; send: Send }) {
  const { news, facts, send } = props;
  const own = (facts.offer ?? []).find(([name]) => name === news.you.name);
  if (!own) return null;
  const say = (yes: boolean) => () => send({ t: "agree", agrees: yes });
  if (news.table && !news.table.over) {
    if (facts.will_ask) return <p>Everybody is asked after this hand.</p>;
    return facts.can_ask ? (
      <button type="button" onClick={say(true)}>
        Ask everybody after this hand
      </button>
    ) : (
      <p class="hint">Everybody was asked: again when somebody is out.</p>
    );
  }
  return (
    <div class="buttons">
      <button type="button" aria-pressed={own[2] === "yes"} onClick={say(true)}>
        I agree to {own[1]}
      </button>
      <button type="button" onClick={say(false)}>
        I do not agree
      </button>
    </div>
  );
}

const HEADINGS = ["Put in", "Raised", "To showdown", "Won there"];

/** Accounts, payments and statistics, when somebody asks. */
export function EveningPanel({ code, hand }: { code: string; hand: number }) {
  const [evening, setEvening] = useState<Evening | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen || hand < 0) return;
    fetch(`/t/${code}/evening`)
      .then(async (answer) => setEvening((await answer.json()) as Evening))
      .catch(() => setEvening(null));
  }, [isOpen, code, hand]);
  return (
    <details class="panel evening" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The evening so far</summary>
      {evening && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <section class="scrolls" tabIndex={0} aria-label="Accounts">
          <table>
            <thead>
              <tr>
                <th scope="col">Player</th>
                <th scope="col">Result</th>
                <th scope="col">Bought</th>
                <th scope="col">Hands</th>
                {HEADINGS.map((heading) => (
                  <th scope="col" key={heading}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {evening.accounts.map((account) => (
                <tr key={account.name}>
                  <th scope="row">{account.name}</th>
                  <td>{account.result}</td>
                  <td>{account.bought}</td>
                  <td>{account.hands ?? 0}</td>
                  {HEADINGS.map((heading, place) => (
                    <td key={heading}>{account.statistics?.[place] ?? ""}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {evening && (evening.payments ?? []).length > 0 && (
        <ul class="plain">
          {(evening.payments ?? []).map((payment) => (
            <li key={payment}>{payment}</li>
          ))}
        </ul>
      )}
      {evening?.has_bots && <p class="hint">Bots are not in payments.</p>}
      <p class="hint">Chips are play money.</p>
    </details>
  );
}
