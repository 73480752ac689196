import type { ApiError } from '#model/failure.ts';
import { type Change, change, changeRatio } from '#model/comparison/change.ts';
import { type ComparedPeriods, lastWholeDay } from '#model/comparison/periods.ts';
import { countsOf } from '#model/service/capabilities.ts';
import type { WebsitesSort } from '#model/own/choices.ts';
import type { Day, SeriesName } from '#model/statistics/statistics.ts';
import { type ComparedCounts, type Summary, summaryChange } from '#model/statistics/summary.ts';
import { type Attention, attentionOf, type Notable, notableOf } from '#model/website/attention.ts';
import { movedTogether, type SharedMove, withoutTogether } from '#model/website/sharedMove.ts';
import type { Goals } from '#model/website/goal.ts';
import type { Website } from '#model/website/website.ts';
import type { ListCounts } from '#queries/answers/answers.ts';
import { request, type QuestionDays } from '#queries/answers/request.ts';
import {
  needingAttention,
  totalsOf,
  type Totals,
  visitorFacts,
  type VisitorFacts,
} from '#queries/overview.ts';
import { seriesOf, websiteDaysOf } from '#queries/days/series.ts';
import { type GoalsState, shownGoals } from '#store/kept/goals.ts';
import type { AccountProgress } from '#store/websites/accountReader.ts';
import { type ListState, measuresWanted } from '#store/websites/listLayout.ts';
import {
  comparesToday,
  isTodayRead,
  type TodaySoFar,
  todaySoFar,
  withHoursSoFar,
} from '#queries/days/today.ts';
import { memoizeLast, memoizeByObject } from '#text/memo.ts';
import { earlierDays, knownOf, shownDays, type QueryState } from './question.ts';

interface RowMeasure extends ComparedCounts {
  /** Daily counts without today, in order; where the period is today alone, today so far. */
  readonly days: readonly (number | undefined)[];
  /** Of every day, today so far included. */
  readonly total: number | undefined;
  readonly compared: ComparedPeriods | undefined;
  /** It is known that there is nothing to compare with, as where it has no usual day. */
  readonly isApart: boolean;
  /** Of today alone: the counts are those of its hours that are over. */
  readonly hoursSoFar: TodaySoFar | undefined;
  /** The service itself counted `total`. */
  readonly isExact?: true | undefined;
}

export interface RowNumbers {
  readonly visitors: RowMeasure | undefined;
  readonly pageviews: RowMeasure | undefined;
  readonly change: Change;
  /** Of the last day that `visitors` has, against its usual one. */
  readonly lastDay: Change;
  readonly attention: readonly Attention[];
  readonly error: ApiError | undefined;
  /** When an earlier session read them, as long as they are to be read again. */
  readonly asOf: number | undefined;
}

export interface NumbersState extends QueryState, GoalsState {
  readonly overview: {
    readonly numbers: object;
    readonly earlierDay: Day | undefined;
    readonly progress: Pick<AccountProgress, 'requests'>;
    asOf(numbers: ListCounts | undefined): number | undefined;
  };
}

export type Known = NumbersState & Pick<ListState, 'websites'>;

const knownRows = memoizeLast<WeakMap<Website, RowNumbers>>();

/** The numbers of one website, as far as they are read: the same object until more are, for the rows that every key draws. */
export function rowNumbers(state: NumbersState & ListState, website: Website): RowNumbers {
  const { answers, overview, capabilities, websites } = state;
  const inputs = [
    shownDays(state),
    answers,
    overview.numbers,
    overview.earlierDay,
    capabilities,
    websites.list.isKept,
    websites.list.data?.rows,
    measuresWanted(state),
  ];
  const rows = knownRows(inputs, () => new WeakMap());
  const known = rows.get(website);
  if (known !== undefined) return known;
  const numbers = numbersReader(state)(website);
  rows.set(website, numbers);
  return numbers;
}

/** Computes what rows have in common once. What an earlier session read and this list does not read again is not read. */
export function numbersReader(state: NumbersState & ListState): (website: Website) => RowNumbers {
  const { span, period, today } = shownDays(state);
  const measureOf = wantedReader(state);
  const reasonsOf = attentionReader(state);
  // What another view, or a wider list, asked for without success is not tried again here.
  const readers = measuresWanted(state).map(name => state.answers.countsOf(request.series(name, span)));
  return website => {
    const { id } = website;
    const [visitors, pageviews] = [measureOf(id, 'visitors'), measureOf(id, 'pageviews')];
    const total = summaryChange(visitors?.measure);
    return {
      visitors: visitors?.measure,
      pageviews: pageviews?.measure,
      change: total,
      lastDay: period.from === today ? total : change(visitors?.lastDay?.count, visitors?.lastDay?.usual),
      attention: reasonsOf(website, visitors),
      error: readers.map(countsOf => countsOf(id)?.error).find(error => error !== undefined),
      asOf: visitors?.asOf ?? pageviews?.asOf,
    };
  };
}

