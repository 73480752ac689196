import type { Capabilities } from '#model/service/capabilities.ts';
import { type Filter, noFilter } from '#model/service/filter.ts';
import { whyNotFiltered } from '#model/service/filterText.ts';
import { sum } from '#model/statistics/series.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';
import { ask, type AskOf, type KnownAnswers } from './ask.ts';
import type { QuestionDays } from './question.ts';

/** Visitors within a filter, as the number above the panels counts them: what that has read is not read again. */
function visitorsAsk(
  { period, span }: Pick<QuestionDays, 'period' | 'span'>,
  capabilities: Capabilities,
): AskOf<'visitors'> | AskOf<'series'> {
  return hasExactVisitors(capabilities, period) ? ask.visitors(period) : ask.series('visitors', span);
}

/** Nothing, and then the conditions one after the other, each with all before it. */
function growing(where: Filter): Filter[] {
  return [noFilter, ...where.map((_, at) => where.slice(0, at + 1))];
}

/** What tells how many visitors each condition leaves: within which filter it is to be read. */
export function leavesAsks(
  where: Filter,
  days: Pick<QuestionDays, 'period' | 'span'>,
  capabilities: Capabilities,
): readonly { readonly where: Filter; readonly ask: ReturnType<typeof visitorsAsk> }[] {
  return growing(where)
    .filter(each => whyNotFiltered('visitors', capabilities, each) === undefined)
    .map(each => ({ where: each, ask: visitorsAsk(days, capabilities) }));
}

/** 'awaited' while it is read; undefined where it cannot be, or was not asked for. */
export type Left = number | 'awaited' | undefined;

/** All visitors of the period, and how many are left by each condition with those before it. */
export function leavesOf(
  website: string,
  where: Filter,
  days: Pick<QuestionDays, 'period' | 'span'>,
  {
    answers,
    capabilities,
  }: {
    readonly answers: { within(where: Filter): KnownAnswers };
    readonly capabilities: Capabilities;
  },
): { readonly all: Left; readonly left: readonly Left[] } {
  const { from, to } = days.period;
  const [all, ...left] = growing(where).map((each): Left => {
    const asked = visitorsAsk(days, capabilities);
    const { data, loading } = answers.within(each).get(website, asked);
    if (typeof data === 'number') return data;
    if (data === undefined) return loading ? 'awaited' : undefined;
    return sum(data.filter(({ day }) => day >= from && day <= to));
  });
  return { all, left };
}
