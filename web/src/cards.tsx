// Cards: drawn with lines of our own, each once on the page.
import { HEIGHT, LATTICE, RANKS, SUITS, WIDTH } from "./deck";
import type { Card } from "./messages";

const BACK = "??";

function Face({ code }: { code: string }) {
  const rank = code[0] ?? "?";
  const suit = code[1] ?? "?";
  const isJoker = rank === "*";
  const ranks: Record<string, string> = RANKS;
  const suits: Record<string, string> = SUITS;
  const drawn = isJoker ? ranks["*"] : suits[suit];
  return (
    <g class={`suit-${isJoker ? "joker" : suit}`}>
      <rect class="face" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="6" />
      <path class="rank" d={ranks[rank]} transform="translate(6 7) scale(.93)" />
      <path class="suit" d={drawn} transform="translate(6.5 39) scale(.85)" />
      <path class="suit" d={drawn} transform="translate(25 45) scale(1.5)" />
    </g>
  );
}

function Back() {
  return (
    <g>
      <rect class="face" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="6" />
      <rect class="back" x="5" y="5" width={WIDTH - 10} height={HEIGHT - 10} rx="4" />
      <path class="weave" d={LATTICE} />
    </g>
  );
}

/** A card, or the place of one that may come. */
export function CardPicture({ card, small }: { card: Card | null; small?: boolean }) {
  const kind = card === null ? "slot" : card.code === BACK ? "down" : "open";
  const classes = ["card", kind];
  if (small) classes.push("small");
  if (card?.up) classes.push("up");
  if (card?.dead) classes.push("dead");
  return (
    <svg class={classes.join(" ")} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {card === null ? (
        <rect class="empty" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="6" />
      ) : card.code === BACK ? (
        <Back />
      ) : (
        <Face code={card.code} />
      )}
    </svg>
  );
}

/** Cards side by side, with what they are for those who do not see them. */
export function Cards({ cards, small }: { cards: Card[]; small?: boolean }) {
  return (
    <span class="cards">
      <span class="hidden">{cards.map((card) => card.name).join(" ")}</span>
      {cards.map((card, place) => (
        <CardPicture key={place} card={card} small={small} />
      ))}
    </span>
  );
}