/** What an earlier session read of a measure that this list does not read again is none of it. */
function wantedReader(
  state: NumbersState & ListState,
): (id: string, name: SeriesName) => SeriesSums | undefined {
  const wanted = measuresWanted(state);
  const sumsOf = sumsReader(state);
  return (id, name) => {
    const found = sumsOf(id, name);
    return found?.asOf === undefined || wanted.includes(name) ? found : undefined;
  };
}

// Every key asks for it: the websites are looked at once for each set of numbers.
const togetherOf = memoizeByObject<TogetherSoFar>();
const decidedOf = memoizeByObject<Map<Day, TogetherSoFar>>();

interface TogetherSoFar {
  readonly together: SharedMove | undefined;
  /** No more of them are being read. */
  readonly isDecided: boolean;
}

/** What most websites of the list did alike on the last whole day, once all of them are read that are without asking. */
export function movedAlike(state: Known): SharedMove | undefined {
  const { together, isDecided } = movedSoFar(state);
  return isDecided ? together : undefined;
}

/** A search, of which alone more is read, changes nothing of it: what was found of the same day counts on. */
function movedSoFar(state: Known): TogetherSoFar {
  const { list, whole } = state.websites;
  const rows = (whole ?? list.data)?.rows ?? [];
  const { key, period, today } = shownDays(state);
  const { requests } = state.overview.progress;
  return togetherOf(state.overview.numbers, [rows, key, requests === undefined], () => {
    const day = lastWholeDay(period, today);
    const decided = decidedOf(rows, [state.scale, state.answers.versionOf], () => new Map());
    const sumsOf = sumsReader(state);
    const read = rows.map(({ id }) => sumsOf(id, 'visitors'));
    const isDecided = requests !== undefined || !rows.some(openReader(state, ['visitors'], sumsOf));
    const isEnough = read.filter(sums => sums !== undefined).length * 2 >= rows.length;
    const known = decided.get(day) ?? { together: undefined, isDecided: false };
    if (!isEnough || (known.isDecided && !isDecided)) return known;
    const together = movedTogether(
      read.map(sums => sums?.lastDay),
      day,
      state.scale,
      countsOf('visitors', state.capabilities),
    );
    const found = { together, isDecided };
    decided.set(day, found);
    return found;
  });
}

/** Returns whether a number of a website is still to be read, or which of its days have data. */
function openReader(
  state: NumbersState,
  names: readonly SeriesName[],
  sumsOf: (id: string, name: SeriesName) => SeriesSums | undefined,
) {
  const { span } = shownDays(state);
  const measures = names.map(name => ({
    name,
    countsOf: state.answers.countsOf(request.series(name, span)),
  }));
  return ({ id }: Website): boolean =>
    measures.some(({ name, countsOf }) => {
      const sums = sumsOf(id, name);
      return sums === undefined ? countsOf(id)?.error === undefined : sums.isOpen;
    });
}

function listedRows({ websites }: Known): readonly Website[] {
  return websites.list.data?.rows ?? [];
}

/** Returns a reader of why a website needs attention, by the numbers that are read: what most did alike is no reason. */
export function attentionReader(state: Known): (website: Website, sums?: SeriesSums) => readonly Attention[] {
  const { today } = shownDays(state);
  const sumsOf = sumsReader(state);
  const { together } = movedSoFar(state);
  return (website, sums = sumsOf(website.id, 'visitors')) => {
    const found = withoutTogether(sums?.attention ?? [], sums?.lastDay, together, state.scale);
    const ofSettings = attentionOf(website, undefined, today);
    return ofSettings.length === 0 ? found : [...found, ...ofSettings];
  };
}

/** What a website is sorted by, where it is known, and whether the measure of the order is read. */
interface SortValue {
  readonly number: number | undefined;
  readonly isRead: boolean;
}

