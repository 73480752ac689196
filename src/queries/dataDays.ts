import { type DataDays, everyDay, firstCounted, leavesOpen } from '#model/comparison/dataDays.ts';
import { usualDays } from '#model/comparison/usualDay.ts';
import { addDays, earlierDay } from '#model/period/day.ts';
import type { SeriesPoint } from '#model/statistics/statistics.ts';
import { resultOfEach } from '#text/memo.ts';
import { type AskOf, ask, type Known } from './ask.ts';
import type { QuestionDays } from './question.ts';

type AskedDays = Pick<QuestionDays, 'today' | 'period' | 'before' | 'usualOf'>;

/**
 * What to ask a service to know which of these days have data; undefined where the counts tell it.
 * @param read the days that are read, in order
 */
export function dataDaysAsk(
  read: readonly SeriesPoint[],
  { period, before, today, usualOf }: AskedDays,
  { capabilities }: Pick<Known, 'capabilities'>,
): AskOf<'dataDays'> | undefined {
  // A usual day is not looked for before the first count, but may be in a gap.
  const weeks =
    usualOf !== undefined && capabilities.knowsGaps === true ? addDays(usualOf, -usualDays) : undefined;
  const from = [before?.from ?? period.from, weeks ?? period.from].reduce(earlierDay, period.from);
  return leavesOpen(read, from, capabilities) ? ask.dataDays(capabilities, today) : undefined;
}

const unknownOf = resultOfEach<DataDays>();

/**
 * The days that have data: undefined until it is known. Where it could not be read nothing but counts speaks for a day.
 * @param read the days that are read, in order
 * @param asked what `dataDaysAsk` asks of them
 */
export function dataDaysOf(
  website: string,
  read: readonly SeriesPoint[],
  asked: AskOf<'dataDays'> | undefined,
  { answers, capabilities }: Pick<Known, 'answers' | 'capabilities'>,
): DataDays | undefined {
  if (asked === undefined) return everyDay;
  const { data, error } = answers.get(website, asked);
  if (data !== undefined || error === undefined) return data;
  // A service has no gaps: all days since one with counts have data.
  const from = capabilities.knowsGaps === true ? undefined : firstCounted(read);
  return unknownOf(error, [from], () => ({ from, gaps: [], isUnknown: true }));
}
