import { hourStrip } from '#charts/hours.ts';
import { chartParts } from '#components/chartLines.ts';
import type { Part } from '#components/style.ts';
import { hourText } from '#model/statistics/statistics.ts';
import { groupThousands } from '#model/text/number.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';

const leastForFacts = 6;

/** The hours of the day as 24 bars of even width above their numbers; with room the busiest and the quietest hour. */
export function hourLines(
  hours: readonly number[],
  before: readonly number[] | undefined,
  width: number,
  height: number,
): Part[][] {
  const columns = Math.max(24, width - (width % 24));
  const facts = height >= leastForFacts ? hourFacts(hours, width) : [];
  const rows = Math.max(1, Math.min(6, height - 1 - facts.length));
  const bars = hours.map(count => ({ count }));
  const strip = hourStrip({ hours: bars, compared: before, width: columns, rows, ascii: isAscii() });
  const axis = [0, 6, 12, 18].map(hour => String(hour).padEnd(columns / 4)).join('');
  return [
    ...strip.map(row => chartParts(row)),
    ...(height > rows ? [[{ text: safeText(axis), tone: 'dim' as const }]] : []),
    ...facts,
  ];
}

function hourFacts(hours: readonly number[], width: number): Part[][] {
  const most = Math.max(...hours);
  const least = Math.min(...hours);
  const fact = (title: string, count: number): Part[] => [
    { text: safeText(`${title} ${hourText(hours.indexOf(count))}  `), tone: 'dim' },
    { text: safeText(groupThousands(count)) },
  ];
  const [busiest, quietest] = [fact('busiest', most), fact('quietest', least)];
  if (width >= 52) return [[...busiest, { text: label`   ` }, ...quietest]];
  return [busiest];
}