export function sortReader(state: NumbersState, sortBy: WebsitesSort): (websiteId: string) => SortValue {
  const sumsOf = sumsReader(state);
  const name = sortBy === 'pageviews' ? 'pageviews' : 'visitors';
  const isToday = comparesToday(shownDays(state), state);
  return id => {
    const measure = sumsOf(id, name)?.measure;
    const number = sortBy === 'change' ? changeRatio(summaryChange(measure)) : measure?.total;
    const isOpen =
      sortBy === 'change' && isToday && measure?.hoursSoFar === undefined && measure?.isApart !== true;
    return { number, isRead: measure !== undefined && !isOpen };
  };
}

/** The sums of a series for a period, and what visitors tell. */
interface SeriesSums extends Omit<VisitorFacts, 'read'> {
  readonly measure: RowMeasure;
  readonly asOf?: number | undefined;
}

/** Undefined for what is not read. Without the days, what an earlier session read for the same period of another day. */
function sumsReader(state: NumbersState): (websiteId: string, name: SeriesName) => SeriesSums | undefined {
  const { asOf, earlierDay } = state.overview;
  const readers = [
    shownDays(state),
    ...(earlierDay === undefined ? [] : [earlierDays(state, earlierDay)]),
  ].map(days => ({
    sumsOf: readSums(state, days),
    visitors: state.answers.countsOf(request.series('visitors', days.span)),
    pageviews: state.answers.countsOf(request.series('pageviews', days.span)),
  }));
  return (id, name) => {
    for (const reader of readers) {
      const found = reader.sumsOf(id, name);
      if (found === undefined) continue;
      const since = asOf(reader[name](id));
      return since === undefined ? found : { ...found, asOf: since };
    }
    return undefined;
  };
}

interface Made {
  readonly version: number;
  readonly goals: Goals;
  readonly sums: SeriesSums | undefined;
}

// Every key draws the rows, and sorting reads all of them: each series is summed once for what is known of the website, today
// and on the day of an earlier session. The days themselves are not kept, of thousands of websites.
const made = memoizeByObject<Map<string, Made>>(4);

function readSums(state: NumbersState, days: QuestionDays) {
  const known = { ...knownOf(state), answers: state.answers.listed, today: days.today };
  const { versionOf } = state.answers;
  const madeOf = (name: SeriesName) =>
    made(versionOf, [name, days.key, days.baseline, known.capabilities, known.scale], () => new Map());
  const byName = { visitors: madeOf('visitors'), pageviews: madeOf('pageviews') };
  return (id: string, name: SeriesName): SeriesSums | undefined => {
    const version = versionOf(id);
    const last = byName[name].get(id);
    const goals = shownGoals(state, id);
    if (last?.version === version && last.goals === goals) return last.sums;
    const own = websiteDaysOf(id, days, known);
    const { summary } = seriesOf(id, name, own, known);
    const facts = name === 'visitors' ? visitorFacts(id, own, known, goals) : undefined;
    const isToday = name === 'visitors' && comparesToday(own, known);
    const hoursSoFar = isToday ? todaySoFar(id, name, own, known) : undefined;
    const isApart = isToday
      ? isTodayRead(id, name, own, known) && hoursSoFar === undefined
      : own.usual === 'none';
    const sums =
      summary && seriesSums(withHoursSoFar(summary, hoursSoFar), own, { facts, hoursSoFar, isApart });
    byName[name].set(id, { version, goals, sums });
    return sums;
  };
}

function seriesSums(
  summary: Summary,
  { compared, today }: QuestionDays,
  {
    facts,
    hoursSoFar,
    isApart,
  }: Pick<RowMeasure, 'hoursSoFar' | 'isApart'> & { readonly facts: VisitorFacts | undefined },
): SeriesSums {
  const { points, total, count, countBefore, covered, isExact, scale } = summary;
  // Today is unfinished and would read as a fall.
  const over = points.filter(({ day }) => day < today);
  const days = (over.length === 0 ? points : over).map(point => point.count);
  const measure = { days, total, count, countBefore, covered, compared, isApart, hoursSoFar, isExact, scale };
  const { lastDay, attention = [], isOpen = false } = facts ?? {};
  return { measure, lastDay, attention, isOpen };
}

export interface AttentionList {
  /** The most urgent kind first, each in the order of the list. */
  readonly websites: readonly { readonly website: Website; readonly attention: readonly Attention[] }[];
  /** How many websites were looked at: those whose visitors are read. */
  readonly looked: number;
}

