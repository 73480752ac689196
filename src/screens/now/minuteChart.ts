import type { ChartRow } from '#charts/cells.ts';
import { hoursChart, hourStrip } from '#charts/hours.ts';
import { chartMargins } from '#components/chartLines.ts';
import type { NowNumbers } from '#model/now/nowNumbers.ts';
import { minuteText } from '#model/period/today.ts';
import { compactNumber } from '#model/text/number.ts';
import { isAscii } from '#terminal/charset.ts';

/** Rows from which on there is room for an axis. */
const roomForAxis = 5;

/** The minutes as upright bars, the last one unfinished. */
export function minuteRows(
  { minute, minutes }: Pick<NowNumbers, 'minute' | 'minutes'>,
  { zone, width, height }: { readonly zone: string; readonly width: number; readonly height: number },
): readonly ChartRow[] {
  const bars = minutes.map((count, place) => ({ count, unfinished: place === minutes.length - 1 }));
  const size = { width: width - chartMargins, ascii: isAscii() };
  // All alike wide.
  const stripWidth = Math.max(1, Math.floor(size.width / bars.length)) * bars.length;
  if (height < roomForAxis) return hourStrip({ hours: bars, rows: height, ...size, width: stripWidth });
  const first = minute - minutes.length + 1;
  const ticks = [5, 10, 15].map(step =>
    bars.flatMap((_, place) =>
      (first + place) % step === 0 ? [{ place, text: minuteText(zone, (first + place) * 60) }] : [],
    ),
  );
  return hoursChart({ points: bars, ticks, height, ...size, formatCount: compactNumber }).rows;
}
