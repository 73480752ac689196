import type { ChartRow } from '#charts/canvas.ts';
import { maximum } from '#charts/scale.ts';
import {
  barRows,
  changePart,
  columnWidths,
  dim,
  dotsOf,
  fitParts,
  markPart,
  type Part,
} from '#components/parts.ts';
import { change } from '#model/comparison/change.ts';
import { bucketName } from '#model/period/bucket.ts';
import { daysFrom } from '#model/period/day.ts';
import { hourText, weekdayName } from '#model/period/format.ts';
import { countsOf, statisticInfo } from '#model/service/capabilities.ts';
import { isHours, isTime, type StatisticName } from '#model/statistics/statistics.ts';
import { amountText } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import type { State } from '#store/state.ts';
import type { ShownHistory } from '#store/views/history.ts';
import type { PaneHours, ComparedList } from '#store/views/rowPane.ts';
import { textWidth } from '#text/characters.ts';
import { spaces, total } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';

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
  readonly subject?: SafeText;
  /** Undefined while they are read. */
  readonly rows: readonly PaneRow[] | undefined;
  /** The greatest of a list that is cut into several, or goes on. */
  readonly most?: number;
  /** Its highest days, its weekdays or its hours: they may stand apart from the pane. */
  readonly isBest?: boolean;
  /** It says nothing without all of its rows: weekdays. */
  readonly isSet?: boolean;
  /** The first list, of which no row may be missing where there is room: the others have what it leaves. */
  readonly isWhole?: boolean;
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
/** The same where lists with longer names follow below them. */
const minFollowed = 30;
/** The same of hours that stand in several columns. */
const minHours = 18;
const maxParts = 4;
/** Of columns beside a list that is whole: with less of them empty it stands in fewer columns. */
const littleEmpty = 0.2;

interface ListRoom {
  readonly width: number;
  readonly height: number;
  /** Nothing else has the lines that the lists leave: rows may be two lines high. */
  readonly isAlone?: boolean;
  /** Other lists have the lines that they leave. */
  readonly isFollowed?: boolean;
}

interface Arranged {
  readonly stacks: PaneList[][];
  /** The lists as they stand in the columns, and those that do not. */
  readonly parts: readonly PaneList[];
  /** Columns of the whole list. */
  readonly split?: number;
}

/**
 * The lists in columns, as far as there is room for three rows of each: in as many columns as show most of them and leave least
 * room empty.
 */
export function listColumns(lists: readonly PaneList[], room: ListRoom): readonly PaneList[][] {
  const some = lists.filter(
    list =>
      list.rows === undefined ||
      (list.rows.length > 0 && (list.isSet !== true || linesOf([list]) <= room.height)),
  );
  const [first] = some;
  if (room.height < minLines || first === undefined) return [];
  const found = first.isWhole === true ? aroundWhole(first, some.slice(1), room) : inColumns(some, room);
  const arranged = found.map(({ stacks, parts, split = 0 }) => {
    const tall = heightOfRows(stacks, room);
    const shown = stacks.map(stack => Math.min(room.height, linesOf(stack) * tall));
    const lines = total(shown);
    const filled = room.isAlone === true ? room.height : maximum(shown);
    const cut = parts.reduce((sum, list) => sum + linesOf([list]) * tall, 0) - lines;
    const missing = parts.reduce(
      (sum, list) => sum + (list.isWhole === true ? Math.max(0, linesOf([list]) - room.height) : 0),
      0,
    );
    const empty = 1 - lines / (stacks.length * filled);
    return { stacks, missing, split, cut: cut / tall, empty: split > 0 && empty <= littleEmpty ? 0 : empty };
  });
  // Of those alike the one of more columns: names and numbers stand closer to each other.
  const [best] = arranged
    .toReversed()
    .toSorted((a, b) => a.missing - b.missing || a.cut - b.cut || a.empty - b.empty || a.split - b.split);
  return best?.stacks ?? [];
}

function inColumns(lists: readonly PaneList[], { width, height, isFollowed = false }: ListRoom): Arranged[] {
  const short = isFollowed ? minFollowed : minDays;
  const least = lists.every(({ isBest }) => isBest === true) ? short : minList;
  const most = Math.max(1, Math.floor(width / least));
  return Array.from({ length: most }, (_, index) => {
    const parts = splitLongest(lists, index + 1);
    return { stacks: stacked(parts, Math.min(index + 1, parts.length), height), parts };
  });
}

