// QR codes: bytes, correction of level M, versions 1 to 6: links have room, after ISO/IEC 18004.

// For each version: code words in all, those of correction in a block, and how many blocks.
const VERSIONS: [number, number, number][] = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
];
const CENTRES: number[][] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34]];
const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Multiply in the field of 256 elements. */
function multiply(one: number, other: number): number {
  let product = 0;
  let left = one;
  for (let bits = other; bits > 0; bits >>= 1) {
    if (bits & 1) product ^= left;
    left = left & 0x80 ? (left << 1) ^ 0x11d : left << 1;
  }
  return product;
}

function correct(data: number[], count: number): number[] {
  let factors = [1];
  let root = 1;
  for (let place = 0; place < count; place++) {
    const next = new Array<number>(factors.length + 1).fill(0);
    factors.forEach((factor, at) => {
      next[at] = (next[at] ?? 0) ^ factor;
      next[at + 1] = (next[at + 1] ?? 0) ^ multiply(factor, root);
    });
    factors = next;
    root = multiply(root, 2);
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let place = 0; place < data.length; place++) {
    const lead = rest[place] ?? 0;
    if (lead === 0) continue;
    factors.forEach((factor, at) => {
      rest[place + at] = (rest[place + at] ?? 0) ^ multiply(factor, lead);
    });
  }
  return rest.slice(data.length);
}

