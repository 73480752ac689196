import type { Capabilities } from '#model/service/capabilities.ts';
import { conditionText, type Filter } from '#model/service/filter.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { formatRatio } from '#model/comparison/change.ts';
import { bytesText, groupThousands, microsecondsText, percent, ratioText, timeText } from '#text/words.ts';

/** A cell with the raw value: text is foreign, numbers are exact. Undefined where unknown. */
export type DataCell = string | number | boolean | undefined;

export interface DataColumn {
  /** The name for programs: "count_before". */
  readonly key: string;
  readonly title: string;
  /**
   * A fraction such as 0.25: of a share, shown to people as "25%", or of a change, as "+25%", where infinity is a rise from
   * nothing. Seconds, shown as "1m 23s", and a mean, as "2.4". Bytes and microseconds have a unit for people. Other numbers are counts.
   */
  readonly kind?: 'day' | 'share' | 'change' | 'seconds' | 'mean' | 'bytes' | 'microseconds' | undefined;
  /** The key of the column that names the kind of each number, where rows have several. */
  readonly kindIn?: string | undefined;
  /** Left out of formats for people, who have it in another column or in words. */
  readonly forPrograms?: boolean | undefined;
}

export interface DataTable {
  /** The heading: "Pages of shop.example.com". Foreign text. */
  readonly title: string;
  /** The parameters of the query and what was left out, by names for programs: `{website: '7', from: '2026-03-01'}`. */
  readonly about: Readonly<Record<string, DataCell>>;
  /** Those called visitors are visits, and page views the same: formats for people say so once. */
  readonly areVisits?: boolean | undefined;
  readonly columns: readonly DataColumn[];
  /** A cell for every column, in their order. */
  readonly rows: readonly (readonly DataCell[])[];
}

/** The parameters of a table whose numbers are of a period, and of the earlier period they are compared with. */
export function periodParameters(
  { from, to }: Period,
  before: Period | undefined,
  timeZone: string,
  { countsIn }: Pick<Capabilities, 'countsIn'>,
): DataTable['about'] {
  const zones = { time_zone: timeZone, counted_in: countsIn };
  return { from, to, before_from: before?.from, before_to: before?.to, ...zones };
}

/** What the numbers are within; nothing without a filter. */
export function whereParameter(where: Filter): DataTable['about'] {
  return where.length === 0 ? {} : { where: where.map(conditionText).join(', ') };
}

/** From which day on a filter counts, where the period has earlier days. */
export function beginsParameters(begins: Day | undefined): DataTable['about'] {
  return begins === undefined ? {} : { counted_from: begins, complete: false };
}

/** A cell for programs: a plain number, a fraction with six decimals; undefined for a rise from nothing. */
export function plainCell(cell: DataCell, column: DataColumn | undefined): DataCell {
  if (typeof cell !== 'number' || (column?.kind !== 'share' && column?.kind !== 'change')) return cell;
  return Number.isFinite(cell) ? Math.round(cell * 1e6) / 1e6 : undefined;
}

export function columnOfRow(
  column: DataColumn,
  { columns }: Pick<DataTable, 'columns'>,
  cells: DataTable['rows'][number],
): DataColumn {
  if (column.kindIn === undefined) return column;
  const kind = cells[columns.findIndex(({ key }) => key === column.kindIn)];
  const isKind = kind === 'bytes' || kind === 'microseconds' || kind === 'change' || kind === 'mean';
  return isKind ? { ...column, kind } : column;
}

/** The day that a row is compared with, where rows have different ones. */
export function dayBefore(key: 'before_day' | 'day_before'): DataColumn {
  return { key, title: 'Day before', kind: 'day' };
}

/** A number for people, the same on screen, in a printed table and in Markdown: "12,345", "25%". */
export function numberText(number: number, { kind }: Pick<DataColumn, 'kind'>): string {
  if (kind === 'change') return formatRatio(number);
  if (kind === 'seconds') return timeText(number);
  if (kind === 'mean') return ratioText(number, 1);
  if (kind === 'bytes') return bytesText(number);
  if (kind === 'microseconds') return microsecondsText(number);
  return kind === 'share' ? percent(number, 1) : groupThousands(number);
}

export const exportFormats = ['csv', 'json', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];
