import { formatDay, formatWeekday, noUsualDayWords } from '#model/period/format.ts';
import {
  conditionOf,
  linesBehind,
  numberWords,
  selectedValue,
  siteOf,
  sourceOf,
  subjectOf,
} from '#screens/sharing.ts';
import type { Command } from '#commands/command.ts';
import { dim, type Part } from '#components/parts.ts';
import { type Capabilities, countsOf, statisticTitle, whyNoRowSearch } from '#model/service/capabilities.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { shownTotal, type WhyFacts } from '#model/why/facts.ts';
import { caution, shortCaution } from '#model/why/sentence.ts';
import { rowSides } from '#model/why/question.ts';
import { whyTable, whyTotalTable } from '#model/why/table.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { compareCommand, moveCommands, stopCommand, websiteCommands } from '#screens/listCommands.ts';
import {
  unreadMessage,
  goBack,
  keyHint,
  messageOf,
  otherPeriods,
  type ScreenMessage,
  notLoaded,
  tryAgain,
} from '#screens/messages.ts';
import { silentMessage } from '#screens/dashboard/panels.ts';
import { openHistory } from '#screens/history/index.ts';
import { titleOfWebsite } from '#screens/words.ts';
import { nothingRead } from '#store/exporting.ts';
import type { Move } from '#store/navigation/navigation.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { type WhyRead, changeSentences } from '#queries/why.ts';
import { whyPartCounts } from '#queries/whyGroups.ts';
import { shownPeriod, singleDay } from '#store/queries/question.ts';
import { shownSeries } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import {
  isReadingWhy,
  seenInWhy,
  selectedWhyRow,
  type SelectedWhyRow,
  shownWhy,
  whyRead,
  type WhySubject,
} from '#store/views/why.ts';
import type { WhyMove } from '#store/views/whyLayout.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { capitalised, counted, groupThousands, keyOf, percent } from '#text/words.ts';
import { partTitle, rowName } from './groupLines.ts';

function ofDay(state: State, day: Day): State {
  const choice = { kind: 'range', from: day, to: day } as const;
  return { ...state, period: { ...state.period, choice } };
}

const wholeDays = keyHint('period.menu', label`period`, label`for a period with whole days`);

/** The message in place of the groups, where nothing can be explained; undefined while something is or will be. */
export function emptyMessage(
  state: State,
  { websiteId, day }: WhySubject,
  read: WhyRead,
): ScreenMessage | undefined {
  const { facts, periods, hoursSoFar, noComparison, withoutUsual, loading, error } = read;
  if (noComparison !== undefined) {
    const first = firstData(state, { websiteId, day });
    return messageOf({
      title: label`Nothing to compare`,
      // Why not stands in the line of the period.
      lines: first === undefined ? [safeText(`${capitalised(noComparison)}.`)] : [first],
      keyHints: otherPeriods.slice(0, 1),
      isOfZeros: true,
    });
  }
  const sentences = () =>
    changeSentences(read, state.capabilities, state.filter.where).map(words => safeText(words, 600));
  const isNone = facts !== undefined && shownTotal(facts).now === 0 && shownTotal(facts).before === 0;
  if (isNone && periods !== undefined)
    return messageOf({
      title: label`Nothing to explain`,
      lines: sentences().slice(0, 1),
      keyHints: day === undefined ? otherPeriods.slice(0, 1) : [goBack],
      isOfZeros: true,
    });
  if (facts !== undefined && periods !== undefined && isGone(facts))
    return goneMessage(state, { websiteId, day }, sentences().slice(0, 1));
  if (facts !== undefined || loading) return undefined;
  if (hoursSoFar !== undefined)
    return messageOf({
      title: label`Today by now`,
      lines: sentences(),
      keyHints: [wholeDays],
      isOfZeros: hoursSoFar.now === 0 && hoursSoFar.before === 0,
    });
  const counts = safeText(countsOf('visitors', state.capabilities));
  if (error !== undefined) return unreadMessage(state, error, counts);
  const title = label`Nothing to compare`;
  if (withoutUsual !== undefined)
    return messageOf({
      title,
      lines: [
        label`There is ${safeText(noUsualDayWords(withoutUsual))} to compare ${safeText(formatWeekday(withoutUsual))} with.`,
      ],
      keyHints: [goBack],
    });
  if (state.comparison.baseline === undefined)
    return messageOf({
      title,
      lines: [label`You chose to compare with nothing.`],
      keyHints: [keyHint('why.compare', label`compare`, label`to choose what the period is compared with`)],
    });
  if (periods === undefined && day === undefined && singleDay(state) === state.today())
    return messageOf({
      title,
      lines: [label`Today is not over, so it is not compared.`],
      keyHints: [wholeDays],
    });
  return messageOf({
    title: label`Not read`,
    tone: 'dim',
    keyHints: [keyHint('refresh', label`read`, label`to read it`)],
  });
}

