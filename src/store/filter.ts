import type { Capabilities } from '#model/service/capabilities.ts';
import {
  conditionText,
  type Condition,
  type Filter,
  type FilterField,
  isTimeField,
  noFilter,
  withCondition,
} from '#model/service/filter.ts';
import { fieldTitle, whyNoFilter } from '#model/service/filterText.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { meantValue, readableValue } from '#model/statistics/values.ts';
import { ask } from '#queries/ask.ts';
import { didYouMean } from '#text/match.ts';
import type { NoticesSlice } from './display.ts';
import type { NavigationSlice } from './navigation/navigation.ts';
import { routeKey } from './navigation/route.ts';
import { rowsPeriod, shownPeriod, type ViewState } from './queries/question.ts';
import type { SliceContext } from './slice.ts';
import type { DashboardSlice } from './views/dashboard.ts';

/** What the numbers of a website are within, on all of its views. It ends in the list, which has none. */
export interface FilterSlice {
  readonly where: Filter;
  /** The condition that is typed anew in the menu, an index into `where`. */
  readonly edited: number | undefined;
  edit(index: number | undefined): void;
  /** What is in it already is not added again; what the service cannot do is said. */
  add(conditions: readonly Condition[]): void;
  /** Puts a condition in the place of another one; undefined takes that off. */
  put(index: number, condition: Condition | undefined): void;
  /** The same, or one more, of a value as a person types it: what no row is called is said. */
  enter(condition: Condition): Promise<void>;
}

interface Beside extends ViewState {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly capabilities: Capabilities;
  readonly dashboard: Pick<DashboardSlice, 'row' | 'focusRow'>;
}

type FilterContext = SliceContext<{ filter: FilterSlice }, Beside>;

export function createFilter({ get, patch, load }: FilterContext): FilterSlice {
  const choose = (where: Filter) => {
    const { filter, navigation, notices, capabilities } = get();
    if (where === filter.where) return;
    const reason = whyNoFilter(capabilities, where);
    if (reason !== undefined) return notices.say(reason);
    patch('filter', { where: where.length === 0 ? noFilter : where, edited: undefined });
    const { view } = navigation;
    load(view);
    // What is on screen may have fewer rows now.
    const { row, focusRow } = get().dashboard;
    if (row !== undefined) focusRow(0);
    if ('websiteId' in view && view.websiteId !== undefined && capabilities.knowsGaps === true)
      void get().answers.read(view.websiteId, ask.dataDays(capabilities, get().today()), {
        owner: routeKey(view),
      });
  };
  const put = (index: number, condition: Condition | undefined) => {
    const { where } = get().filter;
    const others = where.filter((_, at) => at !== index);
    const isThere = condition !== undefined && others.map(conditionText).includes(conditionText(condition));
    choose(condition === undefined || isThere ? others : where.toSpliced(index, 1, condition));
  };
  return {
    where: noFilter,
    edited: undefined,
    edit: edited => patch('filter', { edited }),
    add: conditions => choose(conditions.reduce(withCondition, get().filter.where)),
    put,
    async enter(condition) {
      const { filter, navigation, notices } = get();
      const index = filter.edited ?? filter.where.length;
      const value = await valueOf(get, condition);
      if (value !== undefined) return put(index, { ...condition, value });
      if (get().navigation.view !== navigation.view) return;
      const known = knownValues(get(), condition.field).map(each => readable(condition.field, each));
      const meant = didYouMean(condition.value, known);
      notices.say(`No ${fieldTitle(condition.field)} is "${condition.value}" in this period.${meant}`);
    },
  };
}

function readable(field: FilterField, value: string): string {
  return isTimeField(field) ? value : readableValue(field, value);
}

/** As the service has it; undefined where no row of the period is called so. */
async function valueOf(
  get: FilterContext['get'],
  { field, comparison, value }: Condition,
): Promise<string | undefined> {
  const { view } = get().navigation;
  if (isTimeField(field) || comparison === 'contains' || value === '') return value;
  if (!('websiteId' in view) || view.websiteId === undefined) return undefined;
  const find = () => meantValue(field, value, knownValues(get(), field));
  const found = find();
  if (found !== undefined) return found;
  const period = rowsPeriod(get(), view.websiteId);
  const query = { name: field, period, search: value, perPage: 100 } as const;
  await get().answers.read(view.websiteId, ask.rows(query), { owner: routeKey(view) });
  return find();
}

/** The first day that the filter of the website in view counts, where that is within the period; undefined where it counts all days. */
export function filterBegins(state: Beside): Day | undefined {
  const { filter, navigation, answers, capabilities } = state;
  const { view } = navigation;
  if (filter.where.length === 0 || !('websiteId' in view) || view.websiteId === undefined) return undefined;
  const begins = answers.get(view.websiteId, ask.dataDays(capabilities, state.today())).data?.filtersFrom;
  return begins !== undefined && begins > shownPeriod(state).from ? begins : undefined;
}

/** The values of a field that rows of the website in view have shown, the most frequent first. */
export function knownValues(
  { navigation: { view }, answers }: Pick<Beside, 'navigation' | 'answers'>,
  field: FilterField,
): readonly string[] {
  if (!('websiteId' in view) || view.websiteId === undefined) return [];
  const counts = new Map<string, number>();
  for (const { kind, name, answer } of answers.known(view.websiteId))
    if (kind === 'rows' && name === field)
      for (const { value, count } of answer.data?.rows ?? [])
        counts.set(value, Math.max(count, counts.get(value) ?? 0));
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}
