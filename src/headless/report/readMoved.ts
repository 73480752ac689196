import type { Api } from '#api/api.ts';
import type { Overview, OverviewRow } from '#headless/overview/readOverview.ts';
import { readWhy } from '#headless/why/readWhy.ts';
import type { Baseline } from '#model/period/comparedPeriods.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { whySentences, type Quoted } from '#model/why/whySentence.ts';
import type { Website } from '#model/website/website.ts';

const mostMoved = 3;

/** A website that moved, and why in sentences; `quoted` writes values from the service. */
export interface Moved {
  readonly website: Website;
  /** Why statistics are left out, a sentence each. */
  readonly leftOut: readonly string[];
  sentences(quoted?: Quoted): string[];
}

/** The websites whose visitors changed most, in either direction. */
function movedMost(rows: readonly OverviewRow[]): OverviewRow[] {
  const movement = ({ visitors }: OverviewRow) =>
    Math.abs((visitors?.count ?? 0) - (visitors?.countBefore ?? visitors?.count ?? 0));
  return rows
    .filter(row => movement(row) > 0)
    .toSorted((a, b) => movement(b) - movement(a))
    .slice(0, mostMoved);
}

/** Why those websites changed that moved most; none where nothing is compared. Rejects as the Api does. */
export async function readMoved(
  api: Api,
  { rows, compared }: Overview,
  {
    choice,
    baseline,
    today,
  }: {
    readonly choice: PeriodChoice | undefined;
    readonly baseline: Baseline | undefined;
    readonly today: Day;
  },
): Promise<Moved[]> {
  if (choice === undefined || compared === undefined || baseline === undefined) return [];
  const moved: Moved[] = [];
  for (const { website } of movedMost(rows)) {
    const question = { kind: 'period', choice, baseline } as const;
    const { facts, periods, leftOut } = await readWhy(api, website.id, question, today);
    moved.push({
      website,
      leftOut,
      sentences: quoted => whySentences(facts, periods, api.capabilities, quoted),
    });
  }
  return moved;
}
