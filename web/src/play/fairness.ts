// Checks the cards of a hand against the deck that was fixed before it. `croupier verify-deal` checks the same.
import type { CardProof, DealProof } from "../tables";
import { fromHex, join, sha256, toHex } from "./sha256";

const WORDS = 2 ** 32;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** A number in as many bytes, the largest first. */
function count(value: number, bytes: number): Uint8Array {
  const found = new Uint8Array(bytes);
  new DataView(found.buffer).setUint32(bytes - 4, value);
  return found;
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

/** The order of names by code points, as Python's `sorted` has it. */
function compare(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  for (let place = 0; place < Math.min(left.length, right.length); place++) {
    const difference = (left[place]?.codePointAt(0) ?? 0) - (right[place]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function mix(proof: DealProof): Uint8Array | null {
  const root = fromHex(proof.root);
  const names = Object.keys(proof.numbers).sort(compare);
  const told = names.map((name) => fromHex(proof.numbers[name] ?? ""));
  if (root === null || told.some((one) => one === null)) return null;
  return sha256(join(root, ...(told as Uint8Array[])));
}

function climb(proof: DealProof, leaf: number, one: CardProof): string {
  const salt = fromHex(one.salt);
  if (salt === null || salt.length !== 32) return "";
  const card = new TextEncoder().encode(one.card);
  let found = sha256(join(LEAF, count(proof.hand, 8), count(leaf, 4), card, salt));
  let place = leaf;
  for (const text of one.path) {
    const beside = fromHex(text);
    if (beside === null || (beside.length !== 0 && beside.length !== 32)) return "";
    if (beside.length > 0) {
      found = sha256(place & 1 ? join(NODE, beside, found) : join(NODE, found, beside));
    }
    place >>= 1;
  }
  return toHex(found);
}

/** The problem with the cards that somebody sees; nothing if all of them are proved. */
export function checkProof(proof: DealProof): string {
  const seed = mix(proof);
  if (seed === null || (proof.version ?? 1) !== 1 || proof.size < 1 || proof.size > 256) {
    return "this is no deck";
  }
  const promised = Object.keys(proof.promises);
  if (promised.sort().join("\n") !== Object.keys(proof.numbers).sort().join("\n")) {
    return "not everybody who promised a number is listed";
  }
  for (const [name, number] of Object.entries(proof.numbers)) {
    const bytes = fromHex(number);
    if (number && (bytes === null || toHex(sha256(bytes)) !== proof.promises[name])) {
      return `the number of ${name} is not the one that was promised`;
    }
  }
  const places = findPermutation(seed, proof.size);
  const numbers = new Set<number>();
  const cards = new Set<string>();
  for (const one of proof.openings ?? []) {
    const leaf = places[one.number];
    const isDealt = one.number < (proof.dealt ?? []).length;
    if (leaf === undefined || !isDealt || numbers.has(one.number) || cards.has(one.card)) {
      return `card ${one.number + 1}, ${one.card}, was not dealt, or twice`;
    }
    numbers.add(one.number);
    cards.add(one.card);
    if (climb(proof, leaf, one) !== proof.root) {
      return `card ${one.number + 1}, ${one.card}, is not in the deck that was fixed`;
    }
  }
  return "";
}

/** The number that somebody promises for a hand, and its promise. */
export function makeNumber(): { number: string; promise: string } {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return { number: toHex(bytes), promise: toHex(sha256(bytes)) };
}
