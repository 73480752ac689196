import {
  type Change,
  type ChangeTone,
  changeTone,
  type DayCount,
  formatChange,
  missingDaysText,
} from '#model/comparison/change.ts';
import { type Baseline, comparedPeriods, usualDays } from '#model/comparison/periods.ts';
import { type Bucket, bucket, bucketName, type BucketUnit, comparedBuckets } from '#model/period/bucket.ts';
import { addDays, dayCount, daysFrom } from '#model/period/day.ts';
import { countsOf, type Capabilities } from '#model/service/capabilities.ts';
import type { Page } from '#model/service/paging.ts';
import type { Period, StatisticRow } from '#model/statistics/statistics.ts';
import { type CursorPoint, type OwnComparisons, seriesCursorPoints } from '#model/statistics/cursor.ts';
import { indexScale } from '#model/statistics/series.ts';
import { summarise, type Summary, sumOf, summaryChange } from '#model/statistics/summary.ts';
import {
  factTexts,
  type NewCountry,
  newCountries,
  type YearFact,
  type YearFacts,
  yearFacts,
  yearPeriod,
} from '#model/statistics/year.ts';
import { textWidth } from '#text/characters.ts';
import { memoizeLast, memoizeByObject } from '#text/memo.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';
import {
  request,
  type WebsiteRequest,
  daysOf,
  firstQuery,
  type QueryContext,
  type QuestionDays,
} from '#queries/answers/request.ts';
import type { Query } from './answers/query.ts';
import {
  dataRequests,
  ownComparisons,
  seriesRequests,
  type ShownSeries,
  seriesOf,
  visitorsRequests,
} from './days/series.ts';

interface YearQuestion {
  readonly website: string;
  /** What a day is compared with by itself. */
  readonly baseline: Baseline | undefined;
}

export interface Year extends ShownSeries {
  readonly days: QuestionDays;
  readonly own: OwnComparisons;
  /** Countries whose first visits came in its course. */
  readonly countries: readonly NewCountry[];
}

/**
 * One series, from the weeks on that tell the usual day of its first days; on this machine also the year before. Then
 * the countries of its months and of the year before, a request each.
 */
export const year: Query<YearQuestion, Year> = {
  requests({ website, baseline }, context) {
    const days = yearDays(baseline, context);
    return [
      ...seriesRequests(website, ['visitors'], days),
      ...visitorsRequests(website, days, context.capabilities),
      ...dataRequests(website, ['visitors'], days, context),
      ...countriesRequests(website, days.period, context),
    ];
  },
  result({ website, baseline }, context) {
    const days = yearDays(baseline, context);
    return {
      ...seriesOf(website, 'visitors', days, context),
      days,
      own: ownComparisons(website, 'visitors', days, context),
      countries: countriesOf(website, days.period, context),
    };
  },
};

/** The year before, and each month, as far as it is in the period. */
function countriesPeriods({ from, to }: Period): Period[] {
  const days = daysFrom(from, dayCount({ from, to })).map(day => ({ day, count: undefined }));
  return [{ from: addDays(from, -365), to: addDays(from, -1) }, ...bucket(days, 'month')];
}

function countriesRequest(period: Period) {
  return request.rows(firstQuery('country', { from: period.from, to: period.to }));
}

function countriesRequests(
  website: string,
  period: Period,
  { capabilities }: QueryContext,
): WebsiteRequest[] {
  if (capabilities.statistics.country === undefined) return [];
  return countriesPeriods(period).map(days => ({ website, request: countriesRequest(days) }));
}

function countriesOf(website: string, period: Period, { answers }: QueryContext): readonly NewCountry[] {
  return newCountries(
    countriesPeriods(period).map(({ from, to }) => {
      const page: Page<StatisticRow> | undefined = answers.get(website, countriesRequest({ from, to })).data;
      return {
        from,
        to,
        rows: page?.next === 'no' || (page?.rows.length ?? 100) < 100 ? page?.rows : undefined,
      };
    }),
  );
}

const lastDays = memoizeLast<QuestionDays>(2);

