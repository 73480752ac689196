import { sparkline } from '#charts/sparkline.ts';
import type { Part } from '#components/style.ts';
import { change } from '#model/statistics/comparison.ts';
import { compactNumber, groupThousands } from '#model/text/number.ts';
import { changePart } from '#screens/changeParts.ts';
import type { RowMeasure, RowNumbers } from '#store/websites/overviewNumbers.ts';
import type { Totals } from '#store/websites/overviewTotals.ts';
import type { NumberColumn, WebsiteColumn } from '#store/websites/websiteColumns.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';

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

function trend({ days }: RowMeasure, width: number) {
  return safeText(sparkline(days, width, { ascii: isAscii() }));
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
