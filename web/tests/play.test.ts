import { describe, expect, it } from "vitest";
import { makePlain, moveAmount, showAmount } from "../src/play/controls";
import { drawQr, makeQr } from "../src/play/qr";
import { sha256, toHex } from "../src/play/sha256";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("amounts of the controls", () => {
  it("are read with commas and sent without", () => {
    expect(showAmount("1234567")).toBe("1,234,567");
    expect(makePlain("1,234,567")).toBe("1234567");
    expect(showAmount("0.5")).toBe("0.5");
  });
  it("stay within the bounds that the server gave", () => {
    expect(moveAmount("4", 2, "4", "200")).toBe("6");
    expect(moveAmount("199", 2, "4", "200")).toBe("200");
    expect(moveAmount("5", -2, "4", "200")).toBe("4");
    expect(moveAmount("x", 2, "4", "200")).toBe("x");
  });
});

describe("SHA-256", () => {
  it("has the values of the standard", () => {
    expect(toHex(sha256(bytes("")))).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
    expect(toHex(sha256(bytes("abc")))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(toHex(sha256(bytes("a".repeat(1000))))).toBe(
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
    );
  });
});

/** Read a code again, the plain way: no error is corrected, and one would be found. */
function read(rows: boolean[][]): string {
  const size = rows.length;
  const version = (size - 17) / 4;
  const get = (row: number, column: number) => (rows[row]?.[column] ? 1 : 0);
  let format = 0;
  for (let place = 0; place <= 5; place++) format |= get(place, 8) << place;
  format |= (get(7, 8) << 6) | (get(8, 8) << 7) | (get(8, 7) << 8);
  for (let place = 9; place < 15; place++) format |= get(8, 14 - place) << place;
  const mask = ((format ^ 0x5412) >> 10) & 7;
  expect((format ^ 0x5412) >> 13).toBe(0);
  const masks = [
    (r: number, c: number) => (r + c) % 2,
    (r: number) => r % 2,
    (_: number, c: number) => c % 3,
    (r: number, c: number) => (r + c) % 3,
    (r: number, c: number) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
    (r: number, c: number) => ((r * c) % 2) + ((r * c) % 3),
    (r: number, c: number) => (((r * c) % 2) + ((r * c) % 3)) % 2,
    (r: number, c: number) => (((r + c) % 2) + ((r * c) % 3)) % 2,
  ];
  const centres = version === 1 ? [] : [6, size - 7];
  const isFixed = (row: number, column: number) =>
    row === 6 ||
    column === 6 ||
    (row < 9 && column < 9) ||
    (row < 9 && column >= size - 8) ||
    (row >= size - 8 && column < 9) ||
    centres.some((one) =>
      centres.some(
        (other) =>
          !(one === 6 && other === 6) &&
          !(one === 6 && other === size - 7) &&
          !(one === size - 7 && other === 6) &&
          Math.abs(row - one) <= 2 &&
          Math.abs(column - other) <= 2,
      ),
    );
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    const column = right <= 6 ? right - 1 : right;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const at of [column, column - 1]) {
        if (isFixed(row, at)) continue;
        bits.push(get(row, at) ^ (masks[mask]?.(row, at) === 0 ? 1 : 0));
      }
    }
    up = !up;
  }
  const take = (from: number, count: number) =>
    bits.slice(from, from + count).reduce((sum, bit) => 2 * sum + bit, 0);
  expect(take(0, 4)).toBe(4);
  const length = take(4, 8);
  const found = Array.from({ length }, (_, place) => take(12 + 8 * place, 8));
  return new TextDecoder().decode(Uint8Array.from(found));
}

describe("QR codes", () => {
  it("can be read again, where there is one block", () => {
    for (const text of ["a", "http://127.0.0.1:8000/t/abc", "http://localhost:41234/t/abcdefghx"]) {
      const rows = makeQr(text);
      if (!rows) throw new Error("there is no code");
      expect(read(rows)).toBe(text);
    }
  });

  it("is refused where a text is too long, and drawn where it is not", () => {
    expect(makeQr("x".repeat(107))).toBe(null);
    expect(makeQr("x".repeat(106))?.length).toBe(41);
    expect(drawQr([[true, false]])).toBe("M0 0h1v1h-1z");
  });
});
