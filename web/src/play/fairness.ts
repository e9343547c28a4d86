// Checks the cards of a hand against the deck that the server committed to: docs/fair-dealing.md specifies
// the protocol, and `croupier verify-deal` checks the same.
import type { CardProof, DealProof, DeckCommitment, SeenCards } from "../tables";
import { BOARD, followPlan } from "./dealing_plan";
import { fromHex, join, sha256, toHex } from "./sha256";

export const VERSION = 2;
const MAX_ATTEMPTS = 3;
const MAX_CARDS = 256;
const WORDS = 2 ** 32;
const DOMAIN = "croupier fair dealing 2: ";
const HASH = /^[0-9a-f]{64}$/;

class Problem extends Error {}

function require(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Problem(problem);
}

/** A number in this many bytes, the largest first. */
function count(value: number, bytes: 4 | 8): Uint8Array {
  const found = new Uint8Array(bytes);
  const view = new DataView(found.buffer);
  view.setUint32(bytes - 4, value % WORDS);
  if (bytes === 8) view.setUint32(0, Math.floor(value / WORDS));
  return found;
}

const text = (words: string) => new TextEncoder().encode(words);

function hex(digits: string): Uint8Array {
  const found = fromHex(digits);
  require(found !== null, "invalid hexadecimal digits");
  return found;
}

/** The SHA-256 of a label and of byte strings, each after its length. */
function digest(label: string, ...parts: Uint8Array[]): Uint8Array {
  const all = [text(DOMAIN + label), ...parts];
  return sha256(join(...all.flatMap((part) => [count(part.length, 4), part])));
}

/** The hash that ties commitments and cards to one deck of one hand. */
export function hashContext(table: string, hand: number, attempt: number): Uint8Array {
  return digest("context", text(table), count(hand, 8), count(attempt, 4));
}

/** The commitment to a number. */
export function commitNumber(context: Uint8Array, number: string): string {
  return toHex(digest("number", context, hex(number)));
}

