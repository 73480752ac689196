import type { ChartRow } from '#charts/canvas.ts';
import { rowRuns } from '#charts/row.ts';
import { maximum } from '#charts/scale.ts';
import { columnWidths, fitParts, type Part } from '#components/parts.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { spaces } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';

export interface PaneRow {
  readonly text: SafeText;
  readonly count: number;
  readonly numbers: readonly Part[];
  /** Of what is usual, and still to come. */
  readonly isUsual?: boolean;
}

export interface PaneList {
  readonly title: string;
  readonly counts: string;
  readonly name: StatisticName;
  /** The row whose they are, where that is not said above. */
  readonly of?: SafeText;
  /** Undefined while they are read. */
  readonly rows: readonly PaneRow[] | undefined;
  /** The greatest of a list that is cut into several, or goes on. */
  readonly most?: number;
  /** Its highest days, its weekdays or its hours: they may stand apart from the pane. */
  readonly isBest?: boolean;
}

const minRows = 3;
/** A blank one, the heading and a row. */
const minLines = 3;
/** Fewer rows of a list are not divided. */
const minSplit = 8;
/** So many rows a list is taken to have while it is read. */
const unreadRows = 10;
/** Columns of a list beside another one. */
const minList = 36;
/** The same of days and hours, which have short names. */
const minDays = 26;

interface ListRoom {
  readonly width: number;
  readonly height: number;
  /** Nothing else has the lines that the lists leave: rows may be two lines high. */
  readonly isAlone?: boolean;
}

/**
 * The lists in columns, as far as there is room for three rows of each: in as many columns as show most of them and leave least
 * room empty.
 */
export function listColumns(lists: readonly PaneList[], room: ListRoom): readonly PaneList[][] {
  const some = lists.filter(({ rows }) => rows === undefined || rows.length > 0);
  if (room.height < minLines || some.length === 0) return [];
  const least = some.every(({ isBest }) => isBest === true) ? minDays : minList;
  const columns = Array.from(
    { length: Math.max(1, Math.floor(room.width / least)) },
    (_, index) => index + 1,
  );
  const arranged = columns.map(count => {
    const parts = besideEachOther(some, count);
    const stacks = stacked(parts, Math.min(count, parts.length), room.height);
    const tall = heightOfRows(stacks, room);
    const shown = stacks.map(stack => Math.min(room.height, linesOf(stack) * tall));
    const lines = shown.reduce((sum, each) => sum + each, 0);
    const filled = room.isAlone === true ? room.height : maximum(shown);
    const cut = parts.reduce((sum, list) => sum + linesOf([list]) * tall, 0) - lines;
    return { stacks, cut: cut / tall, empty: 1 - lines / (stacks.length * filled) };
  });
  // Of those alike the one of more columns: names and numbers stand closer to each other.
  const [best] = arranged.toReversed().toSorted((a, b) => a.cut - b.cut || a.empty - b.empty);
  return best?.stacks ?? [];
}

/** Each list, the longest first, below the shortest column; in a column in their own order, and so the columns. */
function stacked(lists: readonly PaneList[], count: number, height: number): PaneList[][] {
  const most = Math.max(1, Math.floor(height / (minRows + 2)));
  const stacks = Array.from({ length: count }, (): PaneList[] => []);
  // Of more than there is room for the first ones.
  const shown = lists.slice(0, count * most);
  for (const list of shown.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const lengths = stacks.map(linesOf);
    const shortest = stacks[lengths.indexOf(Math.min(...lengths))];
    if (shortest !== undefined && shortest.length < most) shortest.push(list);
  }
  const placeOf = (list: PaneList | undefined) => (list === undefined ? lists.length : lists.indexOf(list));
  return stacks
    .map(stack => stack.toSorted((a, b) => placeOf(a) - placeOf(b)))
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b));
}

/** Of more columns than lists the longest goes on in the next one, so that none is much longer than the others. */
function besideEachOther(lists: readonly PaneList[], columns: number): readonly PaneList[] {
  const longest = lists.toSorted((a, b) => (b.rows?.length ?? 0) - (a.rows?.length ?? 0))[0];
  const rows = longest?.rows ?? [];
  if (longest === undefined || lists.length >= columns || rows.length < minSplit) return lists;
  const half = Math.ceil(rows.length / 2);
  const most = longest.most ?? maximum(rows.map(({ count }) => count));
  const parts = [
    { ...longest, rows: rows.slice(0, half), most },
    { ...longest, title: '', rows: rows.slice(half), most },
  ];
  return besideEachOther(lists.toSpliced(lists.indexOf(longest), 1, ...parts), columns);
}

function heightOfRows(
  columns: readonly (readonly PaneList[])[],
  { height, isAlone = false }: ListRoom,
): 1 | 2 {
  return isAlone && maximum(columns.map(linesOf)) * 2 - 2 <= height ? 2 : 1;
}

/** With the blank line above each. */
export function linesOf(lists: readonly PaneList[]): number {
  return lists.reduce((lines, list) => lines + lengthOf(list) + 1, 0);
}

function lengthOf({ rows }: PaneList): number {
  return 1 + (rows?.length ?? unreadRows);
}

/** Lines of each: no more than it has; of a shorter one the others have what it leaves. */
function divided(lengths: readonly number[], room: number): number[] {
  const found = [...lengths];
  let left = room;
  const shortestFirst = [...lengths.keys()].toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  for (const [done, place] of shortestFirst.entries()) {
    const lines = Math.min(found[place] ?? 0, Math.floor(left / (lengths.length - done)));
    found[place] = lines;
    left -= lines;
  }
  return found;
}

export function columnLines(columns: readonly (readonly PaneList[])[], room: ListRoom): ChartRow[] {
  const { width, height } = room;
  const tall = heightOfRows(columns, room);
  const widths = columnWidths(width, columns.length).map((each, at) =>
    at < columns.length - 1 ? each - 2 : each,
  );
  const drawn = columns.map((column, at) => {
    const lengths = divided(column.map(lengthOf), height - column.length);
    return column.flatMap((list, place): ChartRow[] => [
      [],
      ...oneList(list, widths[at] ?? 0, lengths[place] ?? 0, tall),
    ]);
  });
  return Array.from({ length: Math.min(height, maximum(drawn.map(({ length }) => length))) }, (_, line) =>
    drawn.flatMap((rows, at): Part[] => [
      ...(at === 0 ? [] : [{ text: spaces(2) }]),
      ...fitParts(rows[line] ?? [], [], widths[at] ?? 0),
    ]),
  );
}

function oneList(
  { title, of, counts, name, rows, most }: PaneList,
  width: number,
  height: number,
  lines: 1 | 2,
): ChartRow[] {
  const { family } = statisticInfo(name);
  const heading: ChartRow =
    title === ''
      ? []
      : [
          { text: safeText(title.toUpperCase()), tone: family, bold: true },
          dim(of === undefined ? safeText(`  ${counts}`) : label`  ${of}, ${safeText(counts)}`),
        ];
  if (rows === undefined) return [heading, [dim(label`Reading ...`)]];
  const cells = rows
    .slice(0, height - 1)
    .map(({ text, count, ...row }) => ({ label: { text }, value: count, ...row }));
  const look = {
    width,
    most,
    lines,
    ascii: isAscii(),
    family,
    isBehind: hasTints(),
    bar: (room: number) => Math.floor(room * 0.35),
  };
  return [heading, ...rowRuns(cells, look).flat()];
}

function dim(text: SafeText): Part {
  return { text, tone: 'dim' };
}