/** What is worked out once of the listed websites, as far as their numbers are read. */
function ofListed<T>(make: (state: Known, rows: readonly Website[]) => T): (state: Known) => T {
  const made = memoizeByObject<T>();
  return state => {
    const rows = listedRows(state);
    return made(state.overview.numbers, [rows, shownDays(state).key], () => make(state, rows));
  };
}

/** Of all websites of the list, those that need attention. */
export const attentionList = ofListed((state, rows): AttentionList => {
  const reasonsOf = attentionReader(state);
  const sumsOf = sumsReader(state);
  return {
    websites: needingAttention(rows.map(website => ({ website, attention: reasonsOf(website) }))),
    looked: rows.filter(({ id }) => sumsOf(id, 'visitors') !== undefined).length,
  };
});

export interface NotableWebsite {
  readonly website: Website;
  readonly notable: Notable;
}

/** What the days of the listed websites show, of those in the period that are over: the farthest from usual first; those that need attention are told of there. */
export const notableWebsites = ofListed((state, rows): readonly NotableWebsite[] => {
  const days = shownDays(state);
  const known = { ...knownOf(state), answers: state.answers.listed };
  const reasonsOf = attentionReader(state);
  const found = rows.flatMap(website => {
    const own = websiteDaysOf(website.id, days, known);
    const { read } = visitorFacts(website.id, own, known);
    const over = read.filter(({ day }) => day >= own.period.from && day <= own.period.to && day < own.today);
    const notable = notableOf(over, read, state.scale);
    return notable === undefined || reasonsOf(website).length > 0 ? [] : [{ website, ...notable }];
  });
  return found.toSorted((a, b) => b.strength - a.strength);
});

export interface ChangedWebsite {
  readonly website: Website;
  readonly now: number;
  readonly before: number;
}

const mostOf = memoizeByObject<number>();

/** The greatest total of visitors of a website in the list, which a search changes nothing of. */
export function maxVisitors(state: Known): number {
  const { list, whole } = state.websites;
  const rows = (whole ?? list.data)?.rows ?? [];
  return mostOf(state.overview.numbers, [rows, shownDays(state).key], () => {
    const sumsOf = sumsReader(state);
    return Math.max(0, ...rows.map(({ id }) => sumsOf(id, 'visitors')?.measure.total ?? 0));
  });
}

/** The websites of the list whose visitors rose or fell, the greatest difference first. */
export const mostChanged = ofListed((state, rows): readonly ChangedWebsite[] => {
  const sumsOf = sumsReader(state);
  return rows
    .flatMap((website): ChangedWebsite[] => {
      const visitors = sumsOf(website.id, 'visitors')?.measure;
      const { count: now, countBefore: before } = visitors ?? {};
      if (now === undefined || before === undefined || now === before) return [];
      return summaryChange(visitors).kind === 'missingDays' ? [] : [{ website, now, before }];
    })
    .sort((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before));
});

export interface ListTotals extends Totals {
  /** Some of them an earlier session read, and they are to be read again. */
  readonly isKept: boolean;
  readonly isReading: boolean;
}

const totalsOfList = memoizeByObject<ListTotals>();

/** The sums of visitors and page views over the websites that are listed, for the footer of the list. */
export function overviewTotals(state: NumbersState & ListState): ListTotals {
  const { list, attentionOnly, arranged } = state.websites;
  const rows = attentionOnly ? arranged : listedRows(state);
  const isListKept = list.isKept === true;
  const measures = measuresWanted(state);
  const { requests } = state.overview.progress;
  const { error } = list;
  const keys = [rows, shownDays(state).key, isListKept, measures.length, requests === undefined, error];
  return totalsOfList(state.overview.numbers, keys, () => {
    const sumsOf = wantedReader(state);
    const read = rows.map(({ id }) => [sumsOf(id, 'visitors'), sumsOf(id, 'pageviews')] as const);
    const totals = totalsOf(
      read.map(([visitors, pageviews]) => ({ visitors: visitors?.measure, pageviews: pageviews?.measure })),
    );
    const countOf = (at: 0 | 1) => read.filter(sums => sums[at] !== undefined).length;
    return {
      ...totals,
      // Beside the visitors of more websites it would be taken for theirs.
      pageviews: countOf(1) < totals.read ? undefined : totals.pageviews,
      isKept: isListKept || read.flat().some(sums => sums?.asOf !== undefined),
      isReading: requests === undefined && rows.some(openReader(state, measures, sumsOf)),
    };
  });
}
