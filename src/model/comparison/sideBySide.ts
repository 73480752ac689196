import { total } from '#text/fit.ts';
import {
  beginsParameters,
  type DataCell,
  type DataColumn,
  type DataTable,
  periodParameters,
  whereParameter,
} from '#model/export/dataTable.ts';
import { bucket, type BucketUnit, dateTicks } from '#model/period/bucket.ts';
import { isDay, isWeekend } from '#model/period/day.ts';
import { formatDayLong, hourText, hourValue } from '#model/period/format.ts';
import {
  type Capabilities,
  columnTitles,
  countsVisits,
  statisticTitle,
} from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { withinText } from '#model/service/filterText.ts';
import type { Page } from '#model/service/paging.ts';
import {
  type CursorPoint,
  hourCursorPoints,
  hourTicks,
  type OwnComparisons,
  seriesCursorPoints,
} from '#model/statistics/cursor.ts';
import type { Day, Period, StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import { type Summary, summaryChange, viewsPerVisitor } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import { isNoted, type Notes, notesIn, timedNote } from '#model/website/notes.ts';
import { distinctName, sharedDomains, type Website } from '#model/website/website.ts';
import { listed } from '#text/words.ts';
import { changeRatio, type DayCount } from './change.ts';

/** So many websites stand side by side. */
export const minSideBySide = 2;
export const maxSideBySide = 4;

/** What the lines of a chart are where they are no counts. */
export function indexWords(isOfHours: boolean): string {
  return `100: the mean ${isOfHours ? 'hour' : 'day'} of each`;
}

export function canCompareSideBySide(count: number): boolean {
  return count >= minSideBySide && count <= maxSideBySide;
}

/** What stands in columns below the numbers, where the service has it. */
export const sideBySideStatistics = [
  'page',
  'referrer',
  'country',
] as const satisfies readonly StatisticName[];

export interface SideBySideRow {
  readonly value: string;
  /** Its place in the website that has it first, from 1 on. */
  readonly rank: number;
  /** By website; undefined where it is not among the rows that are read, so that nothing is known of it. */
  readonly counts: readonly (number | undefined)[];
}

type FirstRows = Pick<Page<StatisticRow>, 'rows' | 'next'> | undefined;

/** The most frequent rows of several websites: the first of each, then the second of each, each value once. */
export function sideBySideRows(pages: readonly FirstRows[]): SideBySideRow[] {
  const known = pages.map(page => new Map(page?.rows.map(({ value, count }) => [value, count])));
  const longest = Math.max(0, ...pages.map(page => page?.rows.length ?? 0));
  const ranks = new Map<string, number>();
  for (let rank = 1; rank <= longest; rank += 1)
    for (const page of pages) {
      const value = page?.rows[rank - 1]?.value;
      if (value !== undefined && !ranks.has(value)) ranks.set(value, rank);
    }
  return Array.from(ranks, ([value, rank]) => ({
    value,
    rank,
    counts: pages.map((page, at) => known[at]?.get(value) ?? (page?.next === 'no' ? 0 : undefined)),
  }));
}

/** Days or hours of a website, as a line of a chart. */
export interface SideBySideLine {
  readonly points: readonly CursorPoint[];
  /** Of each point, on a scale on which the mean of the website's own whole days, or hours, is 100. */
  readonly indices: readonly (number | undefined)[];
  /** The mean of a day or an hour; undefined where none has data. */
  readonly mean: number | undefined;
  /** Of each point whether it is not over, or only a part of its week or month. */
  readonly unfinished: readonly boolean[];
}

/**
 * @param comparisons what each point is compared with by itself
 * @param before the days that stand beside these
 */
export function lineOfDays(
  days: readonly DayCount[],
  unit: BucketUnit,
  today: Day,
  comparisons: OwnComparisons,
  before: readonly DayCount[] = [],
): SideBySideLine {
  const whole = days.filter(({ day }) => day < today);
  const mean = meanOf((whole.length === 0 ? days : whole).map(({ count }) => count));
  const buckets = bucket(days, unit);
  return {
    mean,
    unfinished: buckets.map(({ to, partial }) => to >= today || (unit !== 'day' && partial)),
    points: seriesCursorPoints(days, before, unit, today, comparisons),
    indices: buckets.map(({ from, to }) => {
      const inside = days.filter(({ day }) => day >= from && day <= to);
      const over = inside.filter(({ day }) => day < today);
      return indexOf(meanOf((over.length === 0 ? inside : over).map(({ count }) => count)), mean);
    }),
  };
}

/** @param openFrom the hour that is not over, of today */
export function lineOfHours(
  counts: readonly number[],
  day: Day,
  openFrom: number | undefined,
): SideBySideLine {
  const points = hourCursorPoints(counts, undefined, { day, openFrom });
  const mean = meanOf(counts.slice(0, openFrom));
  return {
    mean,
    points,
    indices: points.map(({ count }) => indexOf(count, mean)),
    unfinished: points.map(({ isOpen }) => isOpen),
  };
}

/** Of those that are known. */
function meanOf(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter(count => count !== undefined);
  return known.length === 0 ? undefined : total(known) / known.length;
}

/** Of a website that counted nobody there is none. */
function indexOf(count: number | undefined, mean: number | undefined): number | undefined {
  return count === undefined || mean === undefined || mean === 0 ? undefined : (count * 100) / mean;
}

/** What the points of a chart have in common, and the texts of its axis. */
export function axisOf({ points, unfinished }: SideBySideLine, notes: Notes) {
  const spans = points.flatMap(({ span }) => (span.unit === 'hour' ? [] : [span]));
  const [first] = spans;
  return {
    ticks: first === undefined ? hourTicks : dateTicks(spans, first.unit),
    points: points.map(({ span }, at) => ({
      unfinished: unfinished[at],
      weekend: span.unit === 'day' && isWeekend(span.from),
      noted: span.unit !== 'hour' && isNoted(notes, span),
    })),
  };
}

/** Of each website so many rows of a statistic, unless told otherwise. */
export const sideBySideRowCount = 5;

export interface SideBySideNumbers {
  readonly visitors: Summary | undefined;
  readonly pageviews: Summary | undefined;
  /** Of a single day, where the service has them; undefined too where that has no data. */
  readonly hours: readonly number[] | undefined;
  /** The hour that is not over, of today. */
  readonly openFrom: number | undefined;
  /** Why the visitors have no change, in words; undefined where they have one, or nothing is compared. */
  readonly noComparison: string | undefined;
}

interface ComparedWebsite extends SideBySideNumbers {
  readonly website: Pick<Website, 'id' | 'domain' | 'name'>;
  /** The day it is compared with, where each has another one. */
  readonly days: { readonly usualOf: Day | undefined; readonly hoursBefore: Period | undefined };
}

interface ComparedSubject {
  readonly capabilities: Capabilities;
  readonly websites: readonly ComparedWebsite[];
  readonly sections: readonly { readonly name: StatisticName; readonly rows: readonly SideBySideRow[] }[];
  readonly period: Period;
  readonly before: Period | undefined;
  readonly timeZone: string;
  readonly where: Filter;
  readonly begins: Day | undefined;
  readonly rows: number;
  /** What was noted about any of them: days with notes have them in a column of their own. */
  readonly notes: Notes;
}

export function sideBySideTable(subject: ComparedSubject): DataTable {
  const { websites, period, before, timeZone, capabilities, where, begins, notes } = subject;
  const hasNotes = isNoted(notes, period);
  const shared = sharedDomains(websites.map(({ website }) => website));
  const names = websites.map(({ website }) => distinctName(website, shared));
  return {
    title: `${listed(names)} side by side${withinText(where)}`,
    about: {
      ...Object.fromEntries(
        websites.flatMap(({ website }, at) => [
          [`website_${at + 1}`, website.id],
          [`domain_${at + 1}`, website.domain],
        ]),
      ),
      ...periodParameters(period, before, timeZone, capabilities),
      ...whereParameter(where),
      ...beginsParameters(begins),
    },
    columns: [
      { key: 'statistic', title: 'Statistic', forPrograms: true },
      { key: 'value', title: 'Value', forPrograms: true },
      { key: 'unit', title: 'Unit', forPrograms: true },
      { key: 'name', title: 'What' },
      ...names.map((title, at): DataColumn => ({ key: `count_${at + 1}`, title, kindIn: 'unit' })),
      ...(hasNotes ? [{ key: 'note', title: 'Note' }] : []),
    ],
    rows: [...measureRows(subject), ...pointRows(subject), ...statisticRows(subject)].map(cells =>
      hasNotes ? [...cells, noteOf(notes, cells[1])] : cells,
    ),
  };
}

function noteOf(notes: Notes, value: DataCell): DataCell {
  if (typeof value !== 'string' || !isDay(value)) return undefined;
  return notesIn(notes, { from: value, to: value }).map(timedNote).join('; ') || undefined;
}

function measureRows({ websites, capabilities }: ComparedSubject): DataCell[][] {
  const title = statisticTitle('visitors', capabilities);
  const row = (
    statistic: string,
    name: string,
    numberOf: (website: ComparedWebsite) => DataCell,
    unit?: 'change' | 'mean',
  ) => [statistic, undefined, unit, name, ...websites.map(numberOf)];
  const all = [
    row('visitors', title, ({ visitors }) => visitors?.total),
    row('visitors_compared', `${title} compared`, ({ visitors }) =>
      visitors?.countBefore === undefined ? undefined : visitors.count,
    ),
    row('visitors_before', `${title} before`, ({ visitors }) => visitors?.countBefore),
    row(
      'visitors_change',
      `Change of ${title.toLowerCase()}`,
      ({ visitors }) => changeRatio(summaryChange(visitors)),
      'change',
    ),
    row('day_before', 'Day before', ({ days }) =>
      days.usualOf === undefined ? undefined : days.hoursBefore?.from,
    ),
    row('no_comparison', 'Not compared', ({ noComparison }) => noComparison),
    row('pageviews', 'Page views', ({ pageviews }) => pageviews?.total),
    row('pageviews_before', 'Page views before', ({ pageviews }) => pageviews?.countBefore),
    row(
      'pageviews_change',
      'Change of page views',
      ({ pageviews }) => changeRatio(summaryChange(pageviews)),
      'change',
    ),
    row(
      'views_per_visitor',
      'Views per visitor',
      ({ visitors, pageviews }) => viewsPerVisitor(visitors, pageviews)?.value,
      'mean',
    ),
  ];
  // Without a comparison there is nothing to say of it.
  const always = new Set(['visitors', 'pageviews', 'views_per_visitor']);
  const shown = countsVisits(capabilities) ? all.filter(([name]) => !/views/.test(String(name))) : all;
  return shown.filter(
    ([statistic, , , , ...cells]) => always.has(String(statistic)) || cells.some(cell => cell !== undefined),
  );
}

/** Days, of a single day its hours. */
function pointRows({ websites, capabilities }: ComparedSubject): DataCell[][] {
  const title = statisticTitle('visitors', capabilities);
  if (websites.some(({ hours }) => hours !== undefined))
    return Array.from({ length: 24 }, (_, hour) => [
      'visitors_of_hour',
      hourValue(hour),
      undefined,
      `${title} at ${hourText(hour)}`,
      ...websites.map(({ hours, openFrom = 23 }) => (hour > openFrom ? undefined : hours?.[hour])),
    ]);
  const days = websites.find(({ visitors }) => visitors !== undefined)?.visitors?.points ?? [];
  return days.map(({ day }, at) => [
    'visitors_of_day',
    day,
    undefined,
    `${title} on ${formatDayLong(day)}`,
    ...websites.map(({ visitors }) => visitors?.points[at]?.count),
  ]);
}

function statisticRows({ sections, rows: max, capabilities }: ComparedSubject): DataCell[][] {
  return sections.flatMap(({ name, rows }) =>
    rows
      .filter(({ rank }) => rank <= max)
      .map(({ value, counts }) => [
        name,
        value,
        undefined,
        `${columnTitles(name, capabilities).value} ${readableValue(name, value)}`,
        ...counts,
      ]),
  );
}
