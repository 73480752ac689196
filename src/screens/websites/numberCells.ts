import type { TableCell } from '#components/Table.tsx';
import type { Part } from '#components/style.ts';
import { change } from '#model/statistics/comparison.ts';
import { compactNumber, counted, groupThousands } from '#model/text/number.ts';
import { changePart } from '#screens/changeParts.ts';
import type { RowNumbers } from '#store/websites/overviewNumbers.ts';
import type { Totals } from '#store/websites/overviewTotals.ts';
import type { NumberColumn, WebsiteColumn } from '#store/websites/websiteColumns.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { shortAttention } from './attentionSentences.ts';
import { notRead } from './notRead.ts';
import { trendLines } from './trend.ts';

interface RowView {
  readonly trendWidth: number;
  /** Lines of a row. */
  readonly lines: 1 | 2;
  readonly isCompared: boolean;
  /** What a second line says where page views are not read. */
  readonly about: Part | undefined;
  /** What the website is called beside its domain, where no column says it. */
  readonly name: string | undefined;
}

const nothing: Part = { text: label`` };
const failed: Part = { text: label`not read`, tone: 'bad' };

/** The numbers of a row. What was not read yet has a dim mark in its place: nothing moves when it comes. */
export function numberCells(
  numbers: RowNumbers,
  { trendWidth, lines, isCompared, about, name }: RowView,
): {
  readonly cells: Readonly<Record<Exclude<NumberColumn, 'trend'>, Part> & { trend: TableCell }>;
  readonly below: Readonly<Partial<Record<'domain' | 'trend', TableCell>>>;
} {
  const { visitors, pageviews, attention, error } = numbers;
  const missing = error === undefined ? notRead(3) : failed;
  const waiting = error === undefined ? notRead(trendWidth) : nothing;
  const [trend = waiting, trendBelow = waiting] =
    visitors === undefined
      ? []
      : trendLines(visitors.days, { width: trendWidth, lines, change: numbers.change });
  const isChangeUnread = isCompared && error === undefined && visitors?.before === undefined;
  return {
    cells: {
      attention: attention.length === 0 ? nothing : { text: label`!`, tone: 'warn', bold: true },
      trend: lines === 2 && visitors === undefined ? nothing : trend,
      visitors: visitors === undefined ? missing : { text: countText(visitors.total) },
      change: isChangeUnread ? notRead(3) : changePart(numbers.change),
      pageviews: pageviews === undefined ? missing : { text: countText(pageviews.total) },
    },
    below: { domain: secondLine(numbers, { about, name }), trend: trendBelow },
  };
}

/** Why the website needs attention, else what it is called, and its page views. */
function secondLine(
  { pageviews, attention, error }: RowNumbers,
  { about, name }: Pick<RowView, 'about' | 'name'>,
): Part {
  if (attention.length > 0) return { text: label`! ${shortAttention(attention)}`, tone: 'warn' };
  const called = name === undefined ? label`` : label`${safeText(name, 60)}   `;
  if (pageviews !== undefined)
    return { text: label`${called}${safeText(counted(pageviews.total, 'page views'))}`, tone: 'dim' };
  if (about !== undefined) return { ...about, text: label`${called}${about.text}` };
  return error === undefined ? notRead(3, label` page views`) : nothing;
}

/** Grouped by thousands; what would not fit its column is rounded rather than cut. */
function countText(count: number) {
  const text = groupThousands(count);
  return safeText(text.length > 10 ? compactNumber(count) : text);
}

/** Sums of the websites whose numbers were read; none for a measure that none of them has. */
export function totalCells(totals: Totals): Readonly<Partial<Record<WebsiteColumn, Part>>> {
  const { visitors, compared, pageviews } = totals;
  const sum = (count: number | undefined): Part => ({ text: countText(count ?? 0), bold: true });
  return {
    ...(visitors === undefined ? {} : { visitors: sum(visitors) }),
    ...(compared === undefined ? {} : { change: changePart(change(compared.now, compared.before)) }),
    ...(pageviews === undefined ? {} : { pageviews: sum(pageviews) }),
  };
}
