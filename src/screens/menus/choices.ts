import type { Command } from '#commands/command.ts';
import type { PaletteItem } from '#commands/palette.ts';
import type { MenuItem } from '#components/box/Menu.tsx';
import type { Part } from '#components/parts.ts';
import { describePeriod } from '#model/period/format.ts';
import { asSaid, isAllDays, type ParsedPeriod, parsePeriod } from '#model/period/parsePeriod.ts';
import { presets, resolvePeriod } from '#model/period/period.ts';
import {
  type Capabilities,
  columnTitles,
  countsOf,
  countsVisits,
  statisticInfo,
  statisticTitle,
  zoneWords,
} from '#model/service/capabilities.ts';
import type { SortDirection } from '#model/service/paging.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import { comparisonChoices, comparisons } from '#store/period.ts';
import type { Asked, ProfileEntry } from '#store/profile/services.ts';
import { isListCompared } from '#store/queries/question.ts';
import { statisticOf } from '#store/queries/rows.ts';
import type { State } from '#store/state.ts';
import { canCompareMarked, markedCount, markedWebsites } from '#store/websites/marks.ts';
import { foundStretches } from '#text/match.ts';
import { memoizeLast } from '#text/memo.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';
import { type MenuChoice, menuScreen } from './menu.ts';

const besideKey = 's';
const narrow = 60;

export const compareScreen = menuScreen('compare', {
  width: 64,
  title: label`Compare with`,
  items: state => [
    ...besideChoices(state),
    ...comparisonChoices(state).map(({ title, key, days, isChosen, baseline }) => ({
      title: safeText(title),
      key,
      // Beside a title that is cut the days say nothing.
      note: state.viewport.columns < narrow ? undefined : safeText(days),
      isChosen,
      choose: () => state.comparison.choose(baseline),
    })),
  ],
  keys: [
    { key: besideKey, title: 'Put the marked side by side' },
    ...comparisons.map(({ key, does }) => ({ key, title: does })),
  ],
});

/** In the list the first entry, where as many are marked. */
function besideChoices(state: State): MenuChoice[] {
  if (state.navigation.view.screen !== 'websites' || !canCompareMarked(state)) return [];
  const count = markedCount(state);
  const isNarrow = state.viewport.columns < narrow;
  return [
    {
      title: isNarrow ? label`These ${count} side by side` : label`These ${count} websites side by side`,
      key: besideKey,
      choose({ state: { navigation, ...now } }) {
        const websiteIds = markedWebsites(now).map(({ id }) => id);
        const [websiteId = ''] = websiteIds;
        navigation.push({ screen: 'sideBySide', websiteId, websiteIds });
      },
    },
  ];
}

export const periodScreen = menuScreen('period', {
  width: 60,
  title: label`Period`,
  note: state => safeText(zoneWords(state.timeZone, state.capabilities)),
  items: state => [
    ...presets.map(({ name, title }): MenuChoice => ({
      title: safeText(title),
      note: safeText(describePeriod(resolvePeriod({ kind: 'preset', preset: name }, state.today()))),
      isChosen: state.period.choice.kind === 'preset' && state.period.choice.preset === name,
      choose: () => state.period.choose({ kind: 'preset', preset: name }),
    })),
    {
      title: safeText(allDays),
      note: safeText(`since the first with ${countsOf('visitors', state.capabilities)}`),
      choose: () => void state.period.chooseAll(),
    },
  ],
  field: {
    passesHelp: true,
    placeholder: label`30d, 2026-03, 1 mar - 15 apr ...`,
    typed(state) {
      const typed = typedPeriod(state);
      return typed && { choose: () => chooseTyped(state, typed) };
    },
    begun: begunPeriod,
    says: readAs,
  },
  disabledReason(state) {
    const typed = typedPeriod(state);
    return typeof typed === 'object' && 'error' in typed
      ? 'That is no period: type 30d, 2026-03 or 1 mar - 15 apr.'
      : undefined;
  },
});

const allDays = 'All days';
const titles = [...presets.map(({ title }) => title), allDays];

/** The first entry that begins with what is typed: "y" is Yesterday. */
function begunPeriod(text: string): number | undefined {
  const begin = text.trimStart().toLowerCase();
  const index = titles.findIndex(title => begin !== '' && title.toLowerCase().startsWith(begin));
  return index === -1 ? undefined : index;
}

/** How what is typed reads; undefined while nothing is, or the beginning of an entry. All days depend on the website. */
function typedPeriod({ menu, today }: State): ParsedPeriod | 'all' | undefined {
  const text = menu.text.value.trim();
  if (isAllDays(text)) return 'all';
  if (text === '') return undefined;
  const parsed = parsePeriod(text, today());
  return 'error' in parsed && begunPeriod(text) !== undefined ? undefined : parsed;
}

function chooseTyped({ period, menu }: State, typed: ParsedPeriod | 'all'): void {
  if (typed === 'all') void period.chooseAll();
  else if ('choice' in typed) period.choose(asSaid(menu.text.value, typed.choice));
}

