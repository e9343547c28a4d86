// Controls for whatever may be decided. They are made of the choices alone, and know no game.
import { useEffect, useRef, useState } from "preact/hooks";
import { CardPicture } from "../cards";
import { readKey } from "../keys";
import type { Card, Choice } from "../messages";
import type { Preset } from "../tables";

type Decide = (move: string) => void;

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function MoveButton(props: { move: string; words: string; decide: Decide; main?: boolean }) {
  return (
    <button
      type="button"
      class={props.main ? "main" : ""}
      data-move={props.move}
      onClick={() => props.decide(props.move)}
    >
      {capitalise(props.words)}
    </button>
  );
}

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 };

/** An amount without separators of thousands, as number fields and the server take it. */
export function makePlain(amount: string): string {
  return amount.replace(/,/g, "");
}

/** An amount as it is read. */
export function showAmount(amount: string): string {
  return /^[0-9]+$/.test(amount) ? amount.replace(/\B(?=([0-9]{3})+$)/g, ",") : amount;
}

/** An amount that is moved by a step, and stays within the bounds that the server gave. */
export function moveAmount(amount: string, by: number, least: string, most: string): string {
  const [now = Number.NaN, low = Number.NaN, high = Number.NaN] = [amount, least, most].map(Number);
  if (![now, low, high].every(Number.isSafeInteger)) return amount;
  return String(Math.max(low, Math.min(now + by, high)));
}

function Amount({
  choice,
  presets,
  decide,
  step,
}: {
  choice: Choice;
  presets: Preset[];
  decide: Decide;
  step: number;
}) {
  const amounts = choice.amounts ?? [];
  const least = makePlain(choice.least ?? "");
  const most = makePlain(choice.most ?? "");
  const [amount, setAmount] = useState(least);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isOwn = event.target === field.current && event.key in STEPS;
      const key = isOwn ? event.key : readKey(event);
      const by = STEPS[key];
      if (key === "r") {
        field.current?.focus();
        field.current?.select();
      } else if (key === "a") {
        // All-in has a key of its own.
        setAmount(most);
        field.current?.focus();
      } else if (by !== undefined && step > 0) {
        setAmount((before) => moveAmount(before, by * step, least, most));
      } else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [least, most, step]);
  const verb = choice.verb ?? choice.words;
  if (amounts.length > 0 || least === most) {
    return (
      <>
        {(amounts.length > 0 ? amounts : [least]).map((one) => (
          <MoveButton
            key={one}
            move={`${choice.word} ${makePlain(one)}`}
            words={`${verb} ${showAmount(one)}`}
            decide={decide}
          />
        ))}
      </>
    );
  }
  return (
    <form
      class="amount"
      onSubmit={(event) => {
        event.preventDefault();
        decide(`${choice.word} ${makePlain(amount)}`);
      }}
    >
      <div class="presets">
        {presets.map((preset) => (
          <button
            type="button"
            class="quiet"
            key={preset.label}
            aria-pressed={amount === makePlain(preset.amount)}
            onClick={() => setAmount(makePlain(preset.amount))}
          >
            {preset.label}
          </button>
        ))}
      </div>
      <input
        type="range"
        min={least}
        max={most}
        step="1"
        value={amount}
        aria-label={`${capitalise(verb)}, from ${showAmount(least)} to ${showAmount(most)}`}
        onInput={(event) => setAmount(event.currentTarget.value)}
      />
      <input
        ref={field}
        type="text"
        inputMode="numeric"
        class="number"
        value={amount}
        aria-label="Amount"
        onInput={(event) => setAmount(event.currentTarget.value)}
      />
      <button type="submit" class="main" data-move={choice.word}>
        {capitalise(verb)} {showAmount(amount)}
      </button>
    </form>
  );
}

function Picker({ choice, decide }: { choice: Choice; decide: Decide }) {
  const cards = choice.cards ?? [];
  const sets = choice.sets ?? [];
  const [picked, setPicked] = useState<string[]>([]);
  const least = choice.least_count ?? 0;
  const most = choice.most_count ?? cards.length;
  const toggle = (code: string) =>
    setPicked((before) =>
      before.includes(code) ? before.filter((one) => one !== code) : [...before, code],
    );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const card = cards[Number(readKey(event)) - 1];
      if (card) toggle(card.code);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
  if (sets.length > 0) {
    return (
      <>
        {sets.map((one) => {
          const codes = one.map((card) => card.code).join("");
          const names = one.map((card) => card.name).join(" ");
          return (
            <MoveButton
              key={codes}
              move={`${choice.word} ${codes}`.trim()}
              words={names || choice.words}
              decide={decide}
            />
          );
        })}
        {least === 0 && <MoveButton move={choice.word ?? ""} words="None" decide={decide} />}
      </>
    );
  }
  const isRight = picked.length >= least && picked.length <= most;
  const said = sayPicked(choice, picked.length);
  const asked = least === most ? `${most}` : `${least} to ${most}`;
  return (
    <fieldset class="picker">
      <legend>
        {capitalise(choice.words)} <span class="hint">({asked})</span>
      </legend>
      <div class="cards">
        {cards.map((card, place) => (
          <PickedCard
            key={`${place}-${card.code}`}
            card={card}
            order={choice.kind === "order" ? picked.indexOf(card.code) + 1 : 0}
            isPicked={picked.includes(card.code)}
            toggle={() => toggle(card.code)}
          />
        ))}
      </div>
      <button
        type="button"
        class="main"
        disabled={!isRight}
        data-move={choice.word}
        onClick={() => decide(`${choice.word} ${picked.join("")}`.trim())}
      >
        {said}
      </button>
      {choice.kind === "status" && (
        <MoveButton move={`${choice.word} -`} words="decline" decide={decide} />
      )}
    </fieldset>
  );
}

