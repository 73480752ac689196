import { shownOf } from '#queries/answers/query.ts';
import { type WhyQuestion, whyChange, type WhyRead } from '#queries/why.ts';
import {
  alongTotal,
  rankedGroups,
  type ShownWhyGroup,
  type ShownWhyRow,
  whyGroups,
  type WhyPart,
} from '#queries/whyGroups.ts';
import {
  type ListPosition,
  listStart,
  type Move,
  moveInList,
  selectInList,
} from '#store/navigation/navigation.ts';
import { routeKey, type RouteOf } from '#store/navigation/route.ts';
import type { Force, ReadOptions } from '#queries/answers/answers.ts';
import { knownOf, readStages, seenIn, singleDay, type ViewState } from '#store/queries/question.ts';
import { hoursInstead, readDayHours } from '#store/queries/series.ts';
import type { SliceContext } from '#store/slice.ts';
import { memoizeLast } from '#text/memo.ts';
import type { Filter } from '#model/service/filter.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { type NotesState, shownNotes } from '#store/kept/notes.ts';
import {
  movedInGroups,
  linesOfGroup,
  packedLayout,
  rowsOnScreen,
  whyLayout,
  type WhyLayout,
  type WhyMove,
  type WhyPosition,
  whyTableRows,
} from './whyLayout.ts';

/** A change to explain: of a website, for the period or for one day. */
export interface WhySubject {
  readonly websiteId: string;
  readonly day?: Day | undefined;
}

export interface WhySlice {
  readonly subject: WhySubject;
  /** What was asked last: to another question the best answers come first again. */
  readonly asked: WhyQuestion | undefined;
  readonly where: Filter;
  readonly onlyAlong: boolean;
  /** The user cancelled the reading: what another view still reads is not waited for. */
  readonly stopped: boolean;
  /** Groups that keep their place while better ones come: those up to the cursor. */
  readonly pinned: readonly WhyPart[];
  /** The row of the cursor; undefined until it is moved: the first row, once all is read. */
  readonly cursor: WhyCursor | undefined;
  /** The first band of groups on screen. */
  readonly top: number;
  /** The group that is open as a table, and the place in it. */
  readonly group: WhyPart | undefined;
  readonly position: ListPosition;
  open(route: RouteOf<'why'>, force?: Force): void;
  /** Cancels the reading; what was read stays. */
  stop(): void;
  move(move: WhyMove): void;
  moveInTable(move: Move): void;
  toggleAlong(): void;
}

interface WhyCursor {
  readonly part: WhyPart;
  readonly value: string;
}

type WhyContext = SliceContext<{ why: WhySlice }, ViewState & NotesState>;
type WhyState = ReturnType<WhyContext['get']>;

