// A range as a grid that is painted. The desk computes its text and its size.
import { useEffect, useRef, useState } from "preact/hooks";
import { useAsking } from "./asking";
import { desk } from "./desk";
import type { RangeAnswer } from "./messages";

const WAIT = 250;
const SIDE = 13;

export function RangeGrid({ text, onText }: { text: string; onText: (text: string) => void }) {
  const asked = useAsking<RangeAnswer>();
  const [weight, setWeight] = useState(1);
  const [cells, setCells] = useState<Record<string, number>>({});
  const painting = useRef<number | null>(null);
  const sent = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const take = (answer: RangeAnswer | null) => {
    if (answer) setCells(Object.fromEntries(answer.cells.map((cell) => [cell.hand, cell.weight])));
  };
  useEffect(() => {
    if (text === sent.current) return;
    const wait = setTimeout(() => asked.ask(() => desk.read_range({ text })).then(take), WAIT);
    return () => clearTimeout(wait);
  }, [text]);

  const send = (next: Record<string, number>) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const answer = await asked.ask(() => desk.read_range({ cells: next }));
      if (answer) {
        sent.current = answer.text;
        onText(answer.text);
      }
    }, WAIT);
  };
  const paint = (hand: string, value: number) => {
    setCells((before) => {
      const next = { ...before, [hand]: value };
      send(next);
      return next;
    });
  };
  const begin = (hand: string) => {
    painting.current = cells[hand] === weight ? 0 : weight;
    paint(hand, painting.current);
  };
  const chooseTop = (top: number) => {
    void asked
      .ask(() => desk.read_range({ top }))
      .then((answer) => {
        take(answer);
        if (answer) {
          sent.current = answer.text;
          onText(answer.text);
        }
      });
  };
  const move = (event: KeyboardEvent, place: number) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -SIDE,
      ArrowDown: SIDE,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const grid = event.currentTarget as HTMLElement;
    const next = grid.parentElement?.querySelectorAll(".cell")[place + step];
    if (next instanceof HTMLElement) next.focus();
  };

  const hands = asked.answer?.cells ?? [];
  return (
    <div class="range">
      <fieldset class="grid" onPointerUp={() => (painting.current = null)}>
        <legend class="hidden">Starting hands</legend>
        {hands.map((cell, place) => {
          const value = cells[cell.hand] ?? 0;
          return (
            <button
              type="button"
              key={cell.hand}
              class={`cell ${cell.kind}${value > 0 ? " held" : ""}`}
              style={{ "--weight": `${value * 100}%` }}
              aria-pressed={value > 0}
              tabIndex={place === 0 ? 0 : -1}
              onKeyDown={(event) => move(event, place)}
              onPointerDown={(event) => {
                if (event.pointerType === "mouse") event.preventDefault();
                event.currentTarget.focus();
                begin(cell.hand);
                event.currentTarget.releasePointerCapture?.(event.pointerId);
              }}
              onPointerEnter={(event) => {
                if (event.buttons === 1 && painting.current !== null) {
                  paint(cell.hand, painting.current);
                }
              }}
              onClick={(event) => {
                // By keys; pointers have painted already.
                if (event.detail === 0) begin(cell.hand);
              }}
            >
              {cell.hand}
            </button>
          );
        })}
      </fieldset>
      <div class="tools">
        <label class="inline">
          Weight{" "}
          <select
            value={String(weight)}
            onChange={(event) => setWeight(Number(event.currentTarget.value))}
          >
            <option value="1">100 %</option>
            <option value="0.75">75 %</option>
            <option value="0.5">50 %</option>
            <option value="0.25">25 %</option>
          </select>
        </label>
        <label class="inline">
          Best hands{" "}
          <input
            type="range"
            min="0"
            max="100"
            step="1"
            onChange={(event) => chooseTop(Number(event.currentTarget.value))}
          />
        </label>
        <button type="button" class="quiet" onClick={() => chooseTop(0)}>
          Clear
        </button>
        <output>{asked.problem || asked.answer?.said}</output>
      </div>
    </div>
  );
}
