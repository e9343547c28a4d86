// A player's part in fair dealing: commits to numbers, checks decks before a number is revealed, and checks the
// cards. docs/fair-dealing.md specifies it.
import type { Table } from "../messages";
import type { DealProof, DeckCommitment, Fair, SeenCards, TableNews } from "../tables";
import { checkDeck, checkProof, commitNumber, hashContext, makeNumber } from "./fairness";
import type { Wish } from "./socket";

const KEPT = 20;

/** What a player remembers of a deck: the number, and the root that was shown before it was revealed. */
interface Round {
  number: string;
  commitment: string;
  root: string;
  revealed: boolean;
}

/** Where rounds are remembered when the page is loaded again. */
export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface Verdict {
  /** What to send to the table. */
  wishes: Wish[];
  /** What is wrong; empty if nothing is. */
  problem: string;
  /** The number of cards that were checked. */
  cards: number;
}

/** The cards that a table shows. */
export function listSeen(table: Table, discarded: number[] = []): SeenCards {
  const lying = (table.boards ?? []).flatMap((board) => board.rows.flatMap((row) => row.cards));
  const board = lying.flatMap((card) => (card === null ? [] : card.code));
  const isHidden = (code: string) => code.includes("?");
  return {
    players: table.seats.map((seat) => (seat.cards ?? []).map((card) => card.code)),
    // A card that belongs to several boards was dealt once.
    board: [...new Set(board.filter((code) => !isHidden(code))), ...board.filter(isHidden)],
    discarded,
  };
}

export class FairPlayer {
  /** The proofs of the last hands, by hand. */
  readonly proofs = new Map<number, DealProof>();
  private readonly rounds: Map<string, Round>;
  private readonly key: string;
  private stopped = "";
  /** What the table showed last: the owners of cards, and the cards of players, who may fold. */
  private last: { root: string; owners: number[]; players: string[][] } = {
    root: "",
    owners: [],
    players: [],
  };

  constructor(
    private readonly code: string,
    private readonly memory: Memory | null = null,
  ) {
    this.key = `croupier-fair-${code}`;
    this.rounds = new Map(this.recall());
  }