export function createWhy({ get, patch, loader }: WhyContext): WhySlice {
  let stops = 0;

  const read = async (subject: WhySubject, options: ReadOptions) => {
    const before = stops;
    await readStages(
      () => get().answers,
      () => whyChange.requests(whyQuestionOf(get(), subject), knownOf(get())),
      () => stops !== before || !isAsked(get(), subject),
      options,
    );
  };

  return {
    subject: { websiteId: '' },
    asked: undefined,
    where: [],
    onlyAlong: false,
    stopped: false,
    pinned: [],
    cursor: undefined,
    top: 0,
    group: undefined,
    position: listStart,
    open(route, force = false) {
      const { websiteId, day, group } = route;
      const subject = { websiteId, day };
      const question = whyQuestionOf(get(), subject);
      const { where } = get().filter;
      if (JSON.stringify([question, where]) !== JSON.stringify([get().why.asked, get().why.where]))
        patch('why', { subject, asked: question, where, pinned: [], cursor: undefined, top: 0 });
      if (group !== get().why.group)
        patch('why', { group, position: group === undefined ? listStart : cursorInTable(get(), group) });
      patch('why', { stopped: false });
      const options = { owner: ownerOf(route), force };
      // A chart of one day is of its hours.
      const readHours = (force: Force) => {
        const seen = seenInWhy(get(), subject);
        const hours = hoursInstead(seen, 'visitors');
        if (hours !== undefined) readDayHours(seen, websiteId, hours, { ...options, force });
      };
      // Beside which day may be known last.
      const readBoth = async () => {
        const explained = read(subject, options);
        readHours(force);
        await explained;
        if (day !== undefined && isAsked(get(), subject)) readHours(false);
      };
      void readBoth();
    },
    stop() {
      stops += 1;
      patch('why', { stopped: true });
      loader.abortOwner(ownerOf({ screen: 'why', ...get().why.subject }));
    },
    move(move) {
      const { groups } = shownWhy(get(), get().why.subject);
      const layout = shownLayout(get());
      const shown = groups.map((group, at) => rowsOnScreen(group, linesOfGroup(layout, at)));
      const from = cursorPosition(get());
      const counts = shown.map(rows => rows.length);
      // While better ones may still come no row is selected: the first key goes to the first one.
      const to =
        from === undefined ? firstPosition(get(), groups) : movedInGroups(counts, layout.columns, from, move);
      const group = to && groups[to.group];
      const value = to && shown[to.group]?.[to.row]?.value;
      if (to === undefined || group === undefined || value === undefined) return;
      const band = Math.floor(to.group / layout.columns);
      const bands = Math.ceil(groups.length / layout.columns);
      const { top } = selectInList({ selected: band, top: get().why.top }, band, bands, layout.bands);
      const pinned = groups.slice(0, to.group + 1).map(({ part }) => part);
      patch('why', { cursor: { part: group.part, value }, pinned, top });
    },
    moveInTable(move) {
      const count = openedGroup(get())?.rows.length ?? 0;
      patch('why', { position: moveInList(get().why.position, move, count, whyTableRows(get().viewport)) });
    },
    toggleAlong() {
      patch('why', { onlyAlong: !get().why.onlyAlong, position: listStart });
    },
  };
}

/** The state as if the day that is explained were the period. */
export function seenInWhy<S extends ViewState>(state: S, { day }: Pick<WhySubject, 'day'>): S {
  return seenIn(state, day && { from: day, to: day });
}

/** Of a day its hours, else the days. */
function hasChart(state: WhyState, subject: WhySubject): boolean {
  return hoursInstead(seenInWhy(state, subject), 'visitors') !== undefined || singleDay(state) === undefined;
}

/** A day, or the chosen period. */
export function whyQuestionOf(
  state: ViewState & NotesState,
  { websiteId: website, day }: WhySubject,
): WhyQuestion {
  const { comparison, period } = state;
  const choice = day === undefined ? period.choice : ({ kind: 'range', from: day, to: day } as const);
  return { website, choice, baseline: comparison.baseline, notes: shownNotes(state, website) };
}

const shownRead = shownOf(whyChange);

/** What explains the change, as far as it is read. */
export function whyRead(state: ViewState & NotesState, subject: WhySubject): WhyRead {
  return shownRead(whyQuestionOf(state, subject), knownOf(state));
}

interface ShownWhy {
  readonly read: WhyRead;
  /** In their order on screen. */
  readonly groups: readonly ShownWhyGroup[];
  /** Once nothing is read any more: those without rows for the same reason, which is said once. */
  readonly missing: readonly (readonly ShownWhyGroup[])[];
}

const lastRanked = memoizeLast<readonly ShownWhyGroup[]>();
const lastShown = memoizeLast<ShownWhy>();

/** What explains the change, the best known so far on top. A move of the cursor keeps the objects of the groups. */
export function shownWhy(state: WhyState, subject: WhySubject): ShownWhy {
  const read = whyRead(state, subject);
  const { onlyAlong, pinned } = state.why;
  const ranked = lastRanked([read, onlyAlong], () => {
    const groups = rankedGroups(whyGroups(read));
    return onlyAlong ? groups.map(group => alongTotal(group, read)) : groups;
  });
  return lastShown([read, ranked, pinned], () => {
    const incomplete = read.loading ? [] : ranked.filter(isIncomplete);
    const there = ranked.filter(group => !incomplete.includes(group));
    const kept = pinned.flatMap(part => there.filter(group => group.part === part));
    return {
      read,
      groups: [...kept, ...there.filter(group => !kept.includes(group))],
      missing: Object.values(Object.groupBy(incomplete, ({ state: why }) => why)),
    };
  });
}

function isIncomplete({ state, incomplete }: ShownWhyGroup): boolean {
  return state === 'failed' || state === 'stopped' || incomplete === 'noEarlierRows';
}

