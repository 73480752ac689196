import { column, columns } from './LineRows.ts';

/** Rows to be filled, in arrays that grow. */
export class RowWriter {
  length = 0;
  /** Of the last row. */
  start = 0;
  numbers = new Int32Array(0);
  times = new Float64Array(0);

  /** Begins a row of zeros. */
  next(): void {
    if (this.length === this.times.length) this.#grow();
    this.start = this.length * columns;
    this.length++;
  }

  put(place: number, number: number): void {
    this.numbers[this.start + place] = number;
  }

  flag(bit: number): void {
    const place = this.start + column.flags;
    this.numbers[place] = (this.numbers[place] ?? 0) | bit;
  }

  /** The rows so far, which are passed on: others begin. */
  take(): {
    readonly length: number;
    readonly numbers: Int32Array<ArrayBuffer>;
    readonly times: Float64Array<ArrayBuffer>;
  } {
    const { length, numbers, times } = this;
    this.length = 0;
    // As many as there were: pieces of a log are alike.
    this.numbers = new Int32Array(numbers.length);
    this.times = new Float64Array(times.length);
    return { length, numbers, times };
  }

  #grow(): void {
    const { numbers, times } = this;
    const rows = Math.max(16, times.length * 2);
    this.numbers = new Int32Array(rows * columns);
    this.times = new Float64Array(rows);
    this.numbers.set(numbers);
    this.times.set(times);
  }
}