function readAs(state: State): Part {
  const typed = typedPeriod(state);
  if (typed === undefined) return { text: label`Type a range, or choose one.`, tone: 'dim' };
  if (typed === 'all')
    return {
      text: safeText(
        `All days since the first with ${countsOf('visitors', state.capabilities)}, twenty years at most.`,
      ),
      tone: 'good',
    };
  if ('error' in typed) return { text: safeText(typed.error), tone: 'bad' };
  const { from, to } = typed.period;
  return { text: safeText(`${from} to ${to}, ${describePeriod(typed.period)}`), tone: 'good' };
}

const maxRows = 20;
/** Of more that are found the numbers of websites are not told. */
const maxTold = 100;
/** Inside the frame; with fewer columns a title has no note beside it. */
const roomForNotes = 60;

// Asked several times a key, of an account with thousands of websites.
const choices = memoizeLast<readonly MenuChoice[]>();

/** Everything by name. It lists the commands of the other screens, and so is given the way to find them. */
export function paletteScreen(itemsOf: (state: State) => readonly PaletteItem[]) {
  return menuScreen('palette', {
    width: 80,
    title: label`Go to`,
    note: ({ menu }, count) => (menu.text.value === '' ? label`` : label`${count} found`),
    items: (state, columns) => {
      const items = itemsOf(state);
      const typed = state.menu.text.value;
      const hasNotes = columns >= roomForNotes;
      return choices([items, typed, hasNotes], () =>
        items.map(item => menuItem(item, typed, { hasNotes, isFew: items.length <= maxTold })),
      );
    },
    // As many whatever is found. With room it keeps a margin.
    rows: viewport => Math.min(maxRows, bodyRows(viewport) - (hasSpacing(viewport) ? 6 : 4)),
    empty: () => label`Nothing by that name`,
    field: { placeholder: label`command, website, statistic, period ...`, passesHelp: true },
    disabledReason: state =>
      itemsOf(state).length === 0 ? 'Nothing by that name: type another one.' : undefined,
  });
}

function menuItem(
  item: PaletteItem,
  typed: string,
  { hasNotes, isFew }: { readonly hasNotes: boolean; readonly isFew: boolean },
): MenuChoice {
  const { group, alias, key, note, reason, isChosen, run } = item;
  const title = safeText(item.title);
  const told = typeof note !== 'function' ? note : isFew ? note() : undefined;
  return {
    title,
    group: safeText(group),
    key,
    note: told === undefined || !hasNotes ? undefined : safeText(told),
    isCut: group === 'Views',
    reason: reason === undefined ? undefined : safeText(reason),
    isChosen,
    found: foundStretches({ title, others: alias }, typed),
    choose: run,
  };
}

const listRows = 10;

function profileItems({ profiles, profile, capabilities, logs }: State): MenuChoice[] {
  const isListed = profiles.entries.some(({ name }) => name === profile.name);
  return [
    ...profiles.entries.map(entry => ({
      title: safeText(entry.name, 40),
      note: noteOf(entry),
      isChosen: entry.name === profile.name,
      choose: () => profiles.use(entry.name),
    })),
    ...(isListed
      ? []
      : [
          {
            title: safeText(profile.name, 40),
            note: label`from the environment`,
            isChosen: true,
            choose: () => profiles.use(profile.name),
          },
        ]),
    { title: label`Connect a service ...`, choose: profiles.connect },
    ...(capabilities.isLocal === true
      ? []
      : [{ title: newKeyTitle(profiles.credential()), choose: profiles.newKey }]),
    ...(logs.canAdd ? [{ title: label`Read my access logs ...`, choose: logs.open }] : []),
  ];
}

function newKeyTitle(asks: Asked): SafeText {
  return asks === 'password' ? label`Sign in again ...` : label`New key for this service ...`;
}

