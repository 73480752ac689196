import type { ApiError } from '#model/failure.ts';
import { type Change, changeRatio } from '#model/comparison/change.ts';
import { type DataDays, daysWithData, everyDay } from '#model/comparison/dataDays.ts';
import { type ComparedPeriods, lastWholeDay, type SeriesPeriods } from '#model/comparison/periods.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import type { WebsitesSort } from '#model/service/query.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import {
  type ComparedCounts,
  type ExactCounts,
  summarise,
  type Summary,
  summaryChange,
  withExact,
} from '#model/statistics/summary.ts';
import { type Attention, attentionOf } from '#model/website/attention.ts';
import {
  besideUsual,
  type BesideUsual,
  movedTogether,
  type Together,
  withoutTogether,
} from '#model/website/together.ts';
import type { Website } from '#model/website/website.ts';
import type { CountsAsk, ListCounts } from '#queries/answers.ts';
import { ask, type AskOf } from '#queries/ask.ts';
import { dataDaysAsk } from '#queries/dataDays.ts';
import { errorsAsks, exactCounts, visitorsAsks } from '#queries/series.ts';
import { type ListState, measuresWanted } from '#store/websites/listLayout.ts';
import { lastResult, resultOfEach } from '#text/memo.ts';
import { daysOfWebsite, type QuestionDays } from '#queries/question.ts';
import { earlierDays, listPeriods, type QueryState } from './question.ts';

export interface RowMeasure extends ComparedCounts {
  /** Daily counts without today, in order; where the period is today alone, today so far. */
  readonly days: readonly (number | undefined)[];
  /** Of every day, today so far included. */
  readonly total: number | undefined;
  /** The days compared with, of this website. */
  readonly compared: ComparedPeriods | undefined;
  /** The service itself counted `total`. */
  readonly isExact: boolean;
}

export interface RowNumbers {
  readonly visitors: RowMeasure | undefined;
  readonly pageviews: RowMeasure | undefined;
  readonly change: Change;
  readonly attention: readonly Attention[];
  readonly error: ApiError | undefined;
  /** When an earlier session read them, as long as they are to be read again. */
  readonly asOf: number | undefined;
}

/** What the numbers of the list depend on. */
export interface NumbersState extends QueryState {
  readonly overview: {
    readonly numbers: object;
    readonly earlierDay: Day | undefined;
    asOf(numbers: ListCounts | undefined): number | undefined;
  };
}

export type Known = NumbersState & Pick<ListState, 'websites'>;

const knownRows = lastResult<WeakMap<Website, RowNumbers>>();

/** The numbers of one website, as far as they are read: the same object until more are, for the rows that every key draws. */
export function rowNumbers(state: NumbersState & ListState, website: Website): RowNumbers {
  const { answers, overview, capabilities, websites } = state;
  const of = [
    listPeriods(state),
    answers,
    overview.numbers,
    overview.earlierDay,
    capabilities,
    websites.list.isKept,
    websites.list.data?.rows,
    measuresWanted(state),
  ];
  const rows = knownRows(of, () => new WeakMap());
  const known = rows.get(website);
  if (known !== undefined) return known;
  const numbers = numbersReader(state)(website);
  rows.set(website, numbers);
  return numbers;
}

/**
 * Returns a reader of row numbers that computes what rows have in common once. What an earlier session read of a measure that
 * this list does not read again counts as not read.
 */