/** The list in as few columns as have room for all of it, the others, the longest first, in the shortest column that has room for three rows. */
function aroundWhole(whole: PaneList, others: readonly PaneList[], { width, height }: ListRoom): Arranged[] {
  const counts = Array.from({ length: maxParts }, (_, index) => index + 1);
  return counts.toReversed().flatMap(split => {
    const each = Math.ceil((whole.rows ?? []).length / split);
    if (split > 1 && each < minRows) return [];
    const parts = counts.slice(0, split).map((_, at): PaneList => ({
      ...whole,
      title: at === 0 ? whole.title : '',
      rows: whole.rows?.slice(at * each, (at + 1) * each),
    }));
    return [0, ...counts].flatMap((count): Arranged[] => {
      const stacks = [...parts.map(part => [part]), ...counts.slice(0, count).map((): PaneList[] => [])];
      for (const list of others.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
        const shortest = stacks.toSorted((a, b) => linesOf(a) - linesOf(b))[0];
        const least = Math.min(lengthOf(list), minRows + 1) + 1;
        if (shortest !== undefined && linesOf(shortest) + least <= height) shortest.push(list);
      }
      const isRoom = leastWidth(stacks) <= width && stacks.every(({ length }) => length > 0);
      const all = [...parts, ...others];
      return isRoom || stacks.length === 1 ? [{ stacks: inOrder(stacks, all), split, parts: all }] : [];
    });
  });
}

function leastWidth(stacks: readonly (readonly PaneList[])[]): number {
  return stacks.reduce((sum, stack) => sum + leastOf(stack) + gap, -gap);
}

/** Columns that a column of lists needs. */
function leastOf(stack: readonly PaneList[]): number {
  return stack.every(({ isWhole }) => isWhole === true) ? minHours : minList;
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
  return inOrder(stacks, lists);
}

function inOrder(stacks: readonly PaneList[][], lists: readonly PaneList[]): PaneList[][] {
  const placeOf = (list: PaneList | undefined) => (list === undefined ? lists.length : lists.indexOf(list));
  return stacks
    .map(stack => stack.toSorted((a, b) => placeOf(a) - placeOf(b)))
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b));
}

