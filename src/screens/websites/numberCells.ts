import { sparkline } from '#charts/sparkline.ts';
import type { Part } from '#components/style.ts';
import { change } from '#model/comparison.ts';
import { compactNumber, groupThousands } from '#model/number.ts';
import { changePart } from '#screens/changeParts.ts';
import type { RowMeasure, RowNumbers } from '#store/overviewNumbers.ts';
import type { WebsiteColumn } from '#store/websiteColumns.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';

type NumberColumn = Extract<WebsiteColumn, 'attention' | 'trend' | 'visitors' | 'change' | 'pageviews'>;

const nothing: Part = { text: label`` };

/** The numbers of a row. What was not read yet leaves its place empty: nothing moves when it comes. */
export function numberCells(numbers: RowNumbers, trendWidth: number): Readonly<Record<NumberColumn, Part>> {
  const { visitors, pageviews, attention } = numbers;
  const missing: Part = numbers.error === undefined ? nothing : { text: label`not read`, tone: 'bad' };
  return {
    attention: attention.length === 0 ? nothing : { text: label`!`, tone: 'warn', bold: true },
    trend: visitors === undefined ? nothing : { text: trend(visitors, trendWidth), tone: 'soft' },
    visitors: visitors === undefined ? missing : { text: countText(visitors.total) },
    change: visitors === undefined ? nothing : changePart(numbers.change),
    pageviews: pageviews === undefined ? missing : { text: countText(pageviews.total) },
  };
}

function trend({ points }: RowMeasure, width: number) {
  const counts = points.map(({ count }) => count);
  return safeText(sparkline(counts, width, { ascii: isAscii() }));
}

/** Grouped by thousands; what would not fit its column is rounded rather than cut. */
function countText(count: number) {
  const text = groupThousands(count);
  return safeText(text.length > 10 ? compactNumber(count) : text);
}

/** Sums over the rows whose numbers were read; undefined for a measure that none of them has. */
export function totalCells(rows: readonly RowNumbers[]): Readonly<Partial<Record<WebsiteColumn, Part>>> {
  const visitors = rows.flatMap(row => row.visitors ?? []);
  const pageviews = rows.flatMap(row => row.pageviews ?? []);
  // A change needs both sides of the same rows.
  const compared = visitors.filter(({ before }) => before !== undefined);
  const now = sumOf(compared, ({ count }) => count);
  const before = sumOf(compared, row => row.before ?? 0);
  return {
    ...(visitors.length === 0
      ? {}
      : { visitors: { text: countText(sumOf(visitors, ({ total }) => total)), bold: true } }),
    ...(compared.length === 0 ? {} : { change: changePart(change(now, before)) }),
    ...(pageviews.length === 0
      ? {}
      : { pageviews: { text: countText(sumOf(pageviews, ({ total }) => total)), bold: true } }),
  };
}

function sumOf(rows: readonly RowMeasure[], numberOf: (row: RowMeasure) => number): number {
  return rows.reduce((sum, row) => sum + numberOf(row), 0);
}
