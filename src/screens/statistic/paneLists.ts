import type { ChartRow } from '#charts/canvas.ts';
import { maximum } from '#charts/scale.ts';
import { barRows, changePart, columnWidths, dim, dotsOf, markPart, type Part } from '#components/parts.ts';
import { change } from '#model/comparison/change.ts';
import { bucketName } from '#model/period/bucket.ts';
import { daysFrom } from '#model/period/day.ts';
import { hourText, weekdayName } from '#model/period/format.ts';
import { countsOf, statisticInfo } from '#model/service/capabilities.ts';
import { isHours, isTime, type StatisticName } from '#model/statistics/statistics.ts';
import { amountText } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import { type Size, sideBySide } from '#screens/layout.ts';
import type { State } from '#store/state.ts';
import type { ShownHistory } from '#store/views/history.ts';
import type { PaneHours, ComparedList } from '#store/views/rowPane.ts';
import { textWidth } from '#text/characters.ts';
import { total } from '#text/fit.ts';
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
  /** Undefined while they are read. */
  readonly rows: readonly PaneRow[] | undefined;
  /** The greatest, where it is no row's. */
  readonly max?: number;
  /** It says nothing without all of its rows: weekdays, and the hours of a day, which come first and may stand in several columns. */
  readonly isWhole?: boolean;
}

const minRows = 3;
/** A blank one, the heading and a row. */
const minLines = 3;
/** So many rows a list is taken to have while it is read. */
const unreadRows = 10;
/** Columns of a list beside another one. */
const minList = 36;
const gap = 2;

/** The lists in columns, each below the shortest one, as far as there is room for all of a whole one or three rows of any other. */
export function listColumns(lists: readonly PaneList[], { width, height }: Size): readonly PaneList[][] {
  const [first, ...others] = lists.filter(({ rows }) => rows?.length !== 0);
  if (height < minLines || first === undefined) return [];
  const all = [...inParts(first, height), ...others];
  const parts = all.length - others.length;
  const columns = Math.max(parts, Math.min(all.length, Math.floor((width + gap) / (minList + gap))));
  const stacks = Array.from({ length: columns }, (): PaneList[] => []);
  // The longest first, so that no column is much longer than the others.
  const longestFirst = others.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  for (const list of [...all.slice(0, parts), ...longestFirst]) {
    const shortest = stacks.toSorted((a, b) => linesOf(a) - linesOf(b))[0];
    if (shortest !== undefined && total([...shortest, list].map(leastOf)) <= height) shortest.push(list);
  }
  const placeOf = (list: PaneList | undefined) => (list === undefined ? all.length : all.indexOf(list));
  return stacks
    .filter(({ length }) => length > 0)
    .map(stack => stack.toSorted((a, b) => placeOf(a) - placeOf(b)))
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b));
}

/** One that is whole in as few as have room for all of it. */
function inParts(list: PaneList, height: number): PaneList[] {
  const { title, rows = [], isWhole = false } = list;
  const count = isWhole ? Math.ceil(rows.length / Math.max(minRows, height - 2)) : 1;
  if (count <= 1) return [list];
  const each = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, at) => ({
    ...list,
    title: at === 0 ? title : '',
    rows: rows.slice(at * each, (at + 1) * each),
  }));
}

/** With the blank line above each. */
export function linesOf(lists: readonly PaneList[]): number {
  return total(lists.map(list => lengthOf(list) + 1));
}

function lengthOf({ rows }: PaneList): number {
  return 1 + (rows?.length ?? unreadRows);
}

function leastOf(list: PaneList): number {
  return (
    1 +
    (list.isWhole === true && list.rows !== undefined
      ? lengthOf(list)
      : Math.min(lengthOf(list), minRows + 1))
  );
}

/** Lines of each: no more than it has, a whole one first; of a shorter one the others have what it leaves. */
function divided(lists: readonly PaneList[], room: number): number[] {
  const lengths = lists.map(lengthOf);
  const found = [...lengths];
  let left = room;
  const isFirst = (index: number) => lists[index]?.isWhole === true;
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

export function columnLines(columns: readonly (readonly PaneList[])[], { width, height }: Size): ChartRow[] {
  const widths = columnWidths(width - gap * (columns.length - 1), columns.length);
  const drawn = columns.map((lists, at) => {
    const lengths = divided(lists, height - lists.length);
    return lists.flatMap((list, index): ChartRow[] => [
      [],
      ...oneList(list, widths[at] ?? 0, lengths[index] ?? 0),
    ]);
  });
  return sideBySide(drawn, widths, gap).slice(0, height);
}

/** In so many lines with its heading. */
export function oneList(
  { title, counts, name, rows, max }: PaneList,
  width: number,
  height: number,
): ChartRow[] {
  const { family } = statisticInfo(name);
  const titled = safeText(title.toUpperCase());
  const note = safeText(`  ${counts}`);
  const isRoom = textWidth(titled) + textWidth(note) <= width;
  const heading: ChartRow =
    title === '' ? [] : [{ text: titled, tone: family, bold: true }, ...(isRoom ? [dim(note)] : [])];
  if (rows === undefined)
    return [
      heading,
      [dim(label`Reading ...`)],
      ...Array.from({ length: Math.min(unreadRows, height - 1) - 1 }, (): ChartRow => [dotsOf(width)]),
    ];
  const cells = rows
    .slice(0, height - 1)
    .map(({ text, count, ...row }) => ({ label: { text }, value: count, ...row }));
  return [heading, ...barRows(cells, { width, max, family }).flat()];
}

/** What came with a row, of another statistic. */
export function comparedList(
  { capabilities }: Pick<State, 'capabilities'>,
  { name, rows }: ComparedList,
): PaneList {
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
  const list = { counts: countsOf(name, capabilities), name } as const;
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
    max: maximum([...(counts ?? []), ...(before ?? [])]),
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
      isWhole: true,
    },
  ];
}
