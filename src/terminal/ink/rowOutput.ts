import PublishedOutput from 'ink-published/output';
import type { Clip, Output, Transformer } from 'ink-published/output';

interface Write {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** How many rows the text covers. */
  readonly rows: number;
  readonly transformers: readonly Transformer[];
  readonly clip: Clip | undefined;
  /** Identifies what it draws, whatever row it starts at. */
  readonly key: string;
}

/** Drawn rows by what was written to them: from one frame to the next few rows change. */
const drawn = new Map<string, string>();
const maxRows = 500;

/**
 * Ink's Output, except that it draws only rows it has not drawn before: each with a published Output of one row. Two
 * transformers count as the same where they make the same of the whole text.
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
    const sides = clip === undefined ? '' : `${clip.x1},${clip.x2}`;
    const key = `${x},${sides}\u0001${text}\u0001${seen}\u0002`;
    this.#writes.push({ x, y, text, rows: rowsOf(text), transformers, clip, key });
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
    return { output: rows.map((writes, y) => this.#row(writes, y)).join('\n'), height: this.height };
  }

  #row(writes: readonly Write[], y: number): string {
    if (writes.length === 0) return '';
    let key = `${this.width}\u0002`;
    for (const write of writes) key += write.rows === 1 ? write.key : `${y - write.y}${write.key}`;
    const known = drawn.get(key);
    if (known !== undefined) return known;
    if (drawn.size >= maxRows) drawn.clear();
    const row = this.#draw(writes, y);
    drawn.set(key, row);
    return row;
  }

  #draw(writes: readonly Write[], y: number): string {
    const output = new PublishedOutput({ width: this.width, height: 1 });
    for (const { x, y: top, text, transformers, clip } of writes) {
      if (clip !== undefined) output.clip({ ...clip, y1: shifted(clip.y1, y), y2: shifted(clip.y2, y) });
      output.write(x, top - y, text, { transformers });
      if (clip !== undefined) output.unclip();
    }
    return output.get().output;
  }
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
