// Follows the plan of a game, the order in which its rules deal cards: docs/fair-dealing.md specifies it.

export const BURN = -1;
export const BOARD = -2;

const ITEM = /^(?:(moves|burn|draw)|(deal|board) ([1-9][0-9]{0,2}))$/;

/** A walk along the owners of dealt cards. */
class Walk {
  at = 0;
  private active: number[];
  private isFirst = true;

  constructor(
    private readonly dealt: number[],
    players: number,
    private readonly size: number,
  ) {
    this.active = Array.from({ length: players }, (_, player) => player);
  }

  get isOver(): boolean {
    return this.at >= this.dealt.length;
  }

  /** Take the cards of an item of the plan; returns whether they fit. */
  take(item: string): boolean {
    const found = ITEM.exec(item);
    if (found === null) return false;
    const count = Number(found[3] ?? 0);
    switch (found[1] ?? found[2]) {
      case "moves":
        return true;
      case "burn":
        return this.takeRow([BURN]);
      case "draw":
        return this.takeDraw();
      case "board":
        return this.takeRow(Array(count).fill(BOARD));
      default:
        return this.takeDeal(count);
    }
  }

  /** Take cards of these owners; the last of the list may be missing. */
  private takeRow(owners: number[]): boolean {
    const given = this.dealt.slice(this.at, this.at + owners.length);
    if (given.some((owner, place) => owner !== owners[place])) return false;
    this.at += given.length;
    return true;
  }

  private takeDraw(): boolean {
    let last = 0;
    for (let owner = this.dealt[this.at]; owner !== undefined; owner = this.dealt[this.at]) {
      if (owner < last) break;
      if (!this.active.includes(owner)) return false;
      last = owner;
      this.at += 1;
    }
    return true;
  }

  /** Take cards for each player: players who have folded get none any more. */
  private takeDeal(count: number): boolean {
    const isShort = this.size - this.at < count * this.active.length;
    if (isShort && this.dealt[this.at] === BOARD) return this.takeRow(Array(count).fill(BOARD));
    const row: number[] = [];
    for (const owner of this.dealt.slice(this.at)) {
      if (owner < 0 || owner <= (row.at(-1) ?? -1)) break;
      row.push(owner);
    }
    if (row.length === 0 || row.some((owner) => !this.active.includes(owner))) return false;
    const isCut = this.at + row.length === this.dealt.length;
    if (this.isFirst) {
      const first = isCut ? this.active.slice(0, row.length) : this.active;
      if (first.length !== row.length || first.some((owner, at) => owner !== row[at])) return false;
    }
    this.active = row;
    this.isFirst = false;
    return this.takeRow(Array(count).fill(row).flat());
  }
}

/** Returns what is wrong with the owners of dealt cards; nothing if they follow the plan. */
export function followPlan(plan: string[], dealt: number[], players: number, size: number): string {
  const walk = new Walk(dealt, players, size);
  for (const item of plan) {
    if (walk.isOver || item === "free") return "";
    if (!walk.take(item)) return `card ${walk.at + 1} was dealt against the rules`;
  }
  // Boards that are run again repeat the last items of the plan.
  const again = plan.filter((item) => item === "burn" || item.startsWith("board "));
  const at = walk.at;
  for (let start = 0; start < again.length; start++) {
    walk.at = at;
    const run = again.slice(start);
    while (!walk.isOver && run.every((item) => walk.isOver || walk.take(item)));
    if (walk.isOver) return "";
  }
  return at < dealt.length ? `card ${at + 1} was dealt against the rules` : "";
}
