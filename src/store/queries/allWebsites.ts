import { type ComparedCounts, comparedSums, summaryChange } from '#model/statistics/summary.ts';
import { type Attention, attentionUrgency } from '#model/website/attention.ts';
import type { Website } from '#model/website/website.ts';
import { resultOfEach } from '#text/memo.ts';
import { attentionReader, digestReader, type Known, type RowMeasure } from './overview.ts';
import { listPeriods } from './question.ts';

interface NeedyWebsite {
  readonly website: Website;
  readonly attention: readonly Attention[];
}

export interface AttentionList {
  /** The most urgent kind first, each in the order of the list. */
  readonly websites: readonly NeedyWebsite[];
  /** How many websites were looked at: those whose visitors are read. */
  readonly looked: number;
}

// Every key draws it: the websites are looked at once for each set of numbers.
const listOf = resultOfEach<AttentionList>();

/** Of all websites of the list, those that need attention. */
export function attentionList(state: Known): AttentionList {
  const { numbers } = state.overview;
  const rows = state.websites.list.data?.rows ?? [];
  return listOf(numbers, [rows, listPeriods(state).key], () => lookAt(rows, state));
}

function lookAt(rows: readonly Website[], state: Known): AttentionList {
  const reasonsOf = attentionReader(state);
  const digestOf = digestReader(state, listPeriods(state));
  const needy = rows
    .map(website => ({ website, attention: reasonsOf(website) }))
    .filter(({ attention }) => attention.length > 0);
  return {
    websites: attentionUrgency.flatMap(kind => needy.filter(({ attention }) => attention[0]?.kind === kind)),
    looked: rows.filter(({ id }) => digestOf(id, 'visitors') !== undefined).length,
  };
}

/** The visitors of a website on the whole days of the period, and on those they are compared with. */
export interface ChangedWebsite {
  readonly website: Website;
  readonly now: number;
  readonly before: number;
}

// Every key draws it: the websites are sorted once for each set of numbers.
const changedOf = resultOfEach<readonly ChangedWebsite[]>();

/** The websites of the list whose visitors rose or fell, the greatest difference first. */
export function mostChanged(state: Known): readonly ChangedWebsite[] {
  const { numbers } = state.overview;
  const rows = state.websites.list.data?.rows ?? [];
  return changedOf(numbers, [rows, listPeriods(state).key], () => {
    const digestOf = digestReader(state, listPeriods(state));
    return rows
      .flatMap((website): ChangedWebsite[] => {
        const visitors = digestOf(website.id, 'visitors')?.measure;
        const { count: now, countBefore: before } = visitors ?? {};
        if (now === undefined || before === undefined || now === before) return [];
        return summaryChange(visitors).kind === 'lack' ? [] : [{ website, now, before }];
      })
      .sort((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before));
  });
}

/** Sums over the websites of the list, as far as their numbers are read. */
export interface Totals {
  /** How many websites are in the sums: those whose visitors are read, or page views where visitors are not shown. */
  readonly read: number;
  readonly visitors: number | undefined;
  /** Only websites with both counts, so that the change compares like with like. */
  readonly compared: ComparedCounts | undefined;
  readonly pageviews: number | undefined;
  /** The service itself counted the visitors of each website: they are no sums of days. */
  readonly isExact: boolean;
  /** Some of them an earlier session read, and they are to be read again. */
  readonly isKept: boolean;
}

// Every key draws the sums, so they are added up once for each set of numbers.
const totalsOf = resultOfEach<Totals>();

/** The sums of visitors and page views over the websites that are listed, for the footer of the list. */
export function overviewTotals(state: Known): Totals {
  const { numbers } = state.overview;
  const { list, attentionOnly, arranged } = state.websites;
  const { data, isKept: isListKept = false } = list;
  const rows = attentionOnly ? arranged : (data?.rows ?? []);
  const days = listPeriods(state);
  return totalsOf(numbers, [rows, days.key, isListKept], () => {
    const digestOf = digestReader(state, days);
    const digestsOf = (name: 'visitors' | 'pageviews') => rows.flatMap(({ id }) => digestOf(id, name) ?? []);
    const [visitors, pageviews] = [digestsOf('visitors'), digestsOf('pageviews')];
    const isKept = isListKept || [...visitors, ...pageviews].some(({ asOf }) => asOf !== undefined);
    return { ...addUp(visitors.map(measureOf), pageviews.map(measureOf)), isKept };
  });
}

const measureOf = ({ measure }: { readonly measure: RowMeasure }) => measure;

function addUp(visitors: readonly RowMeasure[], pageviews: readonly RowMeasure[]): Omit<Totals, 'isKept'> {
  const compared = visitors.filter(({ covered }) => covered !== undefined);
  return {
    read: Math.max(visitors.length, pageviews.length),
    visitors: visitors.length === 0 ? undefined : sumOf(visitors, ({ total }) => total),
    compared: compared.length === 0 ? undefined : comparedSums(compared),
    pageviews: pageviews.length === 0 ? undefined : sumOf(pageviews, ({ total }) => total),
    isExact: visitors.length > 0 && visitors.every(({ isExact }) => isExact),
  };
}

function sumOf(rows: readonly RowMeasure[], numberOf: (row: RowMeasure) => number | undefined): number {
  return rows.reduce((sum, row) => sum + (numberOf(row) ?? 0), 0);
}