const VERBS = /\b(discard|expose|pass|separate|replace|buy)\b/;

/** What is done with the cards that are picked. */
export function sayPicked(choice: Choice, count: number): string {
  if (count === 0 && !choice.least_count) {
    return choice.words.startsWith("stand pat") ? "Stand pat" : "None";
  }
  return `${capitalise(VERBS.exec(choice.words)?.[0] ?? "pick")} ${count}`;
}

function PickedCard(props: { card: Card; order: number; isPicked: boolean; toggle: () => void }) {
  return (
    <button
      type="button"
      class="pick"
      aria-pressed={props.isPicked}
      aria-label={props.card.name}
      onClick={props.toggle}
    >
      <CardPicture card={props.card} />
      {props.order > 0 && <span class="order">{props.order}</span>}
    </button>
  );
}

function Options({ choice, decide }: { choice: Choice; decide: Decide }) {
  const count = choice.kind === "declarations" ? (choice.most_count ?? 1) : 1;
  const [said, setSaid] = useState<string[]>([]);
  const choose = (option: string) => {
    const all = [...said, option];
    if (all.length >= count) decide(`${choice.word} ${all.join(" ")}`);
    else setSaid(all);
  };
  return (
    <fieldset class="options">
      <legend>
        {capitalise(choice.words)}
        {count > 1 && ` – ${said.length + 1} of ${count}`}
      </legend>
      {(choice.options ?? []).map((option) => (
        <button type="button" key={option} data-move={choice.word} onClick={() => choose(option)}>
          {capitalise(option.replace("high_low", "both"))}
        </button>
      ))}
    </fieldset>
  );
}

// More than this are not offered, although the deck has the cards.
const MAX_RUNS = 3;

function Runs({ choice, decide }: { choice: Choice; decide: Decide }) {
  const least = choice.least_count ?? 1;
  const most = Math.max(least, Math.min(choice.most_count ?? 1, MAX_RUNS));
  const counts = Array.from({ length: most - least + 1 }, (_, place) => least + place);
  return (
    <fieldset class="options">
      <legend>{capitalise(choice.words)}</legend>
      {counts.map((count) => (
        <MoveButton
          key={count}
          move={`${choice.word} ${count}`}
          words={count === 1 ? "once" : count === 2 ? "twice" : `${count} times`}
          decide={decide}
        />
      ))}
      <MoveButton move={choice.word ?? ""} words="as others like" decide={decide} />
    </fieldset>
  );
}

function Showing({ choice, decide }: { choice: Choice; decide: Decide }) {
  const options = choice.options ?? [];
  return (
    <>
      <MoveButton move={`${choice.word} -`} words="show" decide={decide} main />
      {options.includes("muck") && (
        <MoveButton move={choice.word ?? ""} words="muck" decide={decide} />
      )}
    </>
  );
}

/** A control for one of the choices, whatever it is. */
export function Control({
  choice,
  presets,
  decide,
  step,
}: {
  choice: Choice;
  presets: Preset[];
  decide: Decide;
  step: number;
}) {
  switch (choice.kind) {
    case "amount":
      return <Amount choice={choice} presets={presets} decide={decide} step={step} />;
    case "cards":
    case "order":
      return <Picker choice={choice} decide={decide} />;
    case "declarations":
    case "choice":
      return <Options choice={choice} decide={decide} />;
    case "runouts":
      return <Runs choice={choice} decide={decide} />;
    case "showing":
      return <Showing choice={choice} decide={decide} />;
    case "status":
      if ((choice.cards ?? []).length > 0) return <Picker choice={choice} decide={decide} />;
      return (
        <>
          <MoveButton move={choice.word ?? ""} words={choice.words} decide={decide} main />
          <MoveButton move={`${choice.word} -`} words="decline" decide={decide} />
        </>
      );
    default:
      return (
        <MoveButton
          move={choice.word ?? ""}
          words={choice.words}
          decide={decide}
          main={choice.name === "check_or_call"}
        />
      );
  }
}

const KEYS: Record<string, string> = { f: "fold", c: "check_or_call", x: "check_or_call" };

/** All that may be decided now. */
export function Controls({
  choices,
  presets,
  decide,
  step,
}: {
  choices: Choice[];
  presets: Preset[];
  decide: Decide;
  /** The step of the arrow keys: a big blind. */
  step: number;
}) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A key that is held down decides once, and not for the next decision as well.
      const wanted = event.repeat ? undefined : KEYS[readKey(event)];
      const choice = choices.find((one) => one.name === wanted);
      if (choice?.word) decide(choice.word);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [choices, decide]);
  return (
    <>
      {choices.map((choice) => (
        <Control key={choice.name} choice={choice} presets={presets} decide={decide} step={step} />
      ))}
    </>
  );
}
