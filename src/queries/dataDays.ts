import { type DataDays, everyDay, leavesOpen } from '#model/comparison/dataDays.ts';
import { usualDays } from '#model/comparison/usualDay.ts';
import { addDays, daysBetween, earlierDay } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { type AskOf, ask, type Known } from './ask.ts';
import type { QuestionDays } from './question.ts';

/** The counts of days that are read, in order. */
export interface CountedDays {
  readonly from: Day;
  readonly counts: readonly number[];
}

type AskedDays = Pick<QuestionDays, 'today' | 'period' | 'before' | 'usualOf'>;
type KnownData = Pick<Known, 'answers' | 'capabilities'>;

/**
 * What to ask a service to know which of these days have data; undefined where the counts tell it.
 * @param read the earliest first
 * @param spare so many zeros before the first count may stay what they seem
 */
export function dataDaysAsk(
  read: readonly CountedDays[],
  { period, before, today, usualOf }: AskedDays,
  { capabilities }: Pick<Known, 'capabilities'>,
  spare = 0,
): AskOf<'dataDays'> | undefined {
  const [first] = read;
  if (first === undefined) return undefined;
  // A usual day is not looked for before the first count, but may be in a gap.
  const weeks =
    usualOf !== undefined && capabilities.knowsGaps === true ? addDays(usualOf, -usualDays) : undefined;
  const from = [before?.from ?? period.from, weeks ?? period.from].reduce(earlierDay, period.from);
  const start = Math.max(0, daysBetween(first.from, from));
  const counts = read.length === 1 ? first.counts : read.flatMap(part => part.counts);
  return leavesOpen(counts, { start, spare }, capabilities) ? ask.dataDays(capabilities, today) : undefined;
}

/** As far as that is known: undefined while it is being read. Where it cannot be read nothing speaks against any day. */
export function dataDaysOf(
  website: string,
  asked: AskOf<'dataDays'> | undefined,
  { answers }: Pick<KnownData, 'answers'>,
): DataDays | undefined {
  if (asked === undefined) return everyDay;
  const { data, loading } = answers.get(website, asked);
  return data ?? (loading ? undefined : everyDay);
}