function noteOf({ kind, url }: ProfileEntry): SafeText {
  if (kind === 'demo') return label`made-up websites`;
  if (kind === 'logs') return label`your own access logs`;
  return safeText((url ?? '').replace(/^https:\/\//, ''), 60);
}

const menu = menuScreen('profiles', {
  width: 64,
  title: label`Profiles`,
  items: profileItems,
  rows: (_, count) => Math.min(count, listRows),
  below: explanation,
  staysOpen: true,
});

const connect: Command = {
  id: 'profiles.connect',
  keys: ['a'],
  title: 'Connect another service',
  short: 'connect',
  run: ({ state }) => state.profiles.connect(),
};

export const profilesScreen: ScreenDefinition<'profiles'> = {
  ...menu,
  commands: [...menu.commands, connect],
  keyHints: ({ profiles: { problem } }) =>
    problem === undefined
      ? []
      : [
          { key: 'Enter', does: label`try again` },
          { key: keyOf('profiles.connect'), does: label`connect` },
          { key: 'Esc', does: label`back` },
        ],
};

function explanation({ profiles, capabilities }: State, columns: number): Part {
  if (profiles.problem !== undefined) return { text: safeText(profiles.problem), tone: 'bad' };
  const [short, long] = explanations(capabilities);
  return { text: columns < 60 ? short : long, tone: 'dim' };
}

function explanations({ isDemo, countsLogs }: Capabilities): readonly [short: SafeText, long: SafeText] {
  if (isDemo === true)
    return [
      label`The demo is made up.`,
      label`These websites are the demo: made up, kept on this machine, yours to change.`,
    ];
  if (countsLogs === true)
    return [
      label`sitedeck logs add DOMAIN FILE...`,
      label`Logs elsewhere are added with: sitedeck logs add DOMAIN FILE...`,
    ];
  return [
    label`Enter goes on with another one.`,
    label`Enter goes on with another one. What you see here stays as it is.`,
  ];
}

/** The same order has the same key in every list. */
const orderKeys = [
  { key: 'v', title: 'Counts, highest first' },
  { key: 'V', title: 'Counts, lowest first' },
  { key: 'p', title: 'Page views, highest first' },
  { key: 'c', title: 'Change, highest first' },
  { key: 'C', title: 'Change, lowest first' },
  { key: 'n', title: 'Newest first' },
  { key: 'o', title: 'Oldest first' },
  { key: 'a', title: 'A to Z' },
  { key: 'z', title: 'Z to A' },
] as const;
type OrderKey = (typeof orderKeys)[number]['key'];

interface SortOption extends MenuItem {
  choose(): void;
}

export function sortOptions(state: State): SortOption[] {
  if (state.navigation.view.screen === 'websites') {
    const { sortRows, ...table } = state.websites;
    const { capabilities } = state;
    const { orders } = capabilities.websites;
    const byNumbers = [
      option(
        `${statisticTitle('visitors', capabilities)}, highest first`,
        table,
        sortRows,
        'visitors',
        'desc',
        'v',
      ),
      ...byChange(isListCompared(state), table, sortRows),
      ...(countsVisits(capabilities)
        ? []
        : [option('Page views, highest first', table, sortRows, 'pageviews', 'desc', 'p')]),
    ];
    const byAge = [
      option('Added, newest first', table, sortRows, 'id', 'desc', 'n'),
      option('Added, oldest first', table, sortRows, 'id', 'asc', 'o'),
    ];
    const byDomain = [
      option('Domain, A to Z', table, sortRows, 'domain', 'asc', 'a'),
      option('Domain, Z to A', table, sortRows, 'domain', 'desc', 'z'),
    ];
    return [
      ...(orders.includes('id') ? byAge : []),
      ...(orders.includes('domain') ? byDomain : []),
      ...(state.overview.on ? byNumbers : []),
    ];
  }
  return statisticOptions(state);
}

function statisticOptions(state: State): SortOption[] {
  const { sortRows, ...table } = state.statistic;
  const { kind } = statisticInfo(table.name);
  const { value, count } = columnTitles(table.name, state.capabilities);
  const values =
    kind === 'series'
      ? [
          option(`${value}, latest first`, table, sortRows, 'value', 'desc', 'n'),
          option(`${value}, earliest first`, table, sortRows, 'value', 'asc', 'o'),
        ]
      : [
          option(`${value}, A to Z`, table, sortRows, 'value', 'asc', 'a'),
          option(`${value}, Z to A`, table, sortRows, 'value', 'desc', 'z'),
        ];
  const numbers = [
    option(`${count}, highest first`, table, sortRows, 'count', 'desc', 'v'),
    option(`${count}, lowest first`, table, sortRows, 'count', 'asc', 'V'),
    ...byChange(statisticOf(state, table.websiteId, table.name).days.isCompared, table, sortRows),
  ];
  if (kind === 'series') return [...values, ...numbers];
  return state.capabilities.rows.orders.includes('value') ? [...numbers, ...values] : numbers;
}

type Ordered<S extends string> = { readonly sortBy: S | 'change'; readonly sort: SortDirection };
type SortRows<S extends string> = (sortBy: S | 'change', sort: SortDirection) => void;

/** Order by change, where something is compared. */
function byChange<S extends string>(
  isCompared: boolean,
  table: Ordered<S>,
  sortRows: SortRows<S>,
): SortOption[] {
  const options = [
    option<S | 'change'>('Change, highest first', table, sortRows, 'change', 'desc', 'c'),
    option<S | 'change'>('Change, lowest first', table, sortRows, 'change', 'asc', 'C'),
  ];
  const reason = label`There are no changes to sort by: press ${keyOf('websites.compare')} to choose what to compare with.`;
  return isCompared ? options : options.map(each => ({ ...each, reason }));
}

function option<S extends string>(
  title: string,
  table: { readonly sortBy: S; readonly sort: SortDirection },
  sortRows: (sortBy: S, sort: SortDirection) => void,
  sortBy: S,
  sort: SortDirection,
  key: OrderKey,
): SortOption {
  const isChosen = table.sortBy === sortBy && table.sort === sort;
  return { title: safeText(title), key, isChosen, choose: () => sortRows(sortBy, sort) };
}

export const sortScreen = menuScreen('sort', {
  width: 44,
  title: label`Sort`,
  items: sortOptions,
  keys: orderKeys,
});