/** Of a website that has just begun: what there is, and since when. */
function firstData(state: State, subject: WhySubject): SafeText | undefined {
  const { summary } = shownSeries(seenInWhy(state, subject), subject.websiteId, 'visitors');
  const { total = 0, points = [], before = [] } = summary ?? {};
  const first = points.find(({ count }) => count !== undefined);
  if (first === undefined || total === 0 || before.some(({ count }) => count !== undefined)) return undefined;
  const counts = safeText(counted(total, countsOf('visitors', state.capabilities)));
  return label`${counts} since ${safeText(formatDay(first.day))}, the first day with data.`;
}

/** Nobody came, and of no row anything is left. */
function isGone(facts: WhyFacts): boolean {
  const { total, groups } = facts;
  return (
    shownTotal(facts).now === 0 &&
    total.now === 0 &&
    groups.every(({ rows }) => rows.every(row => (row.now ?? 0) === 0))
  );
}

/** Nobody came any more: the rows say nothing that this does not, as all of them are gone. */
function goneMessage(
  state: State,
  { websiteId, day }: WhySubject,
  sentences: readonly SafeText[],
): ScreenMessage {
  const silent = day === undefined ? silentMessage(state, websiteId) : undefined;
  const when = day === undefined ? label`in these days` : label`on ${safeText(formatWeekday(day))}`;
  const title = label`No ${safeText(countsOf('visitors', state.capabilities))} ${when}`;
  const keyHints = day === undefined ? otherPeriods.toReversed() : [goBack];
  return messageOf({
    title: silent?.title ?? title,
    lines: [...sentences, ...(silent?.lines ?? [])],
    keyHints,
    isOfZeros: true,
  });
}

/** None where a message stands in place of the rows. */
function selectedRow(state: State): SelectedWhyRow | undefined {
  return groupsOf(state).length === 0 ? undefined : selectedWhyRow(state);
}

function whyDetail(state: State): Part {
  const read = whyRead(state, state.why.subject);
  if (groupsOf(state).length === 0 && (read.facts ?? read.noComparison) !== undefined)
    return { text: label`` };
  const selected = selectedWhyRow(state);
  if (selected === undefined) {
    const isCut = caution.length > state.viewport.columns - 2;
    return dim(safeText(isCut ? shortCaution : caution));
  }
  const facts = safeText(rowFacts(selected, state.capabilities));
  return { text: label`${rowName(selected.part, selected.row)}: ${facts}` };
}

/** "4,710 sessions, 392 before, 58% of all changes." */
function rowFacts({ part, row }: SelectedWhyRow, capabilities: Capabilities): string {
  const { now, before, kind, days } = row;
  const counts = whyPartCounts(part, capabilities);
  const left = now === undefined ? unknown(kind, 'now') : counted(now, counts);
  const earlier =
    before === undefined ? unknown(kind, 'before') : `${groupThousands(before)} ${when(days?.before)}`;
  return `${left}, ${earlier}, ${percent(row.share, 1)} of all changes.`;
}

function when(dayBefore: Day | undefined): string {
  return dayBefore === undefined ? 'before' : `on ${formatWeekday(dayBefore)}`;
}

function unknown(kind: string, side: 'now' | 'before'): string {
  return kind === 'notInTop' ? `not among the first 100 ${side}` : `none ${side}`;
}

function routeOf({ navigation }: State): RouteOf<'why'> | undefined {
  const { view } = navigation;
  return view.screen === 'why' ? view : undefined;
}

const isWhole = (state: State) => routeOf(state)?.group !== undefined;

function move(state: State, by: Move): void {
  if (isWhole(state)) state.why.moveInTable(by);
  else state.why.move(by);
}