/** A random number. */
export function makeNumber(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** A permutation that follows from a seed. */
export function findPermutation(seed: Uint8Array, size: number): number[] {
  const places = Array.from({ length: size }, (_, place) => place);
  let counter = 0;
  for (let last = size - 1; last > 0; last--) {
    const choices = last + 1;
    let drawn = WORDS;
    while (drawn >= WORDS - (WORDS % choices)) {
      const block = sha256(join(seed, count(counter, 4)));
      counter += 1;
      drawn = new DataView(block.buffer).getUint32(0);
    }
    const other = drawn % choices;
    const [one, two] = [places[last] ?? 0, places[other] ?? 0];
    places[last] = two;
    places[other] = one;
  }
  return places;
}

function hashRoot(deck: DeckCommitment): string {
  const pairs = deck.commitments.flatMap((one) => [hex(one.commitment), text(one.player)]);
  const root = digest(
    "root",
    hashContext(deck.table, deck.hand, deck.attempt),
    hex(deck.previous),
    text(deck.cards),
    hex(deck.tree),
    text(deck.setup),
    digest("plan", ...deck.plan.map(text)),
    digest("players", ...deck.players.map(text)),
    digest("commitments", ...pairs),
  );
  return toHex(root);
}

const isCount = (value: number, limit: number) =>
  Number.isInteger(value) && value >= 1 && value < limit;

function requireDeck(deck: DeckCommitment): void {
  require(isCount(deck.hand, 2 ** 53), "invalid number of the hand");
  require(isCount(deck.attempt, WORDS), "invalid number of the attempt");
  const isLinked = deck.attempt > 1 ? HASH.test(deck.previous) : deck.previous === "";
  require(isLinked, "invalid root of the replaced deck");
  const size = deck.cards.length / 2;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is meant.
  require(/^[\x00-\x7f]*$/.test(deck.cards) && isCount(size, MAX_CARDS + 1), "invalid deck");
  require(HASH.test(deck.tree) && HASH.test(deck.root), "invalid root");
  const names = new Set(deck.players);
  require(names.size > 0 && names.size === deck.players.length, "invalid list of players");
  const hashes = deck.commitments.map((one) => one.commitment);
  const isSorted = hashes.every(
    (one, at) => HASH.test(one) && (at === 0 || (hashes[at - 1] ?? "") < one),
  );
  const committed = new Set(deck.commitments.map((one) => one.player));
  require(isSorted &&
    committed.size === hashes.length, "the commitments of players are invalid or not sorted");
  require(hashRoot(deck) === deck.root, "the root does not fit what it covers");
}

function requireNumbers(deck: DeckCommitment, numbers: string[]): void {
  require(numbers.length === deck.commitments.length, "there must be a number for each commitment");
  const context = hashContext(deck.table, deck.hand, deck.attempt);
  deck.commitments.forEach((one, at) => {
    const number = numbers[at] ?? "";
    const isFit = HASH.test(number) && commitNumber(context, number) === one.commitment;
    require(number === "" || isFit, `the number of ${one.player} does not fit the commitment`);
  });
}

function requireEarlier(proof: DealProof): void {
  const { deck, numbers, earlier = [] } = proof;
  require(deck.attempt <= MAX_ATTEMPTS, `more than ${MAX_ATTEMPTS} decks for one hand`);
  require(earlier.length === deck.attempt - 1, "the list of replaced decks is not complete");
  const silent = new Set<string>();
  let previous = "";
  [...earlier, { deck, numbers }].forEach((one, at) => {
    requireDeck(one.deck);
    requireNumbers(one.deck, one.numbers);
    require(one.deck.table === deck.table &&
      one.deck.hand === deck.hand &&
      one.deck.attempt === at + 1 &&
      one.deck.previous === previous, "the replaced decks do not belong together");
    const names = one.deck.commitments.map((commitment) => commitment.player);
    require(names.every(
      (name) => !silent.has(name),
    ), "a player who did not reveal a number took part again");
    require(silent.size >= at, "a deck was replaced though all numbers were revealed");
    names.forEach((name, place) => {
      if (!one.numbers[place]) silent.add(name);
    });
    previous = one.deck.root;
  });
}

/** The root that the path of a card leads to, whose shape follows from the size of the deck. */
function climb(deck: DeckCommitment, leaf: number, one: CardProof): string {
  const context = hashContext(deck.table, deck.hand, deck.attempt);
  let node = digest("leaf", context, count(leaf, 4), text(one.card), hex(one.salt));
  let [place, size, used] = [leaf, deck.cards.length / 2, 0];
  while (size > 1) {
    if ((place ^ 1) < size) {
      const beside = hex(one.path[used] ?? "");
      require(beside.length === 32, "a proof of a card is too short");
      used += 1;
      node = place & 1 ? digest("node", beside, node) : digest("node", node, beside);
    }
    place >>= 1;
    size = (size + 1) >> 1;
  }
  require(used === one.path.length, "a proof of a card is too long");
  return toHex(node);
}

function requireOpenings(proof: DealProof): void {
  const { deck, dealt = [], openings = [] } = proof;
  const size = deck.cards.length / 2;
  const numbers = proof.numbers.map(hex);
  const places = findPermutation(digest("order", hex(deck.root), ...numbers), size);
  const left = new Map<string, number>();
  for (const card of deck.cards.match(/../g) ?? []) left.set(card, (left.get(card) ?? 0) + 1);
  let last = -1;
  for (const one of openings) {
    const what = `card ${one.position + 1}, ${one.card.slice(0, 4)},`;
    require(Number.isInteger(one.position) &&
      one.position > last &&
      one.position < dealt.length, `${what} was not dealt, or is not sorted`);
    last = one.position;
    const rest = (left.get(one.card) ?? 0) - 1;
    require(rest >= 0, `${what} is not in the deck, or is opened twice`);
    left.set(one.card, rest);
    require(HASH.test(one.salt) &&
      one.path.every((part) => HASH.test(part)), `${what} has an invalid proof`);
    const root = climb(deck, places[one.position] ?? 0, one);
    require(root === deck.tree, `${what} is not the card of the committed deck`);
  }
}

/** Require that all cards that the table showed are opened, for those whom they were dealt to. */
function requireSeen(proof: DealProof, seen: SeenCards): void {
  const { deck, dealt = [], openings = [] } = proof;
  const owners = new Map(openings.map((one) => [one.card, dealt[one.position]]));
  const opened = (card: string) => openings.filter((one) => one.card === card).length;
  const moves = deck.plan.includes("moves");
  // Without a plan to the end of the hand, cards may go other ways than it says.
  const isCounted = !moves && !deck.plan.includes("free");
  const shown = new Map<string, number>();
  const { players = [], board = [], discarded = [] } = seen;
  require(players.length === deck.players.length &&
    (discarded.length === 0 ||
      discarded.length === players.length), "the table showed other players");
  for (const [owner, cards] of [...players.entries(), [BOARD, board] as const]) {
    const gone = discarded[owner] ?? 0;
    require(!isCounted ||
      (owner >= 0 && cards.length === 0) ||
      cards.length + gone ===
        dealt.filter((one) => one === owner)
          .length, "the table showed another number of cards than were dealt");
    for (const card of cards) {
      if (card.includes("?")) continue;
      shown.set(card, (shown.get(card) ?? 0) + 1);
      require(opened(card) >= (shown.get(card) ?? 0), `${card} was shown and is not opened`);
      require(moves ||
        opened(card) > 1 ||
        owners.get(card) === owner, `${card} was dealt to another player`);
    }
  }
}

/** What a check finds wrong; nothing if all is well. What is no message at all is a problem, too. */
function report(check: () => void): string {
  try {
    check();
  } catch (error) {
    return error instanceof Problem ? error.message : "this is not a proof";
  }
  return "";
}

/** The problem with the commitment to a deck; nothing if there is none. */
export function checkDeck(deck: DeckCommitment): string {
  return report(() => requireDeck(deck));
}

/** The problem with a proof, and with the cards that the table showed; nothing if there is none. */
export function checkProof(proof: DealProof, seen: SeenCards | null = null): string {
  return report(() => {
    const { deck, numbers, dealt = [], own_number: own = "" } = proof;
    const version = proof.version ?? VERSION;
    require(version === VERSION, `expected a proof of version ${VERSION}, got ${version}`);
    requireDeck(deck);
    requireEarlier(proof);
    requireNumbers(deck, numbers);
    require(numbers.every(Boolean), "a number is missing");
    require(numbers.length > 0, "no player's number decided the order of the cards");
    require(own === "" || numbers.includes(own), "your number is not used");
    const size = deck.cards.length / 2;
    require(dealt.length <= size &&
      dealt.every(
        (one) => Number.isInteger(one) && one >= BOARD && one < deck.players.length,
      ), "invalid list of dealt cards");
    const problem = followPlan(deck.plan, dealt, deck.players.length, size);
    require(problem === "", problem);
    requireOpenings(proof);
    if (seen !== null) requireSeen(proof, seen);
  });
}
