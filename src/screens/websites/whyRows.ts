import type { WhyFacts } from '#model/why/whyFacts.ts';
import type { WhyRow } from '#model/why/whyGroup.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';

export interface NamedWhyRow {
  readonly name: StatisticName;
  readonly row: WhyRow;
}

/**
 * The rows that say most of a change: those that stand out, the most surprising first, then the largest of each statistic
 * that goes the way of the total.
 */
export function whyRows({ causes, groups, total }: WhyFacts, count: number): NamedWhyRow[] {
  const surprising = causes.flatMap(cause => (cause.kind === 'row' ? [cause] : []));
  const along = (row: WhyRow) => total.change === 0 || Math.sign(row.change) === Math.sign(total.change);
  const deepest = Math.max(0, ...groups.map(({ rows }) => rows.length));
  const others = Array.from({ length: Math.min(deepest, count) }, (_, place) =>
    groups.flatMap(({ name, rows }) => {
      const row = rows[place];
      return row === undefined || !along(row) ? [] : [{ name, row }];
    }),
  ).flat();
  const chosen: NamedWhyRow[] = [];
  for (const { name, row } of [...surprising, ...others])
    if (chosen.length < count && !chosen.some(each => each.row === row)) chosen.push({ name, row });
  return chosen;
}