function encode(bytes: Uint8Array, version: number): number[] {
  const [total, correction, blocks] = VERSIONS[version - 1] ?? [0, 0, 1];
  const room = total - correction * blocks;
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let place = count - 1; place >= 0; place--) bits.push((value >> place) & 1);
  };
  push(4, 4);
  push(bytes.length, 8);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, 8 * room - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words: number[] = [];
  for (let place = 0; place < bits.length; place += 8) {
    words.push(bits.slice(place, place + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  }
  for (let place = 0; words.length < room; place++) words.push(place % 2 === 0 ? 0xec : 0x11);
  const short = Math.floor(room / blocks);
  const parts: number[][] = [];
  let start = 0;
  for (let block = 0; block < blocks; block++) {
    const size = short + (block >= blocks - (room % blocks) ? 1 : 0);
    parts.push(words.slice(start, start + size));
    start += size;
  }
  const checks = parts.map((part) => correct(part, correction));
  const found: number[] = [];
  for (let place = 0; place <= short; place++) {
    for (const part of parts) if (part[place] !== undefined) found.push(part[place] ?? 0);
  }
  for (let place = 0; place < correction; place++) {
    for (const check of checks) found.push(check[place] ?? 0);
  }
  return found;
}

class Grid {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];

  constructor(readonly version: number) {
    this.size = 17 + 4 * version;
    const rows = () => Array.from({ length: this.size }, () => new Array<boolean>(this.size));
    this.dark = rows();
    this.fixed = rows();
    this.drawPatterns();
  }

  set(row: number, column: number, dark: boolean, fixed = true): void {
    const [line, kept] = [this.dark[row], this.fixed[row]];
    if (!line || !kept || column < 0 || column >= this.size) return;
    line[column] = dark;
    if (fixed) kept[column] = true;
  }

  get(row: number, column: number): boolean {
    return this.dark[row]?.[column] === true;
  }

  private drawPatterns(): void {
    for (let place = 0; place < this.size; place++) {
      this.set(6, place, place % 2 === 0);
      this.set(place, 6, place % 2 === 0);
    }
    const far = this.size - 4;
    for (const [row, column] of [
      [3, 3],
      [3, far],
      [far, 3],
    ] as const) {
      for (let down = -4; down <= 4; down++) {
        for (let right = -4; right <= 4; right++) {
          const ring = Math.max(Math.abs(down), Math.abs(right));
          this.set(row + down, column + right, ring !== 2 && ring !== 4);
        }
      }
    }
    const centres = CENTRES[this.version - 1] ?? [];
    const last = centres.length - 1;
    centres.forEach((row, one) => {
      centres.forEach((column, other) => {
        const corner = (one === 0 && other === 0) || (one === 0 && other === last);
        if (corner || (one === last && other === 0)) return;
        for (let down = -2; down <= 2; down++) {
          for (let right = -2; right <= 2; right++) {
            const ring = Math.max(Math.abs(down), Math.abs(right));
            this.set(row + down, column + right, ring !== 1);
          }
        }
      });
    });
    this.drawFormat(0);
  }

  drawFormat(mask: number): void {
    // Level M is 0.
    let rest = mask;
    for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (place: number) => ((bits >> place) & 1) === 1;
    const size = this.size;
    for (let place = 0; place <= 5; place++) this.set(place, 8, bit(place));
    this.set(7, 8, bit(6));
    this.set(8, 8, bit(7));
    this.set(8, 7, bit(8));
    for (let place = 9; place < 15; place++) this.set(8, 14 - place, bit(place));
    for (let place = 0; place < 8; place++) this.set(8, size - 1 - place, bit(place));
    for (let place = 8; place < 15; place++) this.set(size - 15 + place, 8, bit(place));
    this.set(size - 8, 8, true);
  }

  fill(words: number[]): void {
    let place = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      const column = right <= 6 ? right - 1 : right;
      for (let step = 0; step < this.size; step++) {
        const isUp = ((column + 1) & 2) === 0;
        const row = isUp ? this.size - 1 - step : step;
        for (const at of [column, column - 1]) {
          if (this.fixed[row]?.[at]) continue;
          const word = words[place >> 3] ?? 0;
          this.set(row, at, ((word >> (7 - (place & 7))) & 1) === 1, false);
          place += 1;
        }
      }
    }
  }

  mask(number: number): void {
    const mask = MASKS[number];
    if (!mask) return;
    for (let row = 0; row < this.size; row++) {
      for (let column = 0; column < this.size; column++) {
        if (!this.fixed[row]?.[column] && mask(row, column)) {
          this.set(row, column, !this.get(row, column), false);
        }
      }
    }
  }

  /** How hard it is to read: the less the better. */
  weigh(): number {
    let sum = 0;
    const lines: boolean[][] = [];
    for (let one = 0; one < this.size; one++) {
      lines.push(Array.from({ length: this.size }, (_, other) => this.get(one, other)));
      lines.push(Array.from({ length: this.size }, (_, other) => this.get(other, one)));
    }
    for (const line of lines) {
      const text = line.map((dark) => (dark ? "1" : "0")).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (let place = 0; place + 11 <= text.length; place++) {
        const part = text.slice(place, place + 11);
        if (part === "10111010000" || part === "00001011101") sum += 40;
      }
    }
    let dark = 0;
    for (let row = 0; row < this.size; row++) {
      for (let column = 0; column < this.size; column++) {
        const one = this.get(row, column);
        if (one) dark += 1;
        const isSquare =
          row > 0 &&
          column > 0 &&
          one === this.get(row - 1, column) &&
          one === this.get(row, column - 1) &&
          one === this.get(row - 1, column - 1);
        if (isSquare) sum += 3;
      }
    }
    const part = (100 * dark) / (this.size * this.size);
    return sum + 10 * Math.floor(Math.abs(part - 50) / 5);
  }
}

/** A text as a QR code: rows of modules, `true` for dark ones; nothing where it is too long. */
export function makeQr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(
    ([total, correction, blocks]) => bytes.length + 2 <= total - correction * blocks,
  );
  if (version < 0) return null;
  const words = encode(bytes, version + 1);
  let best: Grid | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let number = 0; number < MASKS.length; number++) {
    const grid = new Grid(version + 1);
    grid.fill(words);
    grid.mask(number);
    grid.drawFormat(number);
    const weight = grid.weigh();
    if (weight < least) [best, least] = [grid, weight];
  }
  return best?.dark.map((row) => Array.from(row, (dark) => dark === true)) ?? null;
}

/** The modules as one path of an SVG. */
export function drawQr(rows: boolean[][]): string {
  return rows
    .flatMap((row, down) => row.map((dark, right) => (dark ? `M${right} ${down}h1v1h-1z` : "")))
    .join("");
}
