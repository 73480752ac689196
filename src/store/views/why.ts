import { ask } from '#queries/ask.ts';
import { samePeriod } from '#model/period/period.ts';
import {
  whyNames,
  type WhyPeriods,
  whyQuery,
  type WhyQuestion,
  whySeriesPeriods,
} from '#model/why/question.ts';
import { type ListPosition, listStart, type Move, moveInList, selectInList } from '#store/navigation/list.ts';
import { routeKey, type RouteOf } from '#store/navigation/route.ts';
import type { Force } from '#queries/answers.ts';
import {
  comparedDays,
  shownWhy,
  type ShownWhyGroup,
  type ShownWhyRow,
  type WhyPart,
  whyQuestion,
  whyRead,
  type WhySubject,
  type WhyView,
} from '#store/queries/why.ts';
import type { State, StoreContext } from '#store/state.ts';
import {
  movedInGroups,
  rowsOnScreen,
  whyLayout,
  type WhyLayout,
  type WhyMove,
  type WhyPlace,
  whyTableRows,
} from './whyLayout.ts';

/** What explains a change: the groups of days and rows. */
export interface WhySlice extends WhyView {
  readonly subject: WhySubject;
  /** What was asked last: to another question the best answers come first again. */
  readonly question: WhyQuestion | undefined;
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

export function createWhy({ get, patch, loader }: StoreContext): WhySlice {
  let stops = 0;

  const readRows = (subject: WhySubject, { now, before }: WhyPeriods, options: Reading) => {
    for (const name of whyNames(get().capabilities))
      for (const period of [now, before])
        void get().answers.read(subject.websiteId, ask.rows(whyQuery(name, period)), options);
  };

  /** Of a day the other one is known once its visitors are read. */
  const read = async (subject: WhySubject, options: Reading) => {
    const question = whyQuestion(get(), subject);
    const known = comparedDays(get(), subject);
    if (question === undefined || (question.kind === 'period' && known === undefined)) return;
    const { span, apart } = whySeriesPeriods(question, get().today());
    const series = (['visitors', 'pageviews'] as const).flatMap(name =>
      [span, ...(apart === undefined ? [] : [apart])].map(period =>
        get().answers.read(subject.websiteId, ask.series(name, period), options),
      ),
    );
    if (known !== undefined) readRows(subject, known, options);
    const before = stops;
    await Promise.all(series);
    const found = comparedDays(get(), subject);
    const isLeft = stops !== before || !isAsked(get(), subject);
    if (found === undefined || isLeft || (known && samePeriod(known.before, found.before))) return;
    readRows(subject, found, options);
  };

  return {
    subject: { websiteId: '' },
    question: undefined,
    onlyAlong: false,
    pinned: [],
    cursor: undefined,
    top: 0,
    group: undefined,
    position: listStart,
    open(route, force = false) {
      const { websiteId, day, group } = route;
      const subject = { websiteId, day };
      const question = whyQuestion(get(), subject);
      if (!isSame(get().why, { subject, question }))
        patch('why', { subject, question, pinned: [], cursor: undefined, top: 0 });
      if (group !== get().why.group)
        patch('why', { group, position: group === undefined ? listStart : cursorInTable(get(), group) });
      void read(subject, { owner: ownerOf(route), force });
    },
    stop() {
      stops += 1;
      loader.abortOwner(ownerOf({ screen: 'why', ...get().why.subject }));
    },
    move(move) {
      const { groups } = shownWhy(get(), get().why.subject);
      const layout = shownLayout(get());
      const shown = groups.map(group => rowsOnScreen(group, layout.lines));
      const from = cursorPlace(get());
      const counts = shown.map(rows => rows.length);
      // While better ones may still come no row is selected: the first key goes to the first one.
      const to = from === undefined ? firstPlace(groups) : movedInGroups(counts, layout.columns, from, move);
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

type Asked = Pick<WhySlice, 'subject' | 'question'>;

function isSame(a: Asked, b: Asked): boolean {
  return JSON.stringify([a.subject, a.question]) === JSON.stringify([b.subject, b.question]);
}

interface Reading {
  readonly owner: string;
  readonly force: Force;
}

/** One group shows what all of them have read. */
function ownerOf({ websiteId, day }: RouteOf<'why'>): string {
  return routeKey({ screen: 'why', websiteId, day });
}

function isAsked({ navigation }: State, { websiteId, day }: WhySubject): boolean {
  return navigation.stack.some(
    route => route.screen === 'why' && route.websiteId === websiteId && route.day === day,
  );
}

export function openedGroup(state: State): ShownWhyGroup | undefined {
  const { view } = state.navigation;
  if (view.screen !== 'why' || view.group === undefined) return undefined;
  return shownWhy(state, view).groups.find(({ part }) => part === view.group);
}

export function shownLayout(state: State): WhyLayout {
  const { subject } = state.why;
  return whyLayout(state.viewport, shownWhy(state, subject).groups.length, subject.day === undefined);
}

/** Where the cursor stands among the groups; undefined while it stands nowhere. */
export function cursorPlace(state: State): WhyPlace | undefined {
  const { cursor, subject } = state.why;
  const { groups, read } = shownWhy(state, subject);
  const group = groups.findIndex(({ part }) => part === cursor?.part);
  const rows = shownRows(state, groups[group]);
  const row = rows.findIndex(({ value }) => value === cursor?.value);
  if (rows.length > 0) return { group, row: row === -1 ? rows.length - 1 : row };
  if (cursor === undefined && read.loading) return undefined;
  return firstPlace(groups);
}

function shownRows(state: State, group: ShownWhyGroup | undefined): readonly ShownWhyRow[] {
  return group === undefined ? [] : rowsOnScreen(group, shownLayout(state).lines);
}

function firstPlace(groups: readonly ShownWhyGroup[]): WhyPlace | undefined {
  const group = groups.findIndex(({ rows }) => rows.length > 0);
  return group === -1 ? undefined : { group, row: 0 };
}

function cursorInTable(state: State, part: WhyPart): ListPosition {
  const { cursor, subject } = state.why;
  const rows = shownWhy(state, subject).groups.find(group => group.part === part)?.rows ?? [];
  const row = cursor?.part === part ? rows.findIndex(({ value }) => value === cursor.value) : 0;
  return selectInList(listStart, row, rows.length, whyTableRows(state.viewport));
}

export interface SelectedWhyRow {
  readonly part: WhyPart;
  readonly row: ShownWhyRow;
}

/** The row of the cursor, in the groups or in the table of one. */
export function selectedWhyRow(state: State): SelectedWhyRow | undefined {
  const { view } = state.navigation;
  if (view.screen !== 'why') return undefined;
  const place = cursorPlace(state);
  const group =
    view.group === undefined ? shownWhy(state, view).groups[place?.group ?? -1] : openedGroup(state);
  const rows = view.group === undefined ? shownRows(state, group) : (group?.rows ?? []);
  const row = rows[view.group === undefined ? (place?.row ?? -1) : state.why.position.selected];
  return group && row && { part: group.part, row };
}

export function isReadingWhy(state: State): boolean {
  return whyRead(state, state.why.subject).loading;
}