  private recall(): [string, Round][] {
    try {
      const kept = JSON.parse(this.memory?.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  private remember(): void {
    for (const key of [...this.rounds.keys()].slice(0, -KEPT)) this.rounds.delete(key);
    try {
      this.memory?.setItem(this.key, JSON.stringify([...this.rounds]));
    } catch {
      // The browser may keep nothing: numbers are known until the page is closed.
    }
  }

  /** Take part in the next deck, and check the cards of this hand. */
  take(news: TableNews): Verdict {
    const wishes: Wish[] = [];
    const { fair } = news;
    if (!fair) return { wishes, problem: "", cards: 0 };
    const problem = this.checkHand(news, fair) || this.checkNext(news, fair, wishes);
    // Whoever finds a server that cheats reveals no number any more.
    return {
      wishes: this.stopped ? [] : wishes,
      problem: this.stopped || problem,
      cards: fair.proof?.openings?.length ?? 0,
    };
  }

  private stop(problem: string): string {
    this.stopped ||= problem;
    return problem;
  }

  private find(hand: number, attempt: number): Round | undefined {
    return this.rounds.get(`${hand}/${attempt}`);
  }

  private keep(hand: number, attempt: number, round: Round): void {
    this.rounds.set(`${hand}/${attempt}`, round);
    this.remember();
  }

  /** Commit to a number, and reveal it when the deck is committed to and the commitment is right. */
  private checkNext(news: TableNews, fair: Fair, wishes: Wish[]): string {
    const { hand, attempt = 1, asks = "", deck = null, silent = [] } = fair;
    const round = this.find(hand, attempt);
    if (deck === null) {
      const before = this.find(hand, attempt - 1);
      if (silent.includes(news.you.name ?? "") && before?.revealed) {
        return "the server says that you did not reveal your number, but you did";
      }
      if (asks === "promise" && !round && !this.stopped) {
        const number = makeNumber();
        const commitment = commitNumber(hashContext(this.code, hand, attempt), number);
        this.keep(hand, attempt, { number, commitment, root: "", revealed: false });
        wishes.push({ t: "pledge", hand, attempt, promise: commitment });
      } else if (asks === "promise" && round && !round.root) {
        // The page was loaded again before the deck was committed to.
        wishes.push({ t: "pledge", hand, attempt, promise: round.commitment });
      }
      return "";
    }
    const problem = this.checkNextDeck(fair, deck);
    if (problem) return this.stop(problem);
    const name = news.you.name ?? "";
    const isIncluded = deck.commitments.some(
      (one) => one.player === name && one.commitment === round?.commitment,
    );
    const isDealtIn = deck.players.includes(name) && news.you.seat !== null;
    if (!isIncluded) {
      return round
        ? "the commitment to your number is not part of the next deck"
        : isDealtIn && !silent.includes(name)
          ? "you were not asked for a number for the next deck"
          : "";
    }
    if (round && asks === "number" && (!round.revealed || round.root === deck.root)) {
      // The root is remembered before the number is revealed.
      const isNew = !round.revealed;
      this.keep(hand, attempt, { ...round, root: deck.root, revealed: true });
      if (isNew) wishes.push({ t: "reveal", hand, attempt, number: round.number });
    }
    return "";
  }

  private checkNextDeck(fair: Fair, deck: DeckCommitment): string {
    const { hand, attempt = 1 } = fair;
    const problem = checkDeck(deck);
    if (problem) return problem;
    if (deck.table !== this.code || deck.hand !== hand || deck.attempt !== attempt) {
      return "the deck is that of another hand";
    }
    return this.checkRoots(deck.hand, [...Array(attempt - 1).fill(""), deck.root], deck.previous);
  }

  /** Compare roots of the decks of a hand with those that were shown before. */
  private checkRoots(hand: number, roots: string[], previous: string): string {
    for (const [at, root] of roots.entries()) {
      const known = this.find(hand, at + 1)?.root;
      if (known && root && known !== root) return "the server changed the deck";
    }
    const before = this.find(hand, roots.length - 1)?.root;
    return before && before !== previous ? "the server hides a deck that was replaced" : "";
  }

  /** The cards that the table shows; players who have folded keep their number of cards. */
  private see(table: Table, fair: Fair, root: string): SeenCards {
    const seen = listSeen(table, fair.discarded);
    const before = this.last.root === root ? this.last.players : [];
    const players = (seen.players ?? []).map((cards, index) =>
      cards.length > 0 ? cards : (before[index] ?? []).map(() => "??"),
    );
    return { ...seen, players };
  }

  private checkHand(news: TableNews, fair: Fair): string {
    const proof = fair.proof ?? null;
    if (proof === null) return "";
    const { deck, earlier = [], dealt = [] } = proof;
    const seen = news.table ? this.see(news.table, fair, deck.root) : null;
    const round = this.find(deck.hand, deck.attempt);
    const own = round?.revealed ? round.number : "";
    const problem = checkProof({ ...proof, own_number: own }, seen);
    // Only a hand without numbers is no evidence that the server cheats.
    if (problem) return proof.numbers.length ? this.stop(problem) : problem;
    if (deck.table !== this.code) return this.stop("the deck is that of another table");
    const roots = [...earlier.map((one) => one.deck.root), deck.root];
    const changed = this.checkRoots(deck.hand, roots, deck.previous);
    if (changed) return this.stop(changed);
    const isSame = this.last.root === deck.root;
    if (isSame && this.last.owners.some((owner, at) => owner !== dealt[at])) {
      return this.stop("the server changed who was dealt a card");
    }
    this.last = { root: deck.root, owners: dealt, players: seen?.players ?? [] };
    this.proofs.delete(deck.hand);
    this.proofs.set(deck.hand, { ...proof, own_number: own });
    for (const hand of [...this.proofs.keys()].slice(0, -KEPT)) this.proofs.delete(hand);
    const isPlayed = news.table?.viewer !== null && news.table?.viewer !== undefined;
    return isPlayed && !own ? "your number is not among those that decided this deck" : "";
  }
}
