import { lastResult } from '#model/cachedResult.ts';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import type { WhyDay, WhyFacts } from '#model/why/whyFacts.ts';
import { byStrength, type WhyGroup, type WhyRow } from '#model/why/whyGroup.ts';
import type { State } from '#store/core/state.ts';
import { whyRead, type WhyGroupState, type WhyRead, type WhySubject } from './whyRead.ts';

/** What a group is of: the days, or a statistic. */
export type WhyPart = 'days' | StatisticName;

export interface ShownWhyRow extends Pick<
  WhyRow,
  'value' | 'now' | 'before' | 'change' | 'isAtLeast' | 'kind' | 'share' | 'isCause'
> {
  /** Of the days: the day itself, and the one of its weekday that it is compared with. */
  readonly days?: { readonly now: Day; readonly before: Day } | undefined;
}

export interface ShownWhyGroup {
  readonly of: WhyPart;
  readonly state: WhyGroupState;
  /** What goes the way of the total first; without what goes the other way, where only that is asked for. */
  readonly rows: readonly ShownWhyRow[];
  /** How many changed, of days also those without one to compare with, and what all of them come to. */
  readonly changed: number;
  readonly change: number;
  readonly verdict: WhyGroup['verdict'];
  readonly lack: WhyGroup['lack'];
}

interface ShownWhy {
  readonly read: WhyRead;
  /** In their order on screen. */
  readonly groups: readonly ShownWhyGroup[];
}

/** What the user has chosen to see. */
export interface WhyView {
  readonly onlyAlong: boolean;
  /** Groups that keep their place while better ones come: those up to the cursor. */
  readonly pinned: readonly WhyPart[];
}

const lastRanked = lastResult<readonly ShownWhyGroup[]>();
const lastShown = lastResult<ShownWhy>();

/** What explains the change, the best known so far on top. A move of the cursor keeps the objects of the groups. */
export function shownWhy(state: State, subject: WhySubject): ShownWhy {
  const read = whyRead(state, subject);
  const { onlyAlong, pinned } = state.why;
  const ranked = lastRanked([read, onlyAlong], () =>
    rankedGroups(read).map(group => (onlyAlong ? along(group, read.facts) : group)),
  );
  return lastShown([read, ranked, pinned], () => {
    const kept = pinned.flatMap(part => ranked.filter(({ of }) => of === part));
    return { read, groups: [...kept, ...ranked.filter(group => !kept.includes(group))] };
  });
}

/** Those that explain best first, then what is not read yet or could not be, then what cannot be compared. */
function rankedGroups({ facts, groups, periods, loading }: WhyRead): ShownWhyGroup[] {
  const found = facts?.groups ?? [];
  const hasDays = periods !== undefined && periods.now.from !== periods.now.to;
  const days = hasDays
    ? [facts === undefined ? unread('days', loading ? 'reading' : 'stopped') : daysOf(facts)]
    : [];
  const places = { strong: 0, unread: 1, lacking: 2 } as const;
  return [
    ...days,
    ...groups.flatMap(({ name, state }) => {
      const group = found.find(each => each.name === name);
      if (group !== undefined) return [{ ...shown(group), strength: group.strength }];
      // What was read and has no rows on either side is left out.
      return state === 'read' && facts !== undefined
        ? []
        : [unread(name, state === 'read' ? 'reading' : state)];
    }),
  ]
    .map(group => ({
      group,
      place:
        group.state !== 'read' ? places.unread : group.lack === undefined ? places.strong : places.lacking,
    }))
    .sort((a, b) => a.place - b.place || byStrength(a.group, b.group))
    .map(({ group }) => group);
}

interface Ranked extends ShownWhyGroup {
  readonly strength: number;
}

function unread(of: WhyPart, state: WhyGroupState): Ranked {
  return { of, state, rows: [], changed: 0, change: 0, verdict: 'quiet', lack: undefined, strength: 0 };
}

function shown(group: WhyGroup): ShownWhyGroup {
  const { name, rows, change, verdict, lack } = group;
  return {
    of: name,
    state: 'read',
    rows,
    changed: rows.length,
    change,
    verdict,
    lack,
  };
}

function daysOf({ days, total, alone }: WhyFacts): Ranked {
  const moved = days.reduce((sum, { change }) => sum + Math.abs(change), 0);
  return {
    of: 'days',
    state: 'read',
    rows: days.map(day => dayRow(day, moved)),
    changed: days.length + alone,
    change: total.change,
    verdict: days.some(({ isCause }) => isCause) ? 'explains' : 'quiet',
    lack: undefined,
    strength: days.reduce((most, { score }) => Math.max(most, Math.abs(score)), 0),
  };
}

function dayRow(day: WhyDay, moved: number): ShownWhyRow {
  const { now, before, change, isCause } = day;
  return {
    value: day.day,
    days: { now: day.day, before: day.dayBefore },
    now,
    before,
    change,
    isAtLeast: false,
    kind: 'changed',
    share: Math.abs(change) / moved,
    isCause,
  };
}

function along(group: ShownWhyGroup, facts: WhyFacts | undefined): ShownWhyGroup {
  const way = Math.sign(facts?.total.change ?? 0);
  return { ...group, rows: group.rows.filter(({ change }) => way === 0 || Math.sign(change) === way) };
}
