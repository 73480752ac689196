const blockBytes = 64;
const roundsOfBlock = 64;

/**
 * The HMAC-SHA256 of a text, in hexadecimal. Made here, since a start needs it before its first frame: node:crypto takes
 * milliseconds to load.
 */
export function keyedHash(key: string, text: string): string {
  const bytes = Buffer.from(key);
  const short = bytes.length > blockBytes ? sha256(bytes) : bytes;
  const pad = (value: number) => {
    const block = Buffer.alloc(blockBytes, value);
    for (const [place, byte] of short.entries()) block[place] = byte ^ value;
    return block;
  };
  const inner = sha256(Buffer.concat([pad(0x36), Buffer.from(text)]));
  return sha256(Buffer.concat([pad(0x5c), inner])).toString('hex');
}

/** As FIPS 180-4 has it, whose names these are. */
function sha256(message: Buffer): Buffer {
  const { start, rounds } = constants();
  const state = Int32Array.from(start);
  const words = new Int32Array(roundsOfBlock);
  const blocks = wholeBlocks(message);
  for (let at = 0; at < blocks.length; at += blockBytes) {
    for (let t = 0; t < 16; t += 1) words[t] = blocks.readInt32BE(at + t * 4);
    for (let t = 16; t < roundsOfBlock; t += 1) {
      const w15 = words[t - 15] ?? 0;
      const w2 = words[t - 2] ?? 0;
      const s0 = turned(w15, 7) ^ turned(w15, 18) ^ (w15 >>> 3);
      const s1 = turned(w2, 17) ^ turned(w2, 19) ^ (w2 >>> 10);
      words[t] = (words[t - 16] ?? 0) + s0 + (words[t - 7] ?? 0) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let t = 0; t < roundsOfBlock; t += 1) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = h + s1 + ((e & f) ^ (~e & g)) + (rounds[t] ?? 0) + (words[t] ?? 0);
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    for (const [place, value] of [a, b, c, d, e, f, g, h].entries())
      state[place] = (state[place] ?? 0) + value;
  }
  const digest = Buffer.alloc(state.byteLength);
  for (const [place, word] of state.entries()) digest.writeInt32BE(word, place * 4);
  return digest;
}

/** A message with a bit, zeros and its length in bits behind it. */
function wholeBlocks(message: Buffer): Buffer {
  const blocks = Buffer.alloc(Math.ceil((message.length + 9) / blockBytes) * blockBytes);
  blocks.set(message);
  blocks[message.length] = 0x80;
  blocks.writeUInt32BE(message.length * 8, blocks.length - 4);
  return blocks;
}

/** The bits of a word turned to the right. */
function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractions of the square roots of the first 8 primes, and of the cube roots of the first 64. */
function constants() {
  const primes: number[] = [];
  for (let n = 2; primes.length < roundsOfBlock; n += 1)
    if (primes.every(prime => n % prime !== 0)) primes.push(n);
  const bits = (root: number) => ((root % 1) * 2 ** 32) | 0;
  const start = primes.slice(0, 8).map(prime => bits(Math.sqrt(prime)));
  return { start, rounds: primes.map(prime => bits(Math.cbrt(prime))) };
}
