/** With what sorting takes, and the texts on their way, some 40 MB. */
const mostBytes = 25_165_824;
/** So much of it stays where older lines make room for newer ones. */
const kept = 0.75;
const lineFeed = 10;

/** The newest lines that fit into a limited memory, in whatever order they come; of the same time the one that came last. */
export class NewestLines {
  /** Lines of this time and before were dropped; -Infinity for none. */
  cut = -Infinity;
  readonly #most: number;
  /** The system gives pages of it once they are written to. */
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;
  #count = 0;
  #times = new Float64Array(1_024);
  /** Where each line begins; it ends with a line feed where the next one begins. */
  #starts = new Uint32Array(1_024);

  constructor(most = mostBytes) {
    this.#most = most;
    this.#bytes = Buffer.allocUnsafeSlow(most);
  }

  /** Forgets all of them, and goes on in the same memory. */
  restart(): void {
    this.cut = -Infinity;
    this.#length = 0;
    this.#count = 0;
  }

  /** @param line Latin-1, without its line feed; where it is older than what was dropped it is left out */
  add(time: number, line: string): void {
    if (time <= this.cut) return;
    const length = line.length + 1;
    if (this.#length + length > this.#most && this.#count > 1) {
      this.#dropOlder();
      if (time <= this.cut) return;
    }
    this.#grow(length);
    this.#times[this.#count] = time;
    this.#starts[this.#count++] = this.#length;
    this.#bytes.write(line, this.#length, 'latin1');
    this.#bytes[this.#length + line.length] = lineFeed;
    this.#length += length;
  }

  /**
   * Writes the lines into a room, the newest first, each with its line feed: whole lines, where they fit.
   * @yields how many bytes of it are written; the rest is when it goes on
   */
  *writeTo(room: Uint8Array): Generator<number, void, void> {
    let length = 0;
    for (const at of this.#newestFirst()) {
      for (let rest = this.#line(at); rest.length > 0;) {
        if (length > 0 && length + rest.length > room.length) {
          yield length;
          length = 0;
        }
        const part = rest.subarray(0, room.length - length);
        room.set(part, length);
        length += part.length;
        rest = rest.subarray(part.length);
      }
    }
    if (length > 0) yield length;
  }

  #line(at: number): Buffer {
    const end = at + 1 < this.#count ? this.#starts[at + 1] : this.#length;
    return this.#bytes.subarray(this.#starts[at], end);
  }

  #newestFirst(): Uint32Array {
    const times = this.#times;
    const order = Uint32Array.from({ length: this.#count }, (_, at) => at);
    return order.sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0) || b - a);
  }

  /** Keeps the newer ones, of whole times: the rest of a time could not be told from what was kept. */
  #dropOlder(): void {
    let bytes = 0;
    let cut = -Infinity;
    for (const at of this.#newestFirst()) {
      bytes += this.#line(at).length;
      cut = this.#times[at] ?? 0;
      if (bytes >= this.#length * kept) break;
    }
    const newest = this.#times.subarray(0, this.#count).reduce((most, time) => Math.max(most, time));
    // All that would stay is of one time: nothing newer could be kept in its place.
    if (cut === newest)
      cut = this.#times
        .subarray(0, this.#count)
        .reduce((most, time) => (time < newest ? Math.max(most, time) : most), -Infinity);
    if (cut === -Infinity) return;
    this.cut = cut;
    let [count, length] = [0, 0];
    for (let at = 0; at < this.#count; at++) {
      const time = this.#times[at] ?? 0;
      if (time <= cut) continue;
      const line = this.#line(at);
      line.copy(this.#bytes, length);
      this.#times[count] = time;
      this.#starts[count++] = length;
      length += line.length;
    }
    this.#count = count;
    this.#length = length;
  }

  #grow(more: number): void {
    if (this.#length + more > this.#bytes.length) {
      const size = Math.max(this.#length + more, this.#bytes.length * 2);
      const larger = Buffer.allocUnsafe(size);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    if (this.#count < this.#times.length) return;
    const times = new Float64Array(this.#count * 2);
    times.set(this.#times);
    this.#times = times;
    const starts = new Uint32Array(this.#count * 2);
    starts.set(this.#starts);
    this.#starts = starts;
  }
}
