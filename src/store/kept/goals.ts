import { countsOf, ownMeasures } from '#model/service/capabilities.ts';
import { noFilter } from '#model/service/filter.ts';
import {
  asGoalCount,
  canBeGoal,
  goalAt,
  goalCountRule,
  type Goals,
  currentGoals,
  goalsOf,
  type GoalStanding,
  type GoalSubject,
  goalUnits,
  goalWords,
  isGoalValue,
  isSameSubject,
  noGoals,
  setGoal,
  withoutGoals,
} from '#model/website/goal.ts';
import type { Website } from '#model/website/website.ts';
import type { ReadOptions } from '#queries/answers/answers.ts';
import { websiteGoals } from '#queries/goals.ts';
import { shownOf } from '#queries/answers/query.ts';
import type { NoticesSlice } from '#store/notices.ts';
import { localDataOf, type LocalDataSlice, type SliceContext } from '#store/slice.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import {
  type ComparisonState,
  knownOf,
  type QueryState,
  readAll,
  shownPeriod,
} from '#store/queries/question.ts';
import { type RecordState, websiteOf } from '#store/websites/records.ts';
import { memoizeByObject } from '#text/memo.ts';
import { emptyText, textAtEnd } from '#text/textField.ts';

interface Setting {
  readonly website: Website;
  /** What a goal can count here: the measures, the row under the cursor, and what has a goal. */
  readonly subjects: readonly GoalSubject[];
  readonly chosen: number;
}

export interface GoalsSlice extends LocalDataSlice<Goals> {
  readonly setting?: Setting | undefined;
  /** @param row that is under the cursor, which can have a goal too */
  open(website: Website, row?: Pick<GoalSubject, 'name' | 'value'>): void;
  choose(step: 1 | -1): void;
}

interface Needs extends Pick<QueryState, 'capabilities'> {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly overview: { restart(force: false): void };
}

export function createGoals(context: SliceContext<{ goals: GoalsSlice }, Needs>): GoalsSlice {
  const { get, patch, load, services } = context;
  const { atStart, read, keep } = localDataOf(services.goals, noGoals, change => patch('goals', change));
  const fill = (setting: Setting, chosen: number) => {
    const subject = setting.subjects[chosen];
    const goal = subject && goalAt(get().goals.all, setting.website, subject);
    patch('goals', {
      setting: { ...setting, chosen },
      typed: goal === undefined ? emptyText : textAtEnd(String(goal.count)),
      error: undefined,
    });
  };
  return {
    ...atStart,
    open(website, row) {
      read();
      const own = goalsOf(get().goals.all, website);
      const rows =
        row === undefined || !canBeGoal(row.name) || !isGoalValue(row.name, row.value) ? [] : [row];
      const measures = [...rows, ...ownMeasures(get().capabilities).map(name => ({ name }))];
      const offered: GoalSubject[] = goalUnits.flatMap(per => measures.map(each => ({ ...each, per })));
      const others = own.filter(goal => !offered.some(each => isSameSubject(each, goal)));
      const subjects = [...offered, ...others];
      const first =
        row === undefined ? subjects.findIndex(each => goalAt(own, website, each) !== undefined) : 0;
      fill({ website, subjects, chosen: 0 }, Math.max(0, first));
      get().navigation.push({ screen: 'goal' });
    },
    choose(step) {
      const { setting } = get().goals;
      if (setting === undefined) return;
      const { length } = setting.subjects;
      fill(setting, (setting.chosen + step + length) % length);
    },
    save() {
      const { setting, typed, all } = get().goals;
      const subject = setting?.subjects[setting.chosen];
      if (setting === undefined || subject === undefined) return;
      const { website } = setting;
      const before = goalAt(all, website, subject);
      const isEmpty = typed.value.trim() === '';
      const count = asGoalCount(typed.value);
      if (isEmpty ? before === undefined : count === undefined)
        return patch('goals', { error: `A goal is ${goalCountRule}.` });
      const { id, domain = '' } = website;
      const goal = { id, domain, ...subject, count: count ?? 0 };
      const kept = keep(now => {
        const own = goalAt(now, website, subject);
        return isEmpty ? withoutGoals(now, own === undefined ? [] : [own]) : setGoal(now, goal);
      });
      if (kept === undefined) return;
      get().navigation.pop();
      const counts = countsOf(subject.name, get().capabilities);
      get().notices.say(isEmpty ? 'The goal is removed.' : `Goal: ${goalWords(goal, counts)}.`, 'good');
      const { view } = get().navigation;
      if (view.screen === 'websites') get().overview.restart(false);
      else load(view);
    },
  };
}

export interface GoalsState extends RecordState, ComparisonState {
  readonly goals: Pick<GoalsSlice, 'all'>;
}

const ofWebsite = memoizeByObject<Goals>();

/** What was set for a website, unless the period shown is long past: the same array until it changes. */
export function shownGoals(state: GoalsState, websiteId: string): Goals {
  const { all } = state.goals;
  const website = all.length === 0 ? undefined : websiteOf(state, websiteId);
  if (website === undefined) return noGoals;
  const period = shownPeriod(state);
  const today = state.today();
  return ofWebsite(website, [all, period.to, today], () =>
    currentGoals(goalsOf(all, website), period, today),
  );
}

export function shownGoalRequests(state: GoalsState & QueryState, websiteId: string) {
  const goals = shownGoals(state, websiteId);
  return goals.length === 0 ? [] : websiteGoals.requests({ website: websiteId, goals }, unfiltered(state));
}

const standingsOf = shownOf(websiteGoals);
const none: readonly GoalStanding[] = [];

/** How far they are, as far as that is read, whatever the filter. */
export function shownStandings(state: GoalsState & QueryState, websiteId: string): readonly GoalStanding[] {
  const goals = shownGoals(state, websiteId);
  return goals.length === 0 ? none : standingsOf({ website: websiteId, goals }, unfiltered(state));
}

function unfiltered(state: QueryState) {
  return { ...knownOf(state), answers: state.answers.listed, where: noFilter };
}

export function readGoals(state: GoalsState & QueryState, websiteId: string, options: ReadOptions): void {
  readAll(state, shownGoalRequests(state, websiteId), { ...options, where: noFilter });
}