export function numbersReader(state: NumbersState & ListState): (website: Website) => RowNumbers {
  const days = listPeriods(state);
  const { span, today } = days;
  const wanted = measuresWanted(state);
  const read = digestReader(state, days);
  const together = movedAlike(state);
  const digestOf = (id: string, name: SeriesName) => {
    const found = read(id, name);
    return found?.asOf === undefined || wanted.includes(name) ? found : undefined;
  };
  const [ofVisitors, ofPageviews] = [
    state.answers.countsOf(ask.series('visitors', span)),
    state.answers.countsOf(ask.series('pageviews', span)),
  ];
  return website => {
    const { id } = website;
    const visitors = digestOf(id, 'visitors');
    const pageviews = digestOf(id, 'pageviews');
    const measured = visitors?.measure;
    return {
      visitors: measured,
      pageviews: pageviews?.measure,
      change: summaryChange(measured),
      attention: [
        ...withoutTogether(visitors?.attention ?? [], visitors?.lastDay, together, state.scale),
        ...attentionOf(website, undefined, today),
      ],
      error: ofVisitors(id)?.error ?? ofPageviews(id)?.error,
      asOf: visitors?.asOf ?? pageviews?.asOf,
    };
  };
}

// Every key asks for it: the websites are looked at once for each set of numbers.
const togetherOf = resultOfEach<Together | undefined>();

/** What most websites of the list did alike on the last whole day, once half of them are read. */
export function movedAlike(state: Known): Together | undefined {
  const rows = state.websites.list.data?.rows ?? [];
  const days = listPeriods(state);
  return togetherOf(state.overview.numbers, [rows, days.key], () => {
    const digestOf = digestReader(state, days);
    const read = rows.map(({ id }) => digestOf(id, 'visitors'));
    if (read.filter(digest => digest !== undefined).length * 2 < rows.length) return undefined;
    const day = lastWholeDay(days.period, days.today);
    return movedTogether(
      read.map(digest => digest?.lastDay),
      day,
      state.scale,
    );
  });
}

/** Returns a reader of why a website needs attention, by the numbers that are read: what most did alike is no reason. */
export function attentionReader(state: Known): (website: Website) => readonly Attention[] {
  const days = listPeriods(state);
  const digestOf = digestReader(state, days);
  const together = movedAlike(state);
  return website => {
    const digest = digestOf(website.id, 'visitors');
    const found = withoutTogether(digest?.attention ?? [], digest?.lastDay, together, state.scale);
    const ofSettings = attentionOf(website, undefined, days.today);
    return ofSettings.length === 0 ? found : [...found, ...ofSettings];
  };
}

/** What a website is sorted by, where it is known, and whether the measure of the order is read. */
interface SortValue {
  readonly number: number | undefined;
  readonly isRead: boolean;
}

/** Returns a reader of what an order by numbers goes by. */
export function sortReader(state: NumbersState, sortBy: WebsitesSort): (websiteId: string) => SortValue {
  const digestOf = digestReader(state, listPeriods(state));
  const name = sortBy === 'pageviews' ? 'pageviews' : 'visitors';
  return id => {
    const measure = digestOf(id, name)?.measure;
    const number = sortBy === 'change' ? changeRatio(summaryChange(measure)) : measure?.total;
    return { number, isRead: measure !== undefined };
  };
}

/** The sums of a series for a period. */
interface Digest {
  readonly measure: RowMeasure;
  /** Read as if it were of visitors. */
  readonly attention: readonly Attention[];
  readonly lastDay: BesideUsual | undefined;
}

interface ShownDigest extends Digest {
  readonly asOf?: number | undefined;
}

interface MadeDigest extends Digest {
  readonly errors: readonly number[] | undefined;
  readonly key: string;
  readonly beside: readonly number[] | undefined;
  readonly exact: ExactCounts | undefined;
  /** The visitors by which a usual day was found. */
  readonly visitors: readonly number[] | undefined;
  readonly data: DataDays | undefined;
}

// Every key draws the rows, and sorting reads all of them, so each series is summed only once.
const digests = new WeakMap<readonly number[], MadeDigest>();

/**
 * Returns a reader of a website's numbers; undefined for what is not read. Where those of the days are not, it gives what an
 * earlier session read for the same period of another day.
 */
