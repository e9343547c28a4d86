// The panels beside a table: fair dealing, tournament, results of the evening.
import { useEffect, useMemo, useState } from "preact/hooks";
import { save } from "../saving";
import type { Evening, TableNews, TournamentFacts } from "../tables";
import { FairPlayer, type Verdict } from "./fair_player";
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

/** Take part in fair dealing, and show whether the cards are those of the committed deck. */
export function FairPanel({ code, news, send }: { code: string; news: TableNews; send: Send }) {
  const player = useMemo(() => new FairPlayer(code, window.sessionStorage), [code]);
  const [{ problem, cards }, setVerdict] = useState<Verdict>({ wishes: [], problem: "", cards: 0 });
  useEffect(() => {
    const verdict = player.take(news);
    verdict.wishes.forEach(send);
    setVerdict(verdict);
  }, [player, news, send]);
  const proof = news.fair?.proof ?? null;
  const deck = news.fair?.deck ?? proof?.deck ?? null;
  const names = (proof?.deck.commitments ?? []).map((one) => one.player).sort();
  const replaced = proof?.earlier?.length ?? 0;
  return (
    <section class="panel fair" aria-label="Fair dealing">
      <h2>Fair dealing</h2>
      <p role="status" class={problem ? "problem" : ""}>
        {problem
          ? `This deal is not proven: ${problem}.`
          : proof === null
            ? "The next deck is committed to before it is dealt."
            : `${cards} cards checked. The shuffle used the ${names.length === 1 ? "number" : "numbers"} of ${names.join(", ")}.`}
      </p>
      {replaced > 0 && (
        <p class="hint">
          {replaced === 1 ? "1 deck was" : `${replaced} decks were`} replaced before this hand,
          because a player did not reveal a number.
        </p>
      )}
      {deck && (
        <details>
          <summary>Proof</summary>
          <p class="root">{deck.root}</p>
          <p class="hint">
            Compare this hash with the other players. The server knows all cards, and it also serves
            this page: save the proofs and the hands, and check them with{" "}
            <code>croupier verify-deal</code>.
          </p>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              save({
                name: "deals.json",
                type: "application/json",
                text: JSON.stringify([...player.proofs.values()]),
              })
            }
          >
            Save proofs
          </button>
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
