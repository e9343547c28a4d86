// SHA-256, because browsers have theirs only where the connection is secure, and a table at home is not.
const ROUNDS = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));
const at = (values: Uint32Array, place: number) => values[place] ?? 0;

/** The SHA-256 of some bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const length = bytes.length;
  const padded = new Uint8Array((((length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded.length - 4, length << 3);
  const state = new Uint32Array(START);
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let place = 0; place < 16; place++) words[place] = view.getUint32(block + 4 * place);
    for (let place = 16; place < 64; place++) {
      const low = at(words, place - 15);
      const high = at(words, place - 2);
      const one = turn(low, 7) ^ turn(low, 18) ^ (low >>> 3);
      const two = turn(high, 17) ^ turn(high, 19) ^ (high >>> 10);
      words[place] = at(words, place - 16) + one + at(words, place - 7) + two;
    }
    const now = new Uint32Array(state);
    for (let place = 0; place < 64; place++) {
      const [a, b, c, e, f, g] = [0, 1, 2, 4, 5, 6].map((one) => at(now, one)) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const big = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const first = at(now, 7) + big + chosen + at(ROUNDS, place) + at(words, place);
      const small = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const most = (a & b) ^ (a & c) ^ (b & c);
      now.copyWithin(1, 0, 7);
      now[4] = at(now, 4) + first;
      now[0] = first + small + most;
    }
    for (let place = 0; place < 8; place++) state[place] = at(state, place) + at(now, place);
  }
  const found = new Uint8Array(32);
  const out = new DataView(found.buffer);
  for (let place = 0; place < 8; place++) out.setUint32(4 * place, at(state, place));
  return found;
}

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes of hexadecimal digits; nothing where they are none. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function join(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}
