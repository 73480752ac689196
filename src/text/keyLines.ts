export interface KeyRow {
  readonly keys: string;
  readonly does: string;
  /** Why they do nothing now. */
  readonly reason?: string | undefined;
  /** The heading it stands below, with those after it that have the same. */
  readonly section?: string | undefined;
}

/** A line of a key table; dim where the keys do nothing now. */
export interface KeyLine {
  readonly keys: string;
  readonly does: string;
  readonly isDim?: boolean;
  readonly isHeading?: boolean;
}

/** Columns around and between the two of a key table. */
const margins = 4;
const indent = '  ';
/** Columns from which on what keys do goes on in further lines. */
const leastWrapped = 20;

export function widestKeys(rows: readonly { readonly keys: string }[]): number {
  return Math.max(0, ...rows.map(({ keys }) => keys.length));
}

/** Columns for what keys do, in a table of `width` columns. */
export function roomBesideKeys(keysWidth: number, width: number): number {
  return Math.max(1, width - keysWidth - margins);
}

/**
 * The lines of a table of `width` columns: each section below its heading; below keys that do nothing now stands why, whole.
 * Plain ASCII only.
 */
export function keyLines(rows: readonly KeyRow[], width: number): KeyLine[] {
  const room = roomBesideKeys(widestKeys(rows), width);
  return rows.flatMap(({ keys, does, reason, section }, index) => {
    // Where there is next to no room what keys do is cut, not stacked word by word.
    const [first = '', ...more] = room < leastWrapped ? [does] : wrapWords(does, room);
    const reasons = reason === undefined ? [] : wrapWords(reason, room - indent.length);
    const lines = [
      { keys, does: first },
      ...more.map(line => ({ keys: '', does: line })),
      ...reasons.map(line => ({ keys: '', does: indent + line })),
    ];
    return [
      ...(section === undefined || section === rows[index - 1]?.section ? [] : heading(section, index === 0)),
      ...(reason === undefined ? lines : lines.map(line => ({ ...line, isDim: true }))),
    ];
  });
}

function heading(section: string, isFirst: boolean): KeyLine[] {
  const line = { keys: section, does: '', isHeading: true };
  return isFirst ? [line] : [{ keys: '', does: '' }, line];
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
