import { blankRow, type Row } from './grid.ts';
import { plain } from './style.ts';

/** Rows from top to bottom, both counted, move up by so many; down where it is negative. */
interface Scroll {
  readonly top: number;
  readonly bottom: number;
  readonly by: number;
}

/** With fewer moved rows it is not taken for a scroll. */
const fewestRows = 3;
/** What the sequences of a scroll cost, in cells written. */
const overhead = 40;

/** The scroll that saves most of what painting the wanted rows over those shown would write; undefined where none does. */
export function findScroll(shown: readonly (Row | undefined)[], wanted: readonly Row[]): Scroll | undefined {
  const changed = wanted.filter((row, y) => row !== shown[y] && changes(row, shown[y]) > 0).length;
  if (changed <= fewestRows || wanted.some((_, y) => shown[y] === undefined)) return undefined;
  const scroll = commonMove(shown, wanted);
  if (scroll === undefined) return undefined;
  const blank = blankRow(wanted[0]?.text.length ?? 0);
  const { top, bottom, by } = scroll;
  let saved = -overhead;
  for (let y = top; y <= bottom; y++) {
    const row = wanted[y];
    const from = y + by;
    if (row)
      saved += changes(row, shown[y]) - changes(row, from < top || from > bottom ? blank : shown[from]);
  }
  return saved > 0 ? scroll : undefined;
}

/** How far most rows have moved, and between which rows. */
function commonMove(shown: readonly (Row | undefined)[], wanted: readonly Row[]): Scroll | undefined {
  const places = new Map(shown.map((row, y) => [row && hashOf(row), y]));
  const moved = wanted.flatMap((row, y) => {
    const from = isBlank(row) ? undefined : places.get(hashOf(row));
    return from === undefined || from === y ? [] : [{ y, from, by: from - y }];
  });
  const groups = [...Map.groupBy(moved, ({ by }) => by).values()];
  const [rows = []] = groups.sort((a, b) => b.length - a.length);
  const by = rows[0]?.by ?? 0;
  if (rows.length < fewestRows) return undefined;
  const ends = rows.flatMap(({ y, from }) => [y, from]);
  return { top: Math.min(...ends), bottom: Math.max(...ends), by };
}

/** Of rows that nobody writes to any more, as those here: most stay from one frame to the next. */
const hashes = new WeakMap<Row, number>();

/** Two rows that differ may have the same one: what a scroll saves is counted by cells. */
function hashOf(row: Row): number {
  const known = hashes.get(row);
  if (known !== undefined) return known;
  const { text, style } = row;
  let hash = 0;
  for (let x = 0; x < text.length; x++)
    hash = (Math.imul(hash, 31) + (text[x]?.codePointAt(0) ?? 0) + Math.imul(style[x] ?? 0, 0x10001)) | 0;
  hashes.set(row, hash);
  return hash;
}

function isBlank({ text, style }: Row): boolean {
  return text.every(character => character === ' ') && style.every(one => one === plain);
}

function changes(row: Row, shown: Row | undefined): number {
  if (!shown) return row.text.length;
  let count = 0;
  for (let x = 0; x < row.text.length; x++)
    if (row.text[x] !== shown.text[x] || row.style[x] !== shown.style[x]) count++;
  return count;
}