function yearDays(baseline: Baseline | undefined, { today, capabilities }: QueryContext): QuestionDays {
  const { isLocal } = capabilities;
  return lastDays([baseline, today, isLocal], () => {
    const { from, to } = yearPeriod(today);
    const choice = { kind: 'range', from, to } as const;
    const compared = isLocal === true ? comparedPeriods(choice, 'year', today) : undefined;
    return {
      ...daysOf({ choice, baseline: undefined }, today),
      baseline,
      compared,
      isCompared: compared !== undefined,
      before: compared?.before,
      span: { from: compared?.before.from ?? addDays(from, -usualDays), to },
      apart: undefined,
    };
  });
}

/** Its days, of which nothing is known yet. */
export function unreadYear(year: Year): Year {
  const { from, to } = year.days.period;
  const points = daysFrom(from, dayCount({ from, to })).map(day => ({ day, count: undefined }));
  return { ...year, summary: { ...summarise([], year.days.period, year.days.today), points } };
}

const pointsOf = memoizeByObject<readonly CursorPoint[]>();
const factsOf = memoizeByObject<YearFacts>();

/** The days as a cursor stands on them; none before they are read. */
export function yearPoints({ summary, days, own: comparisons }: Year): readonly CursorPoint[] {
  if (summary === undefined) return [];
  return pointsOf(summary, [comparisons], () =>
    seriesCursorPoints(summary.points, [], 'day', days.today, comparisons),
  );
}

/** For a calendar: today is no whole day, and so has no step. */
export function calendarDays({ summary, days }: Pick<Year, 'summary' | 'days'>) {
  const points = summary?.points ?? [];
  return {
    counts: points.map(({ day, count }) => (day < days.today ? count : undefined)),
    open: points.findIndex(({ day }) => day >= days.today),
  };
}

export function factsOfYear({ summary, days }: Year): YearFacts | undefined {
  return summary && factsOf(summary, [], () => yearFacts(summary.points, days.today));
}

/** What is said of it, the most telling first. */
export function rankedFacts(year: Year): YearFact[] {
  return factTexts(factsOfYear(year), year.countries);
}

interface YearText {
  readonly text: SafeText;
  readonly tone?: ChangeTone | undefined;
  readonly bold?: true;
}

/** "42,976 visitors (sum of days)", "+12% on the year before", "411 today so far": as its months, of the days that are over. */
function totalParts({ summary }: Year, capabilities: Capabilities): YearText[][] {
  const note = summary?.isExact === true ? '' : ` (${sumOf('days')})`;
  const changed = summaryChange(summary);
  const { count, today } = summary ?? {};
  const isOver = count !== undefined && today !== undefined;
  const total: YearText[] = [
    { text: safeText(groupThousands(isOver ? count : summary?.total)), bold: true },
    { text: safeText(` ${countsOf('visitors', capabilities)}${note}`), tone: 'dim' },
  ];
  if (changed.kind === 'missingDays')
    return [total, [{ text: safeText(missingDaysText(changed.missingDays)), tone: 'dim' }]];
  const by = changeText(changed);
  return [
    total,
    ...(by.text === '' ? [] : [[by, { text: label` on the year before`, tone: 'dim' as const }]]),
    ...(isOver ? [[{ text: safeText(`${groupThousands(today)} today so far`), tone: 'dim' as const }]] : []),
  ];
}

/** As many of them in a line as there is room for. */
export function yearTotal(year: Year, capabilities: Capabilities, width: number): readonly YearText[][] {
  const lines: YearText[][] = [];
  for (const part of totalParts(year, capabilities)) {
    const line = lines.at(-1);
    const longer = [...(line ?? []), { text: label`   ` }, ...part];
    if (line === undefined || textWidth(longer.map(({ text }) => text).join('')) > width) lines.push(part);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function changeText(change: Change): YearText {
  return { text: safeText(formatChange(change)), tone: changeTone(change) };
}

interface YearPart {
  readonly label: YearText;
  readonly value: number;
  /** Its count, that of the year before, and the change. */
  readonly numbers: readonly YearText[];
  /** Undefined where the year before is not read, or not all of these days have data. */
  readonly before: number | undefined;
}

/** The whole weeks that had the most visitors; where the parts are weeks the months. */
export function bestParts({ summary, days }: Year, unit: BucketUnit): readonly Bucket[] {
  const over = summary?.points.filter(({ day }) => day < days.today) ?? [];
  return bucket(over, unit)
    .filter(({ count = 0, partial }) => count > 0 && !partial)
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0));
}