export function digestReader(
  state: NumbersState,
  days: QuestionDays,
): (websiteId: string, name: SeriesName) => ShownDigest | undefined {
  const { asOf: asOfCounts, earlierDay } = state.overview;
  const digestOf = readDigests(state, days);
  const before = earlierDay === undefined ? undefined : earlierDays(state, earlierDay);
  const digestBefore = before && readDigests(state, before);
  const seriesIn = ({ span }: QuestionDays) => ({
    visitors: state.answers.countsOf(ask.series('visitors', span)),
    pageviews: state.answers.countsOf(ask.series('pageviews', span)),
  });
  const [series, seriesBefore] = [seriesIn(days), before && seriesIn(before)];
  return (websiteId, name) => {
    const now = digestOf(websiteId, name);
    const found = now ?? digestBefore?.(websiteId, name);
    if (found === undefined) return undefined;
    const of = now === undefined && seriesBefore !== undefined ? seriesBefore : series;
    const asOf = asOfCounts(of[name](websiteId));
    return asOf === undefined ? found : { ...found, asOf };
  };
}

function readDigests(
  state: NumbersState,
  days: QuestionDays,
): (websiteId: string, name: SeriesName) => Digest | undefined {
  const { key } = days;
  const countsOf = {
    visitors: countsReader(state, days, 'visitors'),
    pageviews: countsReader(state, days, 'pageviews'),
  };
  const errorsOf = state.answers.countsOf(ask.series('errors', days.span));
  return (websiteId, name) => {
    const { counts, beside } = countsOf[name](websiteId);
    const errors = name === 'visitors' ? errorsOf(websiteId)?.counts : undefined;
    const exact = name === 'visitors' ? exactCounts(websiteId, days, state) : undefined;
    // No sum that a count replaces a moment later.
    if (counts === undefined || exact === 'awaited') return undefined;
    const visitors = days.usualOf === undefined ? undefined : countsOf.visitors(websiteId).counts;
    const data = listDataDays(state, days, websiteId, { counts, beside });
    const known = digests.get(counts);
    const isSame = known?.key === key && known.visitors === visitors && known.data === data;
    const isSameRead = known?.errors === errors && known?.beside === beside;
    if (isSame && isSameRead && isSameExact(known.exact, exact)) return known;
    const own = daysOfWebsite(days, visitors && pointsOf(days.span, visitors), data);
    const made = {
      key,
      beside,
      exact,
      visitors,
      data,
      errors,
      ...summarize({ counts, beside }, own, { exact, data, errors, scale: state.scale }),
    };
    digests.set(counts, made);
    return made;
  };
}

/** What the numbers of a website in the list are made of. */
export function numberAsks(capabilities: Capabilities, days: QuestionDays, name: SeriesName): CountsAsk[] {
  const { span, apart } = days;
  return [
    // Before the days, which are shown only with them.
    ...(name === 'visitors' ? visitorsAsks('', days, capabilities).map(asked => asked.ask) : []),
    ask.series(name, span),
    ...(name === 'visitors' ? errorsAsks('', { span }, capabilities).map(asked => asked.ask) : []),
    ...(apart === undefined ? [] : [ask.series(name, apart)]),
  ];
}

/** The daily counts of a website that are read, and those of the earlier days where those are read separately. */
export interface ReadCounts {
  readonly counts: readonly number[] | undefined;
  readonly beside: readonly number[] | undefined;
}

/** The same arrays as long as nothing is read again. */
export function readCounts(
  state: Pick<QueryState, 'answers'>,
  days: SeriesPeriods,
  websiteId: string,
  name: SeriesName,
): ReadCounts {
  return countsReader(state, days, name)(websiteId);
}

/** Looks up once what all websites have in common. */
function countsReader(
  { answers }: Pick<QueryState, 'answers'>,
  { span, apart }: SeriesPeriods,
  name: SeriesName,
): (websiteId: string) => ReadCounts {
  const countsOf = answers.countsOf(ask.series(name, span));
  const besideOf = apart && answers.countsOf(ask.series(name, apart));
  return id => ({ counts: countsOf(id)?.counts, beside: besideOf?.(id)?.counts });
}

