import { type Capabilities, type Counted, countsOf } from '#model/service/capabilities.ts';
import { bytesText, counted, groupThousands, microsecondsText } from '#text/words.ts';
import { isTime, type StatisticName } from './statistics.ts';

/** What the numbers of a statistic are; undefined for counts. */
export function unitOf(name: StatisticName): 'bytes' | 'microseconds' | undefined {
  if (name === 'bytes') return 'bytes';
  return isTime(name) ? 'microseconds' : undefined;
}

/** "12,345", "1.2 GB", "230 ms". A dash for what is not known. */
export function amountText(name: StatisticName, amount: number | undefined): string {
  if (amount === undefined) return groupThousands(amount);
  switch (unitOf(name)) {
    case 'bytes':
      return bytesText(amount);
    case 'microseconds':
      return microsecondsText(amount);
    default:
      return groupThousands(amount);
  }
}

/** The same with what is counted: "12,345 page views", "1.2 GB", "230 ms". */
export function amountOf(name: StatisticName, amount: number, capabilities: Capabilities): string {
  const counts: Counted = countsOf(name, capabilities);
  return unitOf(name) === undefined ? counted(amount, counts) : amountText(name, amount);
}
