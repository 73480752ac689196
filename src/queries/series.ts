import { type DataDays, daysWithData, everyDay } from '#model/comparison/dataDays.ts';
import type { ApiError } from '#model/failure.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { addDays } from '#model/period/day.ts';
import { comparedDay, comparedPeriods, type ComparedPeriods, dayOfUsual } from '#model/comparison/periods.ts';
import { usualDays } from '#model/comparison/usualDay.ts';
import type { OwnComparisons } from '#model/statistics/cursor.ts';
import { sum } from '#model/statistics/series.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import {
  hasExactVisitors,
  pointsOfAll,
  summarise,
  type Summary,
  withExactTotal,
} from '#model/statistics/summary.ts';
import { lastResult, resultOfEach } from '#text/memo.ts';
import { type Ask, type AskOf, type Known, notLoaded } from './ask.ts';
import { type CountedDays, dataDaysAsk, dataDaysOf } from './dataDays.ts';
import { daysOfWebsite, type QuestionDays } from './question.ts';

type SeriesDays = Pick<QuestionDays, 'today' | 'period' | 'before' | 'usualOf' | 'span' | 'apart'>;
type MeasureAsk = Extract<Ask, { kind: 'series' }>;

interface MeasureAsked {
  readonly website: string;
  readonly ask: MeasureAsk;
}

/** The days of measures, and the earlier ones where they are read separately. */
export function seriesAsks(
  website: string,
  names: readonly SeriesName[],
  { span, apart }: SeriesDays,
): MeasureAsked[] {
  const ofNames = (period: SeriesDays['span']) =>
    names.map((name): MeasureAsked => ({ website, ask: { kind: 'series', name, period } }));
  return [...ofNames(span), ...(apart === undefined ? [] : ofNames(apart))];
}

/** The visitors of the period, where the service counts them. */
export function visitorsAsks(website: string, { period }: SeriesDays, capabilities: Capabilities) {
  if (!hasExactVisitors(capabilities, period)) return [];
  return [{ website, ask: { kind: 'visitors', period } as const }];
}

/** The errors by day, where the service knows them: one request. */
export function errorsAsks(
  website: string,
  { span }: Pick<SeriesDays, 'span'>,
  { knowsErrors }: Capabilities,
) {
  return knowsErrors === true
    ? [{ website, ask: { kind: 'series', name: 'errors', period: span } as const }]
    : [];
}

export interface ShownSeries {
  readonly summary: Summary | undefined;
  readonly error: ApiError | undefined;
  readonly loading: boolean;
  readonly isKept?: true | undefined;
}

/** Which days have data, where the days that are read leave it open. */
export function dataAsks(website: string, names: readonly SeriesName[], days: SeriesDays, known: Known) {
  const asked = names.map(name => dataAskOf(readDays(website, name, days, known), days, known));
  const [first] = asked.flatMap(each => each ?? []);
  return first === undefined ? [] : [{ website, ask: first }];
}

/** The days of a question as they are for a website, as far as its visitors are read. */
export function websiteDaysOf(website: string, days: QuestionDays, known: Known): QuestionDays {
  if (days.usualOf === undefined) return days;
  const visitors = known.answers.get(website, { kind: 'series', name: 'visitors', period: days.span }).data;
  return daysOfWebsite(days, visitors, knownDataDays(website, days, known));
}

/** Every day until it is known. */
export function knownDataDays(website: string, days: SeriesDays, known: Known): DataDays {
  const [first] = dataAsks(website, ['visitors'], days, known);
  return dataDaysOf(website, first?.ask, known) ?? everyDay;
}

// Every key asks for it, of days that stay the same.
const lastAsks = resultOfEach<{ readonly ask: AskOf<'dataDays'> | undefined }>();

function dataAskOf(read: ReturnType<typeof readDays>, days: SeriesDays, known: Known) {
  const [{ data: span } = notLoaded, { data: apart } = notLoaded] = read;
  // Without the earlier days it is not known whether they tell.
  if (span === undefined || (days.apart !== undefined && apart === undefined)) return undefined;
  const { period, before, today, usualOf } = days;
  const keys = [apart, period.from, before?.from, usualOf, today, known.capabilities];
  return lastAsks(span, keys, () => ({
    ask: dataDaysAsk([...countedIn(apart), ...countedIn(span)], days, known),
  })).ask;
}

