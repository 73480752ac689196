import {
  numberText,
  periodParameters,
  type DataCell,
  type DataColumn,
  type DataTable,
} from '#model/export/dataTable.ts';
import type { TableView } from '#headless/output/write.ts';
import { changeInk } from '#headless/output/paint.ts';
import { comparisonWords } from '#model/statistics/comparisonWords.ts';
import { change, changeRatio, formatChange, formatRatio } from '#model/statistics/comparison.ts';
import { dayParts } from '#model/period/day.ts';
import { describePeriod } from '#model/period/period.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { attentionUrgency, shortAttention } from '#model/website/attentionWords.ts';
import { websiteName, sharedDomains } from '#model/website/website.ts';
import { cutEnd } from '#terminal/fit.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import type { Overview, OverviewRow } from './readOverview.ts';

export type OverviewOrder = 'visitors' | 'change' | 'domain' | 'pageviews' | 'id';

/**
 * The rows in their order: most visitors or page views first, greatest rise first, highest id first, or domains from a;
 * `reverse` turns them round.
 */
export function sortOverview(
  rows: readonly OverviewRow[],
  order: OverviewOrder,
  reverse: boolean,
): OverviewRow[] {
  const byDomain = (a: OverviewRow, b: OverviewRow) =>
    websiteName(a.website) < websiteName(b.website) ? -1 : 1;
  const numberOf = numbers[order];
  const compare = (a: OverviewRow, b: OverviewRow) => {
    const [one, other] = [numberOf(a), numberOf(b)];
    // What is unknown comes last in either direction.
    if (one === undefined || other === undefined)
      return one === other ? byDomain(a, b) : one === undefined ? 1 : -1;
    if (one === other) return byDomain(a, b);
    return one > other === reverse ? 1 : -1;
  };
  if (order !== 'domain') return rows.toSorted(compare);
  return rows.toSorted((a, b) => (reverse ? byDomain(b, a) : byDomain(a, b)));
}

const numbers: Readonly<Record<OverviewOrder, (row: OverviewRow) => number | undefined>> = {
  visitors: ({ visitors }) => visitors?.total,
  // As the list of the application sorts: new ones above all rises.
  change: changeOf,
  pageviews: ({ pageviews }) => pageviews?.total,
  id: ({ website }) => (/^\d+$/.test(website.id) ? Number(website.id) : undefined),
  domain: () => undefined,
};

function changeOf({ visitors }: OverviewRow): number | undefined {
  return changeRatio(change(visitors?.count, visitors?.countBefore));
}

export interface Totals {
  readonly visitors: number;
  /** Whole days only, which may be compared with those before. */
  readonly compared: number;
  readonly before: number | undefined;
  readonly pageviews: number;
}

/** The sums of the rows that were read. */
export function overviewTotals(rows: readonly OverviewRow[], isCompared: boolean): Totals {
  const add = (of: (row: OverviewRow) => number | undefined) =>
    rows.reduce((sum, row) => sum + (of(row) ?? 0), 0);
  return {
    visitors: add(({ visitors }) => visitors?.total),
    compared: add(({ visitors }) => visitors?.count),
    before: isCompared ? add(({ visitors }) => visitors?.countBefore) : undefined,
    pageviews: add(({ pageviews }) => pageviews?.total),
  };
}

/** The numbers of websites with their totals, for programs and for people. */
export function overviewTable(
  rows: readonly OverviewRow[],
  { period, compared, isExact, isWhole }: Overview,
  timeZone: string,
): DataTable {
  const totals = overviewTotals(rows, compared !== undefined);
  const shared = sharedDomains(rows.map(({ website }) => website));
  const hasNames = rows.some(({ website }) => website.name !== undefined);
  const withBefore = <T>(cells: readonly T[]): readonly T[] => (compared === undefined ? [] : cells);
  return {
    title: `Websites, ${describePeriod(period)}`,
    about: {
      ...periodParameters(period, compared?.before, timeZone),
      complete: isWhole,
      websites: rows.length,
      visitors: totals.visitors,
      visitors_compared: isExact && compared !== undefined ? totals.compared : undefined,
      visitors_before: totals.before,
      pageviews: totals.pageviews,
    },
    columns: [
      { key: 'id', title: 'Id', forPrograms: true },
      { key: 'domain', title: 'Domain' },
      // For people where domains do not tell the websites apart.
      ...(hasNames ? [{ key: 'name', title: 'Name', forPrograms: shared.size === 0 }] : []),
      { key: 'visitors', title: 'Visitors' },
      ...withBefore<DataColumn>([
        isExact
          ? { key: 'visitors_compared', title: 'Sum of days' }
          : { key: 'visitors_compared', title: 'Visitors of whole days', forPrograms: true },
        { key: 'visitors_before', title: isExact ? 'Sum before' : 'Before' },
        { key: 'change', title: 'Change', kind: 'change' },
      ]),
      { key: 'pageviews', title: 'Page views' },
      { key: 'attention', title: 'Attention' },
    ],
    rows: rows.map((row): DataCell[] => [
      row.website.id,
      websiteName(row.website),
      ...(hasNames ? [row.website.name] : []),
      row.visitors?.total,
      ...withBefore<DataCell>([row.visitors?.count, row.visitors?.countBefore, changeOf(row)]),
      row.pageviews?.total,
      row.attention.map(shortAttention).join('; '),
    ]),
  };
}

