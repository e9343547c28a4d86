import { describe, expect, it } from "vitest";
import kept from "../../tests/hosting/fair_deals.json";
import old from "../../tests/hosting/old_proof.json";
import type { Table } from "../src/messages";
import { FairPlayer, listSeen } from "../src/play/fair_player";
import {
  checkDeck,
  checkProof,
  commitNumber,
  findPermutation,
  hashContext,
  makeNumber,
} from "../src/play/fairness";
import type { DealProof, DeckCommitment, Fair, SeenCards, TableNews } from "../src/tables";

// The same hands are checked by Python.
const vectors = kept as unknown as { name: string; proof: DealProof; seen: SeenCards }[];
const [holdem] = vectors;
if (!holdem) throw new Error("there are no vectors");
const { proof, seen } = holdem;

type Path = (string | number)[];

/** Changes of every field of a proof: the path and the new value. */
function* listMutations(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  if (Array.isArray(value)) {
    if (value.length > 0) {
      yield [path, value.slice(0, -1)];
      yield [path, [...value, value.at(-1)]];
    }
    if (value.length > 1) {
      const [one, other, ...rest] = value;
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      yield [path, isSame ? value.slice(1) : [other, one, ...rest]];
    }
    for (const [at, part] of value.entries()) yield* listMutations(part, [...path, at]);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value)) yield* listMutations(part, [...path, key]);
  } else if (typeof value === "number") {
    yield [path, value + 1];
    yield [path, value - 1];
    yield [path, value + 0.5];
  } else if (typeof value === "string") {
    if (value === "") {
      yield [path, "00".repeat(32)];
      return;
    }
    yield [path, value.slice(0, -1) + (value.endsWith("0") ? "1" : "0")];
    if (path[0] !== "own_number") yield [path, ""];
    yield [path, value.toUpperCase() === value ? `${value}x` : value.toUpperCase()];
  }
}

function mutate(value: unknown, [first, ...rest]: Path, changed: unknown): unknown {
  if (first === undefined) return changed;
  const copied: Record<string | number, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) };
  copied[first] = mutate(copied[first], rest, changed);
  return copied;
}

describe("proofs of fair dealing", () => {
  it("agree with the other checker", () => {
    for (const vector of vectors) expect(checkProof(vector.proof, vector.seen)).toBe("");
    expect(findPermutation(new Uint8Array(32), 8)).toEqual([0, 1, 7, 4, 6, 2, 3, 5]);
    expect(commitNumber(hashContext("abc", 1, 1), "00".repeat(32)).slice(0, 8)).toBe("b92458e4");
  });

  it("are refused after any change of a field", () => {
    for (const vector of vectors) {
      let changes = 0;
      for (const [path, changed] of listMutations(vector.proof)) {
        // All openings have the same fields: Python changes those of all of them.
        if (path[0] === "openings" && Number(path[1]) > 2) continue;
        const problem = checkProof(mutate(vector.proof, path, changed) as DealProof, vector.seen);
        expect(problem, `${vector.name} ${path.join(".")}`).not.toBe("");
        changes += 1;
      }
      expect(changes).toBeGreaterThan(150);
    }
  }, 120_000);

  it("open only one card at a place: paths have the shape of the tree", () => {
    const [first, ...others] = proof.openings ?? [];
    if (!first) throw new Error("there is no card");
    for (const path of [
      ["", ...first.path],
      [...first.path, "00".repeat(32)],
      first.path.slice(1),
      first.path.slice(0, -1),
      [first.path[0] ?? "", "", ...first.path.slice(2)],
    ]) {
      const changed = { ...proof, openings: [{ ...first, path }, ...others] };
      expect(checkProof(changed, seen)).not.toBe("");
    }
  });

  it("have no players who were invented when numbers were known", () => {
    const { deck } = proof;
    const number = "5a".repeat(32);
    const context = hashContext(deck.table, deck.hand, deck.attempt);
    const zed = { player: "Zed", commitment: commitNumber(context, number) };
    const commitments = [...deck.commitments, zed].sort((one, other) =>
      one.commitment < other.commitment ? -1 : 1,
    );
    const numbers = [...proof.numbers];
    numbers.splice(commitments.indexOf(zed), 0, number);
    const forged = { ...proof, numbers, deck: { ...deck, commitments } };
    expect(checkProof(forged, seen)).toBe("the root does not fit what it covers");
  });

  it("deal cards by the rules", () => {
    const dealt = proof.dealt ?? [];
    const swap = dealt.map((owner) => (owner === 0 ? 1 : owner === 1 ? 0 : owner));
    for (const changed of [swap, [...Array(20).fill(-1), ...dealt], [-1, ...dealt]]) {
      expect(checkProof({ ...proof, dealt: changed, openings: [] })).toContain("against the rules");
    }
  });

  it("open all cards that were shown, and no others", () => {
    const openings = proof.openings ?? [];
    for (const at of openings.keys()) {
      const fewer = { ...proof, openings: openings.filter((_, place) => place !== at) };
      expect(checkProof(fewer, seen)).toContain("is not opened");
    }
    expect(checkProof({ ...proof, openings: [] }, seen)).not.toBe("");
    const swapped = { ...seen, players: [...(seen.players ?? [])].reverse() };
    expect(checkProof(proof, swapped)).not.toBe("");
  });

  it("of the first version, and what is no proof, are not verified", () => {
    for (const wrong of [old, {}, null, [], "x", { deck: {} }, { ...proof, numbers: null }]) {
      expect(checkProof(wrong as unknown as DealProof)).not.toBe("");
    }
    expect(checkDeck(null as unknown as DeckCommitment)).not.toBe("");
  });
});