function countedIn(points: readonly SeriesPoint[] = []): CountedDays[] {
  const [first] = points;
  return first === undefined ? [] : [{ from: first.day, counts: points.map(({ count }) => count) }];
}

function readDays(website: string, name: SeriesName, days: SeriesDays, { answers }: Known) {
  return seriesAsks(website, [name], days).map(({ ask }) => answers.get(website, ask));
}

/** A measure over the period and over the days compared with, as far as they are read. */
export function shownSeries(website: string, name: SeriesName, days: SeriesDays, known: Known): ShownSeries {
  const { answers, capabilities } = known;
  const read = readDays(website, name, days, known);
  const [series, beside] = read;
  const [exact] = name === 'visitors' ? visitorsAsks(website, days, capabilities) : [];
  const visitors = exact && answers.get(website, exact.ask);
  const data = dataDaysOf(website, dataAskOf(read, days, known), known);
  // No sum that a count replaces a moment later, and no zeros that turn out to be no data.
  const isAwaited = (visitors?.loading === true && visitors.data === undefined) || data === undefined;
  const loading = isAwaited || [series, beside, visitors].some(answer => answer?.loading === true);
  const points = isAwaited ? undefined : series?.data;
  return {
    summary: points && summaryOf(points, days, { beside: beside?.data, visitors: visitors?.data, data }),
    error: series?.error,
    loading,
    isKept: series?.isKept,
  };
}

/** The last result of each series: charts of an unchanged series are not drawn again, so it must keep its identity. */
const summaries = resultOfEach<Summary>();

interface ReadBeside {
  /** The earlier counts, where they are read separately. */
  readonly beside: readonly SeriesPoint[] | undefined;
  /** Those of the period, where the service counts them. */
  readonly visitors: number | undefined;
  readonly data: DataDays | undefined;
}

function summaryOf(
  points: readonly SeriesPoint[],
  { period, before, today }: SeriesDays,
  { beside, visitors, data }: ReadBeside,
): Summary {
  const keys = [period.from, period.to, today, before?.from, before?.to, beside, visitors, data];
  return summaries(points, keys, () =>
    withExactTotal(
      summarise(points, period, today, before && { period: before, points: beside }, data),
      visitors,
    ),
  );
}

const ownOf = lastResult<OwnComparisons>(4);

/** What each day, week or month of a measure is compared with by itself, as when it is opened, as far as it is read. */
export function ownComparisons(
  website: string,
  name: SeriesName,
  days: QuestionDays,
  known: Known,
): OwnComparisons {
  const { baseline, today } = days;
  const readOf = (of: SeriesName) => readDays(website, of, days, known).map(({ data }) => data);
  const [visitors, counts] = [readOf('visitors'), readOf(name)];
  const data = knownDataDays(website, days, known);
  return ownOf([baseline, today, data, visitors.length, ...visitors, ...counts], () => span => {
    const compared = comparedByItself(span, baseline, today, { visitors, data });
    const points =
      compared && counts.map(read => read && pointsOfAll(daysWithData(read, data), compared.before));
    const found = points?.find(read => read !== undefined);
    return compared && found && { compared, before: sum(found) };
  });
}

/** Days that are not over, and a usual day that is not among those read, are compared with nothing. */
export function comparedByItself(
  { from, to }: Period,
  baseline: QuestionDays['baseline'],
  today: Day,
  {
    visitors,
    data,
  }: { readonly visitors: readonly (readonly SeriesPoint[] | undefined)[]; readonly data: DataDays },
): ComparedPeriods | undefined {
  if (to >= today) return undefined;
  const choice = { kind: 'range', from, to } as const;
  if (dayOfUsual(choice, baseline, today) === undefined) return comparedPeriods(choice, baseline, today);
  const first = addDays(from, -usualDays);
  const read = visitors.find(points => points?.some(({ day }) => day === first));
  return read && comparedDay(from, baseline, daysWithData(read, data));
}