/** The totals below, and what the changes are against. */
export function overviewView(
  rows: readonly OverviewRow[],
  { period, compared, isExact }: Overview,
): TableView {
  const { visitors, compared: whole, before, pageviews } = overviewTotals(rows, compared !== undefined);
  const changed = formatChange(change(whole, before));
  const ofDays = isExact ? `, ${numberText(whole, {})} as the sum of the days,` : '';
  // Where both are zero there is no change to tell.
  const against =
    compared === undefined || changed === '' ? '' : `${ofDays} ${changed} ${comparisonWords(compared)}`;
  return {
    before: safeText(`Websites, ${describePeriod(period)}`),
    after: safeText(
      `${counted(rows.length, 'websites')}: ${counted(visitors, 'visitors')}${against}; ${numberText(pageviews, {})} page views`,
    ),
    cell: (key, row, at) =>
      key === 'change' && typeof row[at] === 'number'
        ? changeCell(formatRatio(row[at]))
        : key === 'attention'
          ? { text: safeText(row[at] ?? ''), ink: 'bad' }
          : undefined,
  };
}

/** Those that need attention, the most urgent first. */
export function needyOf(rows: readonly OverviewRow[]): OverviewRow[] {
  return attentionUrgency.flatMap(kind => rows.filter(({ attention }) => attention[0]?.kind === kind));
}

const lineWidth = 80;
/** Of a name in the line, in columns. */
const nameWidth = 30;

/** All in one line of at most 80 columns: the totals, and as much of what else is to be told as fits. */
export function overviewLine(
  rows: readonly OverviewRow[],
  { period, compared, isExact }: Pick<Overview, 'period' | 'compared' | 'isExact'>,
  today: Day,
): SafeText {
  const { visitors, compared: whole, before } = overviewTotals(rows, compared !== undefined);
  const read = rows.filter(row => row.visitors !== undefined).length;
  const websites = counted(rows.length, 'websites');
  // Where the service counts everybody once in the period, the change is of other numbers.
  const changed = isExact ? '' : formatChange(change(whole, before));
  const total = `${read === rows.length ? '' : `${read} of `}${websites}: ${counted(visitors, 'visitors')} ${changed}`;
  const days = `${total.trimEnd()}, ${describePeriod(period).replace(` ${dayParts(today).year}`, '')}`;
  const ofToday = rows.flatMap(row => row.visitors?.today ?? []);
  const sum = ofToday.reduce((all, count) => all + count, 0);
  const withToday =
    ofToday.length === 0 || period.from === today ? days : `${days}, today ${groupThousands(sum)}`;
  const names = needyOf(rows).map(({ website }) => cutEnd(safeText(websiteName(website)), nameWidth));
  const needy = names
    .map((_, at) => {
      const more = names.length - at - 1;
      return `; ! ${names.slice(0, at + 1).join(', ')}${more === 0 ? '' : ` +${more}`}`;
    })
    .toReversed();
  const fewest = names.length === 0 ? '' : `; ${names.length} need attention`;
  const lines = [...needy, fewest].flatMap(who => [withToday + who, days + who]);
  const shown = [...lines, total.trimEnd() + fewest].map(line => safeText(line));
  return shown.find(line => textWidth(line) <= lineWidth) ?? cutEnd(safeText(total), lineWidth);
}

function changeCell(text: string) {
  return { text: safeText(text), ink: changeInk(text) };
}