const betweenGroups: readonly { move: WhyMove; keys: readonly string[]; title: string }[] = [
  { move: 'left', keys: ['Left', 'h'], title: 'Go left or right' },
  { move: 'right', keys: ['Right', 'l'], title: 'Go left or right' },
  { move: 'nextGroup', keys: ['Tab'], title: 'Go to the next group' },
  { move: 'previousGroup', keys: ['Shift-Tab'], title: 'Go to the next group' },
];

const groupKeys: readonly Command[] = Array.from({ length: 9 }, (_, index) => ({
  id: `why.group${index + 1}`,
  keys: [String(index + 1)],
  title: 'Open a group',
  inPalette: false as const,
  ...(index === 0 && { short: 'group', footerKey: '1-9', footerPlace: 1 as const }),
  disabledReason: state => (index < groupsOf(state).length ? undefined : 'There is no group of that number.'),
  run({ state }) {
    const group = groupsOf(state)[index]?.part;
    const route = routeOf(state);
    if (group === undefined || route === undefined) return;
    if (route.group === undefined) state.navigation.push({ ...route, group });
    else state.navigation.replace({ ...route, group });
  },
}));

const whyCommands: readonly Command[] = [
  stopCommand(
    'why',
    state => (isReadingWhy(state) ? undefined : 'Nothing is loading.'),
    ({ why }) => why.stop(),
  ),
  {
    id: 'why.history',
    keys: ['Enter'],
    title: 'Open the row or the day',
    about: 'A row over time, or a day by its hours.',
    short: 'open',
    footerPlace: 1,
    disabledReason: whyNoHistory,
    run({ state }) {
      const selected = selectedRow(state);
      if (selected === undefined) return;
      const { websiteId } = state.why.subject;
      const { part, row } = selected;
      if (part !== 'days') return openHistory(state, { websiteId, name: part, value: row.value });
      if (row.days === undefined) return;
      const days = { from: row.days.now, to: row.days.now, leftPeriod: state.period.choice };
      state.navigation.push({ screen: 'dashboard', websiteId, days });
    },
  },
  ...groupKeys,
  ...alongCommands(),
  ...moveCommands('why', move),
  ...betweenGroups.map(({ move: by, keys, title }): Command => ({
    id: `why.${by}`,
    keys,
    title,
    section: 'Move',
    inPalette: false,
    disabledReason: state => (isWhole(state) ? 'One group is shown: Esc shows all of them.' : undefined),
    run: ({ state }) => state.why.move(by),
  })),
  compareCommand('why', whyNoPeriod),
  ...websiteCommands('why'),
];

/** D: its word in the footer says what it would show. */
function alongCommands(): Command[] {
  const ways: readonly { id: string; short: string; isHere(state: State): boolean }[] = [
    { id: 'both', short: 'both ways', isHere: state => state.why.onlyAlong },
    { id: 'falls', short: 'falls only', isHere: state => !state.why.onlyAlong && way(state) < 0 },
    { id: 'rises', short: 'rises only', isHere: state => !state.why.onlyAlong && way(state) >= 0 },
  ];
  return ways.map(({ id, short, isHere }) => ({
    id: `why.${id}`,
    keys: ['D'],
    title: 'Show rises, falls, or both',
    about: 'Falls alone, then rises alone, then both.',
    short,
    footerPlace: 3,
    isHere,
    disabledReason: whyNoWay,
    run: ({ state }) => state.why.toggleAlong(),
  }));
}

/** One day is compared with a usual one of its weekday, whatever the period. */
function whyNoPeriod(state: State): string | undefined {
  return routeOf(state)?.day === undefined ? undefined : 'One day is shown: Esc back to the period.';
}

function way(state: State): number {
  const { facts } = whyRead(state, state.why.subject);
  return facts === undefined ? 0 : shownTotal(facts).change;
}

function whyNoWay(state: State): string | undefined {
  const isMessage = groupsOf(state).length === 0 && way(state) !== 0;
  if (isMessage) return `No row is listed: ${keyOf('period.menu')} chooses another period.`;
  if (state.why.onlyAlong || way(state) !== 0) return undefined;
  const { facts, error } = whyRead(state, state.why.subject);
  return facts === undefined
    ? notLoaded(statisticTitle('visitors', state.capabilities), error)
    : 'The total is unchanged.';
}

function groupsOf(state: State) {
  const { subject } = state.why;
  const { read, groups } = shownWhy(state, subject);
  return emptyMessage(state, subject, read) === undefined ? groups : [];
}