/** Of a website that is younger weeks say more than months, and days more than weeks. */
const minParts = 6;
const partTitles = { month: label`Months`, week: label`Weeks`, day: label`Days` } as const;

/**
 * "Nov 2026, in part": the days of each month that are over, from the first one with data on, against the same weekdays a year before
 * where those are read. Of fewer months their weeks, of fewer weeks their days.
 */
export function partsOfYear({ summary, days }: Pick<Year, 'summary' | 'days'>) {
  const over = summary?.points.filter(({ day }) => day < days.today) ?? [];
  const first = over.findIndex(({ count }) => count !== undefined);
  const known = over.slice(Math.max(0, first));
  const units = (['month', 'week', 'day'] as const).filter(unit => bucket(known, unit).length >= minParts);
  const unit = units[0] ?? 'day';
  const { buckets, before } = comparedBuckets(over, summary?.before ?? [], unit);
  const begun = buckets.findIndex(({ count }) => count !== undefined);
  const rows = buckets.map(({ from, count, partial }, index): YearPart => ({
    label: {
      text: safeText(`${bucketName(from, unit)}${partial && count !== undefined ? ', in part' : ''}`),
    },
    value: count ?? 0,
    before: before[index],
    numbers: [
      { text: safeText(count === undefined ? 'no data' : groupThousands(count)) },
      { text: safeText(groupThousands(before[index])), tone: 'dim' },
      changeText(summaryChange({ count, countBefore: before[index], scale: summary?.scale })),
    ],
  }));
  return { title: partTitles[unit], rows: begun === -1 ? [] : rows.slice(begun) };
}

/**
 * In so many columns: without the numbers of the year before where they take the room of names, which the lines on the bars still tell,
 * and without these and changes where none is known.
 */
export function partsWithin(rows: readonly YearPart[], width: number): readonly YearPart[] {
  if (rows.every(({ before }) => before === undefined))
    return rows.map(row => ({ ...row, numbers: row.numbers.slice(0, 1) }));
  const widths = [0, 1, 2].map(at =>
    Math.max(0, ...rows.map(({ numbers }) => textWidth(numbers[at]?.text ?? label``))),
  );
  const names = Math.max(0, ...rows.map(each => textWidth(each.label.text)));
  if (names + widths.reduce((sum, columns) => sum + columns + 1, 0) <= width) return rows;
  return rows.map(row => ({ ...row, numbers: row.numbers.toSpliced(1, 1) }));
}

/** Of which the first count above zero is 100 where an index stands in place of counts: the days, then those of the year before. */
export function indexedDays({ summary }: Pick<Year, 'summary'>): readonly (number | undefined)[] {
  return [...(summary?.points ?? []), ...(summary?.before ?? [])].map(({ count }) => count);
}

/** The same with an index in place of counts that are not to be told. */
export function hiddenYear(year: Year): Year {
  const scale = indexScale(indexedDays(year)) ?? 1;
  const summary = year.summary && indexed(year.summary, scale);
  return { ...year, countries: [], own: () => undefined, summary };
}

/** Each part by name, so that none that is new is left as it is. */
function indexed(
  { points, before, count, countBefore, covered, total, isExact, best, today }: Summary,
  scale: number,
): { readonly [K in keyof Required<Summary>]: Summary[K] } {
  const index = (counted: number | undefined) => counted && counted * scale;
  const all = (days: readonly DayCount[]) => days.map(({ day, count }) => ({ day, count: index(count) }));
  return {
    points: all(points),
    before: all(before),
    count: index(count),
    countBefore: index(countBefore),
    covered,
    total: index(total),
    isExact,
    best: best && { day: best.day, count: best.count * scale },
    today: index(today),
    scale,
  };
}
