/** SHA-256 (FIPS 180-4). `crypto.subtle` is missing where a page is served over plain HTTP, as at home. */

/** The first 32 bits of the fractional part of a root of each of the first primes. */
const fractions = (count: number, root: number): number[] => {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    let prime = true;
    for (let factor = 2; factor * factor <= candidate; factor += 1) prime &&= candidate % factor !== 0;
    if (prime) found.push(((candidate ** (1 / root) % 1) * 2 ** 32) | 0);
  }
  return found;
};
const START = fractions(8, 2);
const ROUND = fractions(64, 3);
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array((((message.length + 8) >> 6) + 1) << 6);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return view;
}

function schedule(block: DataView, at: number): Int32Array {
  const words = new Int32Array(64);
  for (let i = 0; i < 64; i += 1) {
    if (i < 16) words[i] = block.getInt32(at + 4 * i);
    else {
      const early = words[i - 15]!;
      const late = words[i - 2]!;
      const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16]! + low + words[i - 7]! + high;
    }
  }
  return words;
}

type State = [number, number, number, number, number, number, number, number];

function compress(hash: State, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUND[i]! + words[i]!;
    const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i]! + word) | 0));
}

export function sha256(message: Uint8Array): Uint8Array {
  const hash = [...START] as State;
  const blocks = padded(message);
  for (let at = 0; at < blocks.byteLength; at += 64) compress(hash, schedule(blocks, at));
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