function whyNoHistory(state: State): string | undefined {
  const selected = selectedRow(state);
  if (selected !== undefined)
    return selected.part === 'days' ? undefined : whyNoRowSearch(state.capabilities);
  const { periods, loading, error, whyNoRows } = whyRead(state, state.why.subject);
  const canHaveRows = state.capabilities.rowsByHour === true;
  if (whyNoRows !== undefined && !(loading && canHaveRows))
    return `Today is not over: ${keyOf('period.menu')} chooses whole days.`;
  if (isReadingWhy(state)) return 'Loading: Down goes to the first row, Esc stops it.';
  if (error !== undefined)
    return `${capitalised(countsOf('visitors', state.capabilities))} not loaded. Press ${keyOf('refresh')} to retry.`;
  if (periods === undefined && routeOf(state)?.day === undefined)
    return `Nothing is compared: ${keyOf('why.compare')} chooses with what.`;
  return `No row is listed: ${keyOf('period.menu')} chooses another period.`;
}

export const whyScreen: ScreenDefinition<'why'> = {
  screen: 'why',
  view: async () => (await import('./Screen.tsx')).WhyScreen,
  commands: whyCommands,
  title: (state, { websiteId, day, group }) => [
    titleOfWebsite(state, websiteId),
    label`Why`,
    ...(day === undefined ? [] : [safeText(formatWeekday(day))]),
    ...(group === undefined ? [] : [partTitle(group)]),
  ],
  detail: whyDetail,
  keyHints(state, route) {
    const read = whyRead(state, route);
    const isUnread = read.groups.some(({ error }) => error !== undefined);
    // The text that says so names the key.
    return emptyMessage(state, route, read)?.keyHints ?? (isUnread && !read.loading ? [tryAgain] : []);
  },
  load: (state, route, force) => state.why.open(route, force),
  escapeTarget: state => (isReadingWhy(state) ? 'reading' : undefined),
  hasPeriod: true,
  whyNoPeriod,
  explained(state, { websiteId }) {
    const days = selectedRow(state)?.row.days;
    return days === undefined
      ? `${keyOf('why')} explains a day: select one of the group Days.`
      : { websiteId, day: days.now };
  },
  exported(state, { websiteId, day }) {
    const { facts, periods, hoursSoFar, rates } = whyRead(state, { websiteId, day });
    const leftOut = Object.values(state.capabilities.refused ?? {});
    if (facts === undefined || periods === undefined) {
      if (hoursSoFar === undefined) return nothingRead;
      const subject = subjectOf(state, websiteId, hoursSoFar.compared.now);
      return () => sourceOf(subject, whyTotalTable(subject, hoursSoFar), 'why');
    }
    return () => {
      const subject = subjectOf(state, websiteId, periods.now);
      return sourceOf(subject, whyTable(subject, facts, { periods, rates, leftOut }), 'why');
    };
  },
  selected(state, { websiteId }) {
    const found = selectedRow(state);
    if (found === undefined) return undefined;
    return found.part === 'days'
      ? { value: found.row.value, url: undefined }
      : selectedValue(state, websiteId, found.part, found.row);
  },
  lines(state, { websiteId }) {
    const found = selectedRow(state);
    if (found === undefined) return 'No row is selected: only rows and days have lines.';
    const { part, row } = found;
    const { periods } = whyRead(state, state.why.subject);
    const days = row.days === undefined ? undefined : { from: row.days.now, to: row.days.now };
    const rows = periods && rowSides(periods)[0];
    if (part === 'days') return linesBehind(state, websiteId, days ?? shownPeriod(state));
    return linesBehind(state, websiteId, days ?? rows ?? shownPeriod(state), {
      name: part,
      value: row.value,
    });
  },
  conditions(state) {
    const found = selectedRow(state);
    if (found === undefined) return 'No row is selected to filter by.';
    return found.part === 'days'
      ? 'A day is no condition: Enter opens it.'
      : conditionOf(found.part, found.row.value);
  },
  /** None where nothing is compared: there is nothing to print. */
  commandWords(state, { websiteId, day }) {
    if (state.comparison.baseline === undefined) return undefined;
    const shown = day === undefined ? state : ofDay(state, day);
    return ['why', siteOf(state, websiteId), ...numberWords(shown, true)];
  },
};
