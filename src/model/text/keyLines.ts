/** Keys and what they do. */
export interface KeyRow {
  readonly keys: string;
  readonly does: string;
  /** Why they do nothing now. */
  readonly reason?: string | undefined;
}

/** A line of a key table; dim where the keys do nothing now. */
export interface KeyLine {
  readonly keys: string;
  readonly does: string;
  readonly isDim?: boolean;
}

/** Columns around and between the two of a key table. */
const margins = 4;
const indent = '  ';

export function widestKeys(rows: readonly { readonly keys: string }[]): number {
  return Math.max(0, ...rows.map(({ keys }) => keys.length));
}

/** Columns for what keys do, in a table of `width` columns. */
export function roomBesideKeys(keysWidth: number, width: number): number {
  return Math.max(1, width - keysWidth - margins);
}

/** The lines of a table of `width` columns: below keys that do nothing now stands why, whole. Plain ASCII only. */
export function keyLines(rows: readonly KeyRow[], width: number): KeyLine[] {
  const room = roomBesideKeys(widestKeys(rows), width) - indent.length;
  return rows.flatMap(({ keys, does, reason }) =>
    reason === undefined
      ? [{ keys, does }]
      : [
          { keys, does, isDim: true },
          ...wrapWords(reason, room).map(line => ({ keys: '', does: indent + line, isDim: true })),
        ],
  );
}

function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