/** Of more columns than lists the longest goes on in the next one, so that none is much longer than the others. */
function splitLongest(lists: readonly PaneList[], columns: number): readonly PaneList[] {
  const longest = lists.toSorted((a, b) => (b.rows?.length ?? 0) - (a.rows?.length ?? 0))[0];
  const rows = longest?.rows ?? [];
  if (longest === undefined || lists.length >= columns || rows.length < minSplit) return lists;
  const half = Math.ceil(rows.length / 2);
  const most = longest.most ?? maximum(rows.map(({ count }) => count));
  const parts = [
    { ...longest, rows: rows.slice(0, half), most },
    { ...longest, title: '', rows: rows.slice(half), most },
  ];
  return splitLongest(lists.toSpliced(lists.indexOf(longest), 1, ...parts), columns);
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

/** Sets have no room beside three rows of each of the others: the column goes without them. */
function withWholeSets(lists: readonly PaneList[], height: number): readonly PaneList[] {
  const needed = lists.reduce(
    (sum, list) => sum + (list.isSet === true ? lengthOf(list) : Math.min(lengthOf(list), minRows + 1)) + 1,
    0,
  );
  return needed <= height ? lists : lists.filter(({ isSet }) => isSet !== true);
}

/** Lines of each: no more than it has, a whole list or a set first; of a shorter one the others have what it leaves. */
function divided(lists: readonly PaneList[], room: number): number[] {
  const lengths = lists.map(lengthOf);
  const found = [...lengths];
  let left = room;
  const isFirst = (index: number) => lists[index]?.isWhole === true || lists[index]?.isSet === true;
  const orderOf = (index: number) => (isFirst(index) ? 0 : (lengths[index] ?? 0));
  const shortestFirst = [...lengths.keys()].toSorted((a, b) => orderOf(a) - orderOf(b));
  for (const [done, index] of shortestFirst.entries()) {
    const share = isFirst(index) ? left : Math.floor(left / (lengths.length - done));
    const lines = Math.min(found[index] ?? 0, share);
    found[index] = lines;
    left -= lines;
  }
  return found;
}

const gap = 2;

/** All alike, but for columns of hours that leave the others less than names need. */
function widthsOf(columns: readonly (readonly PaneList[])[], width: number): number[] {
  const alike = columnWidths(width - gap * (columns.length - 1), columns.length);
  const isShort = (at: number) => leastOf(columns[at] ?? []) < minList;
  const short = alike.filter((_, at) => isShort(at)).length;
  if (short === 0 || short === alike.length || (alike[0] ?? 0) >= minList) return alike;
  const left = width - gap * (columns.length - 1) - short * minHours;
  const wide = columnWidths(left, alike.length - short);
  return alike.map((_, at) => (isShort(at) ? minHours : (wide.shift() ?? 0)));
}

export function columnLines(columns: readonly (readonly PaneList[])[], room: ListRoom): ChartRow[] {
  const { width, height } = room;
  const tall = heightOfRows(columns, room);
  const widths = widthsOf(columns, width);
  const drawn = columns.map((lists, at) => {
    const [first] = lists;
    const isFull = first?.isWhole === true && height - linesOf([first]) < minLines;
    const column = isFull ? [first] : withWholeSets(lists, height);
    const lengths = divided(column, height - column.length);
    return column.flatMap((list, index): ChartRow[] => [
      [],
      ...oneList(list, widths[at] ?? 0, lengths[index] ?? 0, tall),
    ]);
  });
  return Array.from({ length: Math.min(height, maximum(drawn.map(({ length }) => length))) }, (_, line) =>
    drawn.flatMap((rows, at): Part[] => [
      ...(at === 0 ? [] : [{ text: spaces(gap) }]),
      ...fitParts(rows[line] ?? [], [], widths[at] ?? 0),
    ]),
  );
}

function oneList(
  { title, subject, counts, name, rows, most }: PaneList,
  width: number,
  height: number,
  lines: 1 | 2,
): ChartRow[] {
  const { family } = statisticInfo(name);
  const titled = safeText(title.toUpperCase());
  const notes = [
    ...(subject === undefined ? [] : [label`  ${subject}, ${safeText(counts)}`]),
    safeText(`  ${counts}`),
  ];
  const note = notes.find(text => textWidth(titled) + textWidth(text) <= width);
  const heading: ChartRow =
    title === ''
      ? []
      : [{ text: titled, tone: family, bold: true }, ...(note === undefined ? [] : [dim(note)])];
  if (rows === undefined)
    return [
      heading,
      [dim(label`Reading ...`)],
      ...Array.from({ length: Math.min(unreadRows, height - 1) - 1 }, (): ChartRow => [dotsOf(width)]),
    ];
  const cells = rows
    .slice(0, height - 1)
    .map(({ text, count, ...row }) => ({ label: { text }, value: count, ...row }));
  const look = {
    width,
    most,
    lines,
    family,
  };
  return [heading, ...barRows(cells, look).flat()];
}

/** What came with a row, of another statistic. */
export function comparedList({ capabilities }: State, { name, rows }: ComparedList): PaneList {
  const title = isHours(name) ? 'hours' : name === 'referrer' ? 'came from' : statisticInfo(name).title;
  return {
    title,
    counts: countsOf(name, capabilities),
    name,
    rows: rows?.map(({ value, count = 0, mark }) => ({
      text: safeText(isHours(name) ? value : readableValue(name, value)),
      count,
      numbers: [{ text: safeText(amountText(name, count)) }, markPart(mark, true)],
    })),
  };
}

/** Hours in their order, those to come with what is usual; where the filter leaves one the days that have it, the last first. */
export function hoursList({ capabilities }: State, subject: StatisticName, shown: PaneHours): PaneList {
  const { counts, before, openFrom, daysOfHour, hours } = shown;
  const name = countsOf(subject, capabilities) === 'page views' ? 'pageviews_hours' : 'visitors_hours';
  const list = { counts: countsOf(name, capabilities), name, isBest: true } as const;
  if (hours.length === 1)
    return {
      ...list,
      title: 'days',
      rows: daysOfHour?.toReversed().map(({ day, count }): PaneRow => ({
        text: safeText(bucketName(day, 'day')),
        count,
        numbers: [{ text: safeText(groupThousands(count)) }],
      })),
    };
  return {
    ...list,
    title: 'hours',
    most: maximum([...(counts ?? []), ...(before ?? [])]),
    rows: counts?.flatMap((count, hour): PaneRow[] => {
      if (!hours.includes(hour)) return [];
      const usual = before?.[hour];
      const text = safeText(hourText(hour));
      if (hour >= openFrom && count === 0 && usual !== undefined)
        return [{ text, count: usual, isUsual: true, numbers: usualParts(usual) }];
      if (hour > openFrom) return [];
      const numbers = [{ text: safeText(groupThousands(count)) }, changePart(change(count, usual))];
      return [{ text, count, numbers }];
    }),
  };
}

/** Of an hour to come. */
export function usualParts(count: number): Part[] {
  return [dim(safeText(groupThousands(count))), dim(label`usual`)];
}

const minWeeks = 2;
/** Of a week from Monday on. */
const weekdayNames = daysFrom('2024-01-01', 7).map(weekdayName);

/** What each weekday has on average, where there are whole weeks of it. */
export function weekdays(state: State, { name, parts, unit }: ShownHistory): PaneList[] {
  const read = parts.filter(({ to, count }) => to < state.today() && count !== undefined);
  if (read.every(({ count }) => count === 0)) return [];
  if (unit !== 'day' || isTime(name) || read.length < minWeeks * 7 || parts.some(part => !part.isRead))
    return [];
  const rows = weekdayNames.map((text): PaneRow => {
    const same = read.filter(({ from }) => weekdayName(from) === text);
    const count = Math.round(same.reduce((sum, { count: each = 0 }) => sum + each, 0) / same.length);
    return { text: safeText(text), count, numbers: [{ text: safeText(groupThousands(count)) }] };
  });
  return [
    {
      title: 'weekdays',
      counts: `${countsOf(name, state.capabilities)} on average`,
      name,
      rows,
      isBest: true,
      isSet: true,
    },
  ];
}