/** One group shows what all of them have read. */
function ownerOf({ websiteId, day }: RouteOf<'why'>): string {
  return routeKey({ screen: 'why', websiteId, day });
}

function isAsked({ navigation }: WhyState, { websiteId, day }: WhySubject): boolean {
  return navigation.stack.some(
    route => route.screen === 'why' && route.websiteId === websiteId && route.day === day,
  );
}

export function openedGroup(state: WhyState): ShownWhyGroup | undefined {
  const { view } = state.navigation;
  if (view.screen !== 'why' || view.group === undefined) return undefined;
  const { groups, missing } = shownWhy(state, view);
  return [...groups, ...missing.flat()].find(({ part }) => part === view.group);
}

export function shownLayout(state: WhyState): WhyLayout {
  const { subject } = state.why;
  // Its line is there before it is read, so that nothing moves.
  const hasRates = state.capabilities.sessions !== undefined;
  const hasDays = hasChart(state, subject);
  const { groups, missing } = shownWhy(state, subject);
  const layout = whyLayout(state.viewport, groups.length, { hasDays, hasRates, missing: missing.length });
  // Once all are read, so that nothing moves while they come.
  if (groups.some(group => group.state === 'reading')) return layout;
  const onScreen = groups.slice(0, layout.bands * layout.columns);
  return packedLayout(layout, onScreen, { viewport: state.viewport, hasChart: hasDays });
}

/** Where the cursor stands among the groups; undefined while it stands nowhere. */
export function cursorPosition(state: WhyState): WhyPosition | undefined {
  const { cursor, subject } = state.why;
  const { groups, read } = shownWhy(state, subject);
  const group = groups.findIndex(({ part }) => part === cursor?.part);
  const rows = shownRows(state, groups[group], group);
  const row = rows.findIndex(({ value }) => value === cursor?.value);
  if (rows.length > 0) return { group, row: row === -1 ? rows.length - 1 : row };
  if (cursor === undefined && read.loading) return undefined;
  return firstPosition(state, groups);
}

function shownRows(
  state: WhyState,
  group: ShownWhyGroup | undefined,
  groupIndex: number,
): readonly ShownWhyRow[] {
  const layout = shownLayout(state);
  return group === undefined ? [] : rowsOnScreen(group, linesOfGroup(layout, groupIndex));
}

/** Within a filter in a group on screen that another condition can be of, so that f goes on. */
function firstPosition(state: WhyState, groups: readonly ShownWhyGroup[]): WhyPosition | undefined {
  const { where } = state.filter;
  const { columns, bands } = shownLayout(state);
  const goesOn = ({ part, rows }: ShownWhyGroup) =>
    rows.length > 0 && part !== 'days' && !where.some(({ field }) => field === part);
  const onward = where.length === 0 ? -1 : groups.slice(0, columns * bands).findIndex(goesOn);
  const group = onward === -1 ? groups.findIndex(({ rows }) => rows.length > 0) : onward;
  return group === -1 ? undefined : { group, row: 0 };
}

function cursorInTable(state: WhyState, part: WhyPart): ListPosition {
  const { cursor, subject } = state.why;
  const rows = shownWhy(state, subject).groups.find(group => group.part === part)?.rows ?? [];
  const row = cursor?.part === part ? rows.findIndex(({ value }) => value === cursor.value) : 0;
  return selectInList(listStart, row, rows.length, whyTableRows(state.viewport));
}

export interface SelectedWhyRow {
  readonly part: WhyPart;
  readonly row: ShownWhyRow;
}

export function selectedWhyRow(state: WhyState): SelectedWhyRow | undefined {
  const { view } = state.navigation;
  if (view.screen !== 'why') return undefined;
  const position = cursorPosition(state);
  const group =
    view.group === undefined ? shownWhy(state, view).groups[position?.group ?? -1] : openedGroup(state);
  const rows = view.group === undefined ? shownRows(state, group, position?.group ?? 0) : (group?.rows ?? []);
  const row = rows[view.group === undefined ? (position?.row ?? -1) : state.why.position.selected];
  return group && row && { part: group.part, row };
}

export function isReadingWhy(state: WhyState): boolean {
  return !state.why.stopped && whyRead(state, state.why.subject).loading;
}