/** A tenth of the days before may lack data without a word: of thousands of websites few need a request. */
function spareDays({ before }: QuestionDays): number {
  return before === undefined ? Infinity : Math.floor(dayCount(before) / 10);
}

/** What to ask of a website in the list to know which of its days have data; undefined where its counts tell it. */
export function listDataAsk(
  capabilities: Capabilities,
  days: QuestionDays,
  { counts, beside }: ReadCounts,
): AskOf<'dataDays'> | undefined {
  const { span, apart } = days;
  if (counts === undefined || (apart !== undefined && beside === undefined)) return undefined;
  const parts = apart && beside ? [{ from: apart.from, counts: beside }] : [];
  return dataDaysAsk([...parts, { from: span.from, counts }], days, { capabilities }, spareDays(days));
}

/** As far as it is known: undefined until it is read. */
export function listDataDays(
  { answers, capabilities }: Pick<QueryState, 'answers' | 'capabilities'>,
  days: QuestionDays,
  websiteId: string,
  read: ReadCounts,
): DataDays | undefined {
  const asked = listDataAsk(capabilities, days, read);
  if (asked === undefined) return everyDay;
  const { data, error } = answers.get(websiteId, asked);
  return data ?? (error === undefined ? undefined : everyDay);
}

/** The same where it is still to be asked. */
export function openDataAsk(
  state: Pick<QueryState, 'answers' | 'capabilities'>,
  days: QuestionDays,
  websiteId: string,
  name: SeriesName,
): AskOf<'dataDays'> | undefined {
  const asked = listDataAsk(state.capabilities, days, readCounts(state, days, websiteId, name));
  if (asked === undefined) return undefined;
  const { data, error } = state.answers.get(websiteId, asked);
  return data === undefined && error === undefined ? asked : undefined;
}

/** A series by days, and its period summed up; compared with nothing until it is known which days have data. */
export function summaryOfCounts(
  { counts = [], beside }: ReadCounts,
  { period, today, before, span, apart }: QuestionDays,
  data: DataDays | undefined,
): { readonly points: readonly SeriesPoint[]; readonly summary: Summary } {
  const points = pointsOf(span, counts);
  const compared = before && { period: before, points: apart && beside && pointsOf(apart, beside) };
  const summary = summarise(points, period, today, data && compared, data);
  return { points: daysWithData(points, data ?? everyDay), summary };
}

function summarize(
  read: ReadCounts,
  days: QuestionDays,
  {
    exact,
    data,
    errors,
    scale,
  }: {
    readonly exact: ExactCounts | undefined;
    readonly data: DataDays | undefined;
    readonly errors: readonly number[] | undefined;
    readonly scale: number | undefined;
  },
): Digest {
  const { period, today, compared, span } = days;
  const { points, summary: summed } = summaryOfCounts(read, days, data);
  const summary = withExact(summed, exact);
  // Today is unfinished and would read as a fall.
  const over = summary.points.filter(({ day }) => day < today);
  const shown = (over.length === 0 ? summary.points : over).map(({ count }) => count);
  return {
    measure: {
      days: shown,
      total: summary.total,
      count: summary.count,
      countBefore: summary.countBefore,
      covered: summary.covered,
      compared,
      isExact: summary.isExact === true,
    },
    attention: attentionOf({}, points, lastWholeDay(period, today), scale, errors && pointsOf(span, errors)),
    lastDay: besideUsual(points, lastWholeDay(period, today)),
  };
}

function isSameExact(a: ExactCounts | undefined, b: ExactCounts | undefined): boolean {
  return a?.total === b?.total && a?.now === b?.now && a?.before === b?.before;
}

const daysFrom = lastResult<Day[]>();

function pointsOf({ from }: Period, counts: readonly number[]): SeriesPoint[] {
  const days = daysFrom([from], () => []);
  return counts.map((count, index) => ({ day: (days[index] ??= addDays(from, index)), count }));
}
