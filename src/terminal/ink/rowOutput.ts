import PublishedOutput from 'ink-published/output';
import type { Clip, Output, Transformer } from 'ink-published/output';
import { createTextCache } from '#text/memo.ts';
import { plainRow, type RowText } from '#terminal/ink/plainRow.ts';

interface Write {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** How many rows the text covers. */
  readonly rows: number;
  readonly transformers: readonly Transformer[];
  readonly clip: Clip | undefined;
  /** What the transformers make of the whole text. */
  readonly seen: string;
}

interface Row {
  readonly width: number;
  readonly writes: readonly Write[];
  readonly text: string;
}

/** The rows of the last frame: most stay as they are. */
let last: readonly Row[] = [];
/** Rows by what was written to them. */
const drawn = createTextCache<string>(500);

/**
 * Ink's Output, except that it draws only rows it has not drawn before: each with plainRow, or with a published Output of
 * one row. Two transformers count as the same where they make the same of the whole text.
 */
export class RowOutput implements Output {
  readonly width: number;
  readonly height: number;
  readonly #writes: Write[] = [];
  readonly #clips: Clip[] = [];

  constructor({ width, height }: { readonly width: number; readonly height: number }) {
    this.width = width;
    this.height = height;
  }

  write(
    x: number,
    y: number,
    text: string,
    { transformers }: { readonly transformers: readonly Transformer[] },
  ): void {
    if (text === '') return;
    const clip = this.#clips.at(-1);
    let seen = text;
    for (const transformer of transformers) seen = transformer(seen, 0);
    this.#writes.push({ x, y, text, rows: rowsOf(text), transformers, clip, seen });
  }

  clip(clip: Clip): void {
    this.#clips.push(within(this.#clips.at(-1), clip));
  }

  unclip(): void {
    this.#clips.pop();
  }

  get(): { readonly output: string; readonly height: number } {
    const rows: Write[][] = Array.from({ length: this.height }, () => []);
    for (const write of this.#writes) {
      // The published one counts a text as visible in the first row below its clip too, and then draws nothing there.
      const first = Math.max(write.y, write.clip?.y1 ?? write.y);
      const end = Math.min(write.y + write.rows, write.clip?.y2 ?? Infinity);
      for (let y = first; y < end; y++) rows[y]?.push(write);
    }
    last = rows.map((writes, y): Row => {
      const before = last[y];
      const isSame = before?.width === this.width && areSame(before.writes, writes);
      return isSame ? before : { width: this.width, writes, text: this.#row(writes, y) };
    });
    return { output: last.map(({ text }) => text).join('\n'), height: this.height };
  }

  #row(writes: readonly Write[], y: number): string {
    if (writes.length === 0) return '';
    const keys = writes.map(write => keyOf(write, y));
    return drawn(`${this.width}\u0002${keys.join('\u0002')}`, () => this.#draw(writes, y));
  }

  #draw(writes: readonly Write[], y: number): string {
    const isPlain = writes.every(({ text, seen, rows }) => rows === 1 && seen === text);
    const row = isPlain ? plainRow(writes.map(rowText), this.width) : undefined;
    if (row !== undefined) return row;
    const output = new PublishedOutput({ width: this.width, height: 1 });
    for (const { x, y: top, text, transformers, clip } of writes) {
      if (clip !== undefined) output.clip({ ...clip, y1: shifted(clip.y1, y), y2: shifted(clip.y2, y) });
      output.write(x, top - y, text, { transformers });
      if (clip !== undefined) output.unclip();
    }
    return output.get().output;
  }
}

function rowText({ x, text, clip }: Write): RowText {
  return { x, text, from: clip?.x1, end: clip?.x2 };
}

/** Whether the same is written to a row as in the frame before. */
function areSame(before: readonly Write[], now: readonly Write[]): boolean {
  return (
    before.length === now.length &&
    now.every((write, index) => {
      const other = before[index];
      return (
        other?.text === write.text &&
        other.seen === write.seen &&
        other.x === write.x &&
        other.y === write.y &&
        other.clip?.x1 === write.clip?.x1 &&
        other.clip?.x2 === write.clip?.x2
      );
    })
  );
}

/** Identifies what a write draws in a row, whichever row of the screen that is. */
function keyOf({ x, y: top, text, rows, seen, clip }: Write, y: number): string {
  return `${rows === 1 ? '' : y - top},${x},${clip?.x1},${clip?.x2}\u0001${text}\u0001${seen === text ? '' : seen}`;
}

function shifted(bound: number | undefined, by: number): number | undefined {
  return bound === undefined ? undefined : bound - by;
}

function rowsOf(text: string): number {
  let rows = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) rows++;
  return rows;
}

/** The intersection of two clips; undefined is no bound. */
function within(outer: Clip | undefined, inner: Clip): Clip {
  if (outer === undefined) return inner;
  const tighter = (pick: (a: number, b: number) => number, a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? (a ?? b) : pick(a, b);
  return {
    x1: tighter(Math.max, outer.x1, inner.x1),
    x2: tighter(Math.min, outer.x2, inner.x2),
    y1: tighter(Math.max, outer.y1, inner.y1),
    y2: tighter(Math.min, outer.y2, inner.y2),
  };
}