/** What a table says, as far as fair dealing needs it. */
function makeNews(fair: Partial<Fair>, table: Table | null = null): TableNews {
  const you = { person: "p1", name: "Ann", seat: 0 };
  return { you, table, fair: { hand: 1, ...fair } } as unknown as TableNews;
}

/** The table that a vector showed, for Ann. */
function makeTable(shown: SeenCards): Table {
  const card = (code: string) => ({ code, name: code });
  return {
    title: "",
    pot: "",
    seats: (shown.players ?? []).map((cards, index) => ({
      index,
      name: "",
      stack: "",
      place: "",
      cards: cards.map(card),
    })),
    boards: [{ rows: [{ cards: (shown.board ?? []).map(card), gaps: [] }] }],
    viewer: 0,
  };
}

class Kept {
  private readonly values = new Map<string, string>();
  getItem(key: string) {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.values.set(key, value);
  }
}

describe("a player's part in fair dealing", () => {
  const first = proof.earlier?.[0]?.deck;
  if (!first) throw new Error("there is no replaced deck");
  const code = first.table;
  const number = proof.earlier?.[0]?.numbers[
    first.commitments.findIndex((one) => one.player === "Ann")
  ] as string;
  const commitment = first.commitments.find((one) => one.player === "Ann")?.commitment ?? "";

  /** A player who has committed to Ann's numbers for both decks of the hand. */
  function makePlayer(): FairPlayer {
    const memory = new Kept();
    const own = proof.own_number ?? "";
    const context = hashContext(code, 1, 2);
    const rounds = [
      ["1/1", { number, commitment, root: "", revealed: false }],
      ["1/2", { number: own, commitment: commitNumber(context, own), root: "", revealed: false }],
    ];
    memory.setItem(`croupier-fair-${code}`, JSON.stringify(rounds));
    return new FairPlayer(code, memory);
  }

  const reveal = { t: "reveal", hand: 1, attempt: 1, number };
  const asks = "number";

  it("commits to another number each time", () => {
    const player = new FairPlayer(code);
    const { wishes } = player.take(makeNews({ asks: "promise" }));
    expect(wishes).toHaveLength(1);
    expect(wishes[0]).toMatchObject({ t: "pledge", hand: 1, attempt: 1 });
    expect(makeNumber()).not.toBe(makeNumber());
    // A page that is loaded again remembers its numbers.
    const memory = new Kept();
    const before = new FairPlayer(code, memory).take(makeNews({ asks: "promise" })).wishes;
    expect(new FairPlayer(code, memory).take(makeNews({ asks: "promise" })).wishes).toEqual(before);
  });

  it("goes through a hand in which a deck is replaced", () => {
    const player = makePlayer();
    expect(player.take(makeNews({ asks, deck: first })).wishes).toEqual([reveal]);
    expect(player.take(makeNews({ asks: "", deck: first })).wishes).toEqual([]);
    const { wishes, problem } = player.take(makeNews({ asks, attempt: 2, deck: proof.deck }));
    expect([problem, wishes]).toEqual(["", [{ ...reveal, attempt: 2, number: proof.own_number }]]);
    const shown = makeNews({ hand: 2, proof }, makeTable(seen));
    expect(player.take(shown)).toMatchObject({ problem: "", cards: proof.openings?.length });
    expect([...player.proofs.values()]).toEqual([proof]);
  });

  it("reveals nothing to a server that cheats, and says why", () => {
    const other = { player: "Ann", commitment: "00".repeat(32) };
    const decks: [Partial<Fair>, string][] = [
      [{ deck: { ...first, tree: "00".repeat(32) } }, "the root does not fit"],
      [{ deck: { ...first, commitments: [other] } }, "the root does not fit"],
      [{ deck: first, hand: 2 }, "another hand"],
      [{ deck: proof.deck, attempt: 2, hand: 2 }, "another hand"],
    ];
    for (const [fair, why] of decks) {
      const player = makePlayer();
      const { wishes, problem } = player.take(makeNews({ asks, ...fair }));
      expect([wishes, problem.includes(why)]).toEqual([[], true]);
      // It takes part in no other deck either.
      expect(player.take(makeNews({ hand: 5, asks: "promise" })).wishes).toEqual([]);
    }
  });

  it("notices that its commitment is left out, and that it was never asked", () => {
    const stranger = new FairPlayer(code);
    expect(stranger.take(makeNews({ deck: first })).problem).toContain("not asked");
    expect(stranger.take(makeNews({ asks, deck: first })).wishes).toEqual([]);
    const player = new FairPlayer(code);
    player.take(makeNews({ asks: "promise" }));
    const { wishes, problem } = player.take(makeNews({ asks, deck: first }));
    expect([wishes, problem.includes("not part of the next deck")]).toEqual([[], true]);
    // A hand is dealt without its number.
    const shown = makeNews({ hand: 2, proof }, makeTable(seen));
    expect(stranger.take(shown).problem).toContain("your number is not among those");
  });

  it("notices decks that are changed, hidden or wrongly replaced", () => {
    const forked = { ...proof, earlier: [], deck: { ...proof.deck, attempt: 1, previous: "" } };
    const hidden = makePlayer();
    hidden.take(makeNews({ asks, deck: first }));
    expect(hidden.take(makeNews({ hand: 2, proof: forked }, makeTable(seen))).problem).not.toBe("");
    const accused = makePlayer();
    accused.take(makeNews({ asks, deck: first }));
    const said = accused.take(makeNews({ attempt: 2, silent: ["Ann"], asks: "" }));
    expect(said.problem).toContain("did not reveal your number, but you did");
    const replaced = makePlayer();
    replaced.take(makeNews({ asks, deck: { ...first } }));
    const memory = new Kept();
    const rounds = [["1/1", { number, commitment, root: "11".repeat(32), revealed: true }]];
    memory.setItem(`croupier-fair-${code}`, JSON.stringify(rounds));
    const changed = new FairPlayer(code, memory).take(makeNews({ asks: "", deck: first }));
    expect(changed.problem).toBe("the server changed the deck");
    const skipped = new FairPlayer(code, memory).take(
      makeNews({ attempt: 2, asks: "", deck: proof.deck }),
    );
    expect(skipped.problem).toBe("the server hides a deck that was replaced");
  });

  it("compares the proof with the table that it saw", () => {
    const shown = listSeen(makeTable(seen), seen.discarded);
    expect(shown).toEqual(seen);
    const another = (code: string) => (code === "2c" ? "3c" : "2c");
    const board = (seen.board ?? []).map((card, at) => (at === 0 ? another(card) : card));
    const player = makePlayer();
    player.take(makeNews({ asks, deck: first }));
    player.take(makeNews({ asks, attempt: 2, deck: proof.deck }));
    const wrong = makeNews({ hand: 2, proof }, makeTable({ ...seen, board }));
    expect(player.take(wrong).problem).not.toBe("");
  });
});
