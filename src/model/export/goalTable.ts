import type { Day } from '#model/statistics/statistics.ts';
import { type Goal, goalPeriod, goalSentence, type GoalStanding, goalStates } from '#model/website/goal.ts';
import type { DataCell, DataColumn } from './dataTable.ts';

const titles = { statistic: 'Counts', value: 'Of', goal: 'Goal', per: 'Per' };
const progressTitles = {
  so_far: 'So far',
  end: 'At its end',
  end_from: 'From',
  end_to: 'To',
  state: 'State',
};
const programTitles = { from: 'First day', to: 'Last day', forecasts: 'Forecasts', sentence: 'Sentence' };

type GoalKey = keyof typeof titles | keyof typeof progressTitles | keyof typeof programTitles;

function columnsOf(of: Partial<Record<GoalKey, string>>, forPrograms?: true): DataColumn[] {
  return Object.entries(of).map(([key, title]) => ({ key, title, forPrograms }));
}

export const goalColumns = columnsOf(titles);
/** What stands beside them where it is known how far goals are. */
export const progressColumns = [...columnsOf(progressTitles), ...columnsOf(programTitles, true)];

/** A goal and how far it is, by the names of the columns; what is not known is undefined. */
export function goalFacts(
  goal: Goal,
  standing: GoalStanding | undefined,
  today: Day,
): Readonly<Record<GoalKey, DataCell>> {
  const { from, to } = standing?.period ?? goalPeriod(goal.per, today);
  const rounded = (count: number | undefined) => (count === undefined ? undefined : Math.round(count));
  return {
    statistic: goal.name,
    value: goal.value,
    goal: goal.count,
    per: goal.per,
    so_far: standing?.soFar,
    end: rounded(standing?.end),
    end_from: rounded(standing?.range?.from),
    end_to: rounded(standing?.range?.to),
    state: standing && goalStates[standing.state],
    from,
    to,
    forecasts: standing?.range?.of,
    sentence: standing && goalSentence(standing),
  };
}
