/** A column of whole numbers of 32 bits. */
export type Numbers = Int32Array<ArrayBuffer>;

/** What V8 keeps in an array itself. */
const bytesInArray = 64;

/** Gives the memory behind an array back at once, which the collection of garbage would do much later. */
export function release({
  byteLength,
  buffer,
}: Numbers | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>): void {
  if (byteLength > bytesInArray) buffer.transfer(0);
}

export class GrowingNumbers {
  #numbers: Numbers;
  length = 0;

  /** @param room for so many at first */
  constructor(room = 64) {
    this.#numbers = new Int32Array(room);
  }

  push(number: number): void {
    if (this.length === this.#numbers.length) this.#grow(this.length + 1);
    this.#numbers[this.length++] = number;
  }

  append(numbers: Numbers): void {
    if (this.length + numbers.length > this.#numbers.length) this.#grow(this.length + numbers.length);
    this.#numbers.set(numbers, this.length);
    this.length += numbers.length;
  }

  /** Those so far: a view, which later additions leave as it is. */
  get all(): Numbers {
    return this.#numbers.subarray(0, this.length);
  }

  #grow(min: number): void {
    const before = this.#numbers;
    this.#numbers = new Int32Array(Math.max(min, before.length * 2));
    this.#numbers.set(before);
  }
}

/** How many numbers each column has, and how many columns there are. */
const headBytes = 5;

/**
 * Columns of equal length as bytes. After the head each column has a byte that says its width (the lower half: bytes a number,
 * 0 to 4) and that of its least number, which follows; then come the columns: how far each number is above the least one, the
 * lowest bytes of all numbers first. A column of equal numbers takes no more.
 * @param tail bytes that follow
 */
export function packColumns(
  rows: number,
  columns: readonly Numbers[],
  tail: Uint8Array = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  const shapes = columns.map(shapeOf);
  const sizes = shapes.map(({ width, leastBytes }) => 1 + leastBytes + width * rows);
  const packed = new Uint8Array(sizes.reduce((sum, size) => sum + size, headBytes + tail.length));
  let at = 0;
  const put = (number: number, bytes: number): void => {
    for (let shift = 0; shift < bytes * 8; shift += 8) packed[at++] = number >>> shift;
  };
  put(rows, 4);
  put(columns.length, 1);
  for (const { width, min, leastBytes } of shapes) {
    put(width | (leastBytes << 4), 1);
    put(min, leastBytes);
  }
  for (const [index, column] of columns.entries()) {
    const { width, min } = shapes[index] ?? noShape;
    for (let shift = 0; shift < width * 8; shift += 8)
      for (let row = 0; row < rows; row++) packed[at++] = ((column[row] ?? 0) - min) >>> shift;
  }
  packed.set(tail, at);
  return packed;
}

interface Shape {
  /** In bytes. */
  readonly width: number;
  readonly min: number;
  readonly leastBytes: number;
}

const noShape: Shape = { width: 0, min: 0, leastBytes: 0 };

function shapeOf(column: Numbers): Shape {
  let [min, max] = [column[0] ?? 0, column[0] ?? 0];
  for (const number of column) {
    if (number < min) min = number;
    if (number > max) max = number;
  }
  // Without a least number they are read faster.
  if (min > 0 && max !== min && bytesOf(max) === bytesOf(max - min)) min = 0;
  return { width: bytesOf(max - min), min, leastBytes: bytesOf(min >>> 0) };
}

function bytesOf(number: number): number {
  return number === 0 ? 0 : number < 2 ** 8 ? 1 : number < 2 ** 16 ? 2 : number < 2 ** 24 ? 3 : 4;
}

/** What packColumns made; a column is read when it is asked for. */
export function unpackColumns(packed: Uint8Array) {
  let at = 0;
  const take = (bytes: number): number => {
    let number = 0;
    for (let shift = 0; shift < bytes * 8; shift += 8) number |= (packed[at++] ?? 0) << shift;
    return number;
  };
  const rows = take(4);
  const shapes = Array.from({ length: take(1) }, (): Shape => {
    const both = take(1);
    const leastBytes = both >> 4;
    return { width: both & 15, min: take(leastBytes), leastBytes };
  });
  const starts = [at];
  for (const { width } of shapes) starts.push((starts.at(-1) ?? 0) + width * rows);
  /** One that is not among them has zeros. */
  const column = (index: number): Numbers => {
    const { width, min } = shapes[index] ?? noShape;
    const numbers = new Int32Array(rows);
    const bytes = (byteIndex: number): Uint8Array => {
      const from = (starts[index] ?? 0) + byteIndex * rows;
      return packed.subarray(from, from + rows);
    };
    if (width > 0) numbers.set(bytes(0));
    for (let byteIndex = 1; byteIndex < width; byteIndex++)
      addBytes(numbers, bytes(byteIndex), byteIndex * 8);
    if (min !== 0) for (let row = 0; row < rows; row++) numbers[row] = (numbers[row] ?? 0) + min;
    return numbers;
  };
  return { rows, column, tail: packed.subarray(starts.at(-1) ?? 0) };
}

function addBytes(numbers: Numbers, bytes: Uint8Array, shift: number): void {
  for (let row = 0; row < numbers.length; row++)
    numbers[row] = (numbers[row] ?? 0) | ((bytes[row] ?? 0) << shift);
}
