import { formatWeekday } from '#model/period/format.ts';
import { type Capabilities, countsOf, statisticInfo } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { shownTotal, type WhyDay, type WhyFacts } from '#model/why/facts.ts';
import { byStrength, mostMoved, standsOut, type WhyGroup, type WhyRow } from '#model/why/groups.ts';
import { isMoving } from '#model/why/shape.ts';
import type { WhyGroupState, WhyRead } from './why.ts';

export type WhyPart = 'days' | StatisticName;

export function whyPartTitle(part: WhyPart): string {
  return part === 'days' ? 'Days' : statisticInfo(part).title;
}

export function whyPartCounts(part: WhyPart, capabilities: Capabilities): string {
  return countsOf(part === 'days' ? 'visitors' : part, capabilities);
}

/** "Sun 8 Nov", or the value in readable form. Foreign text. */
export function whyRowName(part: WhyPart, { value, days }: ShownWhyRow): string {
  if (days !== undefined) return formatWeekday(days.now);
  return part === 'days' ? value : readableValue(part, value);
}

export interface ShownWhyRow extends Pick<
  WhyRow,
  'value' | 'now' | 'before' | 'change' | 'isAtLeast' | 'kind' | 'share' | 'isCause'
> {
  /** Of the days: the day itself, and the one of its weekday that it is compared with. */
  readonly days?: { readonly now: WhyDay['day']; readonly before: WhyDay['day'] } | undefined;
}

export interface ShownWhyGroup {
  readonly part: WhyPart;
  readonly state: WhyGroupState;
  /** What goes the way of the total first; without what goes the other way, where only that is asked for. */
  readonly rows: readonly ShownWhyRow[];
  /** How many changed, of days also those without one to compare with, and what all of them come to. */
  readonly changed: number;
  readonly change: number;
  readonly verdict: WhyGroup['verdict'];
  readonly incomplete: WhyGroup['incomplete'];
  /** The total is within chance, and so is what these rows come to. */
  readonly isChance?: boolean | undefined;
  /** The largest score of a row without its sign. */
  readonly strength: number;
}

/** The days where there are several, then the statistics; what was read and has no rows on either side is left out. */
export function whyGroups({
  facts,
  groups,
  periods,
  loading,
}: Pick<WhyRead, 'facts' | 'groups' | 'periods' | 'loading'>): ShownWhyGroup[] {
  const hasDays = periods !== undefined && periods.now.from !== periods.now.to;
  const days = facts === undefined ? unread('days', loading ? 'reading' : 'stopped') : daysGroup(facts);
  return [
    ...(hasDays ? [days] : []),
    ...groups.flatMap(({ name, state }): ShownWhyGroup[] => {
      const group = facts?.groups.find(each => each.name === name);
      if (group !== undefined && facts !== undefined)
        return [
          { ...group, part: name, state: 'read', changed: group.rows.length, isChance: !standsOut(facts) },
        ];
      return state === 'read' && facts !== undefined
        ? []
        : [unread(name, state === 'read' ? 'reading' : state)];
    }),
  ];
}

/** Those that explain best first, then what is not read yet or could not be, then what cannot be compared. */
export function rankedGroups(groups: readonly ShownWhyGroup[]): ShownWhyGroup[] {
  const rank = ({ state, incomplete }: ShownWhyGroup) =>
    state !== 'read' ? 1 : incomplete === undefined ? 0 : 2;
  return groups.toSorted((a, b) => rank(a) - rank(b) || byStrength(a, b));
}

function unread(part: WhyPart, state: WhyGroupState): ShownWhyGroup {
  return {
    part,
    state,
    rows: [],
    changed: 0,
    change: 0,
    verdict: 'quiet',
    incomplete: undefined,
    strength: 0,
  };
}

function daysGroup({ days, total, alone, shape, score }: WhyFacts): ShownWhyGroup {
  return {
    part: 'days',
    state: 'read',
    rows: days.map(({ day, dayBefore, ...row }) => ({
      ...row,
      value: day,
      days: { now: day, before: dayBefore },
      isAtLeast: false,
      kind: 'changed',
    })),
    changed: days.length + alone,
    change: total.change,
    verdict: days.some(({ isCause }) => isCause) || isMoving(shape) ? 'explains' : 'quiet',
    incomplete: undefined,
    isChance: !standsOut({ score }),
    strength: days.reduce((max, { score }) => Math.max(max, Math.abs(score)), 0),
  };
}

/** Bars are for what stands out: beside rows that all moved alike they would only repeat the total. */
export function hasBars({ verdict }: Pick<ShownWhyGroup, 'verdict'>): boolean {
  return verdict === 'explains';
}

/** Without what goes the other way than the total. */
export function alongTotal(group: ShownWhyGroup, { facts }: WhyRead): ShownWhyGroup {
  const way = facts === undefined ? 0 : Math.sign(shownTotal(facts).change);
  return { ...group, rows: group.rows.filter(({ change }) => way === 0 || Math.sign(change) === way) };
}

/** So many rows that moved most, in their order; of all the others how many there are and what they come to. */
export function firstWhyRows({ rows, changed, change }: ShownWhyGroup, count: number) {
  const first = mostMoved(rows, count);
  const shown = first.reduce((total, row) => total + row.change, 0);
  return { rows: first, others: changed - first.length, otherChange: change - shown };
}
