import { commandOf } from '#store/viewRules.ts';
import { describePeriod } from '#model/period/format.ts';
import { parsePeriod } from '#model/period/parsePeriod.ts';
import { describeChoice, type PeriodChoice, presets, resolvePeriod } from '#model/period/period.ts';
import { conditionLabel, parseCondition } from '#model/service/filterText.ts';
import {
  countsOf,
  isSameNumber,
  statisticTitle,
  whyNoStatistic,
  ofService,
} from '#model/service/capabilities.ts';
import { type ThemeName, themeNames } from '#model/own/choices.ts';
import { allStatistics, type StatisticName } from '#model/statistics/statistics.ts';
import { distinctName, isHostName, normaliseDomain } from '#model/website/website.ts';
import { asViewName, viewCalled, viewNameRule, viewNames, viewWords } from '#model/savedView.ts';
import { comparisonChoices } from '#store/period.ts';
import type { State } from '#store/state.ts';
import { chartPanel, shownMeasure } from '#store/views/dashboard.ts';
import { shownPanels } from '#store/kept/yours.ts';
import { chosenWebsite, chosenWebsiteId, selectedWebsite } from '#store/websites/websites.ts';
import { beginsWords, findByWords, nearestName } from '#text/match.ts';
import { asksService, commandLines, noteOfCommand, statisticWords, visitorsNote } from './paletteNotes.ts';
import type { Command, CommandContext, keySections } from './command.ts';
import { copy } from './sharing.ts';
import { keyOf, type Reason, shellQuote } from '#text/words.ts';

function periodItems({ period, today }: State): PaletteItem[] {
  const named = presets.map(({ name, title, shortcut }): PaletteItem => {
    const choice = { kind: 'preset', preset: name } as const;
    return {
      ...periodItem(title, choice),
      key: keysOfPeriod(title),
      note: describePeriod(resolvePeriod(choice, today())),
      alias: `${shortcut} period dates ${name === 'last12Months' ? 'year' : ''}`,
      isChosen: period.choice.kind === 'preset' && period.choice.preset === name,
    };
  });
  return [
    ...named,
    {
      group: 'Period',
      title: 'All days',
      key: keysOfPeriod('All days'),
      alias: 'all time period dates everything ever',
      about: 'All numbers are then of these days.',
      run: ({ state }) => void state.period.chooseAll(),
    },
  ];
}

/** Of the first period with its initial: the menu of periods, and that letter there. */
function keysOfPeriod(title: string): string | undefined {
  const first = presets.find(preset => preset.title[0] === title[0])?.title ?? title;
  const initial = title.slice(0, 1).toLowerCase();
  return first === title ? `${keyOf('period.menu')} ${initial} Enter` : undefined;
}

/** What is typed, where it is a period by other words than those of a preset, with what it comes to: "last year: 2025". */
function typedPeriodItems(state: State): PaletteItem[] {
  const text = state.menu.text.value.trim().replaceAll(/\s+/g, ' ');
  const typed = parsePeriod(text, state.today());
  if (!('choice' in typed)) return [];
  const { choice } = typed;
  const title = describeChoice(choice);
  // By its own words a preset is found among all of them.
  const own = presets.find(({ name }) => choice.kind === 'preset' && choice.preset === name);
  if (own !== undefined && `${own.title} ${own.shortcut}`.toLowerCase().includes(text.toLowerCase()))
    return [];
  const isTitle = title.toLowerCase() === text.toLowerCase();
  return [periodItem(isTitle ? title : `${text}: ${title}`, choice)];
}

function periodItem(title: string, choice: PeriodChoice): PaletteItem {
  return {
    group: 'Period',
    title,
    about: 'All numbers are then of these days.',
    run: ({ state }) => state.period.choose(choice),
  };
}

function comparisonItems(state: State): PaletteItem[] {
  return comparisonChoices(state).map(({ baseline, title, key, action, days, isChosen }) => ({
    group: 'Period',
    title: action,
    alias: `against versus comparison ${title}`,
    key: `${keyOf('websites.compare')} ${key}`,
    note: days,
    about: 'Changes are then against these days.',
    isChosen,
    run: ({ state: { comparison } }) => comparison.choose(baseline),
  }));
}

const themeTitles: Readonly<Record<ThemeName, string>> = {
  auto: "Follow the terminal's background",
  terminal: "Use the terminal's colours",
  dark: 'Use the dark theme',
  light: 'Use the light theme',
  'high-contrast': 'Use the high contrast theme',
};

/** A condition that is typed: "where country=DE". */
function typedFilterItems(state: State): PaletteItem[] {
  const typed = /^where\s+(.+)$/is.exec(state.menu.text.value)?.[1];
  const found = typed === undefined ? undefined : parseCondition(typed);
  if (found === undefined) return [];
  const group = 'This website';
  if ('problem' in found)
    return [{ group, title: `Filter: ${typed}`, reason: found.problem, run: () => undefined }];
  return [
    {
      group,
      title: `Filter: ${conditionLabel(found.condition)}`,
      run: ({ state: { filter } }) => void filter.enter(found.condition),
    },
  ];
}

/** The name that is typed to save a view by: "save monday". */
function typedSaveItems(state: State): PaletteItem[] {
  const typed = /^save\s+(\S.*)$/is.exec(state.menu.text.value)?.[1];
  if (typed === undefined) return [];
  const name = asViewName(typed);
  const there = name === undefined ? undefined : viewCalled(state.savedViews.all, name);
  return [
    {
      group: 'Views',
      title: there === undefined ? `Save this view as ${name ?? typed}` : `Replace the view ${name}`,
      note: there && viewWords(there),
      reason: name === undefined ? `A name for a view is ${viewNameRule}.` : undefined,
      run: ({ state: { savedViews } }) => savedViews.saveAs(name ?? typed),
    },
  ];
}

function viewItems({ savedViews: { all }, profile }: State): PaletteItem[] {
  return viewNames(all).flatMap(name => {
    const view = viewCalled(all, name);
    if (view === undefined) return [];
    const owner = view.profile === profile.name ? '' : `${view.profile}: `;
    return {
      group: 'Views' as const,
      title: `View ${name}`,
      alias: `@${name} saved bookmark ${viewWords(view)}`,
      about: `${viewWords(view)}.`,
      note: `${owner}${viewWords(view)}`,
      run: ({ state }: CommandContext) => void state.savedViews.show(name),
    };
  });
}

/** The themes for the palette, which shows each one while it is selected. */
function themeItems({ theme: current }: State): PaletteItem[] {
  return themeNames.map(theme => ({
    group: 'Everywhere',
    title: themeTitles[theme],
    alias: `theme colours colors ${theme}`,
    isChosen: current.canChange && current.chosen === theme,
    theme: current.canChange ? theme : undefined,
    about: 'Shown while it is selected, kept once it is chosen.',
    reason: current.canChange ? undefined : 'Themes need 256 colours: this terminal has sixteen, or none.',
    run: ({ state }) => state.theme.choose(theme),
  }));
}

/** A line of the palette. The title may come from the service and is not safe text. */
export interface PaletteItem {
  readonly group:
    | (typeof keySections)[number]
    | 'Views'
    | 'Statistics'
    | 'Websites'
    | 'Command line'
    | 'Not now'
    | 'Nearest'
    | 'Instead';
  readonly title: string;
  readonly alias?: string | undefined;
  /** The key that does the same without the palette. */
  readonly key?: string | undefined;
  /** Of as many as there may be websites only those are told that are found. */
  readonly note?: string | (() => string | undefined) | undefined;
  /** What it would choose applies already. */
  readonly isChosen?: boolean;
  /** Why it does nothing now. */
  readonly reason?: Reason | undefined;
  readonly theme?: ThemeName | undefined;
  /** What choosing it does, where the title does not tell all. */
  readonly about?: string | undefined;
  /** That it stands for. */
  readonly command?: Command;
  run(context: CommandContext): void;
}

/** A command of a view, with why it does nothing now. */
export interface FoundCommand {
  readonly command: Command;
  readonly section: (typeof keySections)[number];
  readonly reason: Reason | undefined;
}

/**
 * What the palette offers beyond commands: views, periods, comparisons, themes, statistics and websites that what is typed
 * finds, and what a command line does; where it finds none of these, the commands of other views.
 */
export function paletteItems(
  state: State,
  commands: readonly FoundCommand[],
  ofOthers: readonly FoundCommand[],
): PaletteItem[] {
  const works = (id: string) =>
    commands.some(({ command, reason }) => command.id.endsWith(id) && reason === undefined);
  const hasPeriod = works('period.menu');
  const typed = [
    ...(works('filter.menu') ? typedFilterItems(state) : []),
    ...(works('saveView') ? typedSaveItems(state) : []),
  ];
  if (typed.length > 0) return inGroups(typed);
  const all = [
    ...commandItems(state, commands),
    ...viewItems(state),
    ...themeItems(state),
    ...(hasPeriod ? periodItems(state) : []),
    ...(works('.compare') ? comparisonItems(state) : []),
    ...statisticItems(state),
    ...websiteItems(state),
    ...(hasPeriod ? typedPeriodItems(state) : []),
    ...commandLineItems(state),
  ];
  const find = (items: readonly PaletteItem[]) =>
    findByWords(items, state.menu.text.value, ({ title, alias }) => ({ title, others: alias }));
  const found = find(all);
  // A view is opened by its name, whatever else is called so.
  const own = `View ${asViewName(state.menu.text.value) ?? ''}`;
  const added = found.length === 0 && works('websites.add') ? addItems(state) : [];
  if (added.length > 0) return added;
  if (found.length === 0) {
    const elsewhere = find(commandItems(state, ofOthers));
    return elsewhere.length > 0 ? inGroups(elsewhere) : insteadItems(state, all);
  }
  const inOrder = found.toSorted((a, b) => Number(isView(b, own)) - Number(isView(a, own)));
  const isNear = ({ group, title }: PaletteItem) =>
    group !== 'Command line' && beginsWords(title, state.menu.text.value);
  return inGroups(inOrder, isNear);
}

/** Fewer letters begin words of too many of them. */
const minTyped = 3;

/** What is done by a command line, which is copied. Nobody of a kiosk has one. */
function commandLineItems(state: State): PaletteItem[] {
  if (state.menu.text.value.trim().length < minTyped || state.profile.isKiosk === true) return [];
  const website = chosenWebsite(state);
  return commandLines.map(([title, words, line]) => {
    const parts = line
      .split(' ')
      .map(word => (word === 'SITE' ? (website?.domain ?? website?.id ?? word) : word));
    const [name = ''] = parts;
    const command = asksService.has(name)
      ? commandOf(state, parts)
      : ['sitedeck', ...parts].map(shellQuote).join(' ');
    return {
      group: 'Command line',
      title,
      alias: words,
      note: `sitedeck ${name}`,
      about: `${command}: Enter copies it.`,
      run: context => copy(context, command, `Copied: ${command}`),
    };
  });
}

/** By the end of their ids: what helps where nothing is called by what is typed. */
const instead = ['.search', 'websites.add', 'period.menu', 'filter.menu', 'help'];

/** The nearest name, and what finds or adds something else. */
function insteadItems({ menu }: State, all: readonly PaletteItem[]): PaletteItem[] {
  const works = all.filter(({ reason }) => reason === undefined);
  const name = nearestName(
    menu.text.value,
    works.map(({ title }) => title),
  );
  const helps = instead.flatMap(id => works.find(({ command }) => command?.id.endsWith(id) === true) ?? []);
  const nearest = works.filter(({ title }) => title === name);
  return [
    ...nearest.map(item => ({ ...item, group: 'Nearest' as const })),
    ...helps.filter(item => !nearest.includes(item)).map(item => ({ ...item, group: 'Instead' as const })),
  ];
}

/** What is typed and called nothing, where it may be a website. */
function addItems({ menu }: State): PaletteItem[] {
  const domain = normaliseDomain(menu.text.value);
  if (!domain.includes('.') || !isHostName(domain)) return [];
  return [{ group: 'Edit', title: `Add ${domain}`, run: ({ state }) => state.editor.open([], domain) }];
}

function isView({ group, title }: PaletteItem, own: string): boolean {
  return group === 'Views' && title === own;
}

/** Those of a group beside each other, the group of the first one first: those that are `near`, then the others, then what a command line does, then what does nothing now. */
function inGroups(
  items: readonly PaletteItem[],
  isNear: (item: PaletteItem) => boolean = () => true,
): PaletteItem[] {
  const live = items
    .filter(({ reason }) => reason === undefined)
    .toSorted((a, b) => Number(a.group === 'Command line') - Number(b.group === 'Command line'));
  const grouped = [true, false].flatMap(near => [
    ...Map.groupBy(
      live.filter(item => isNear(item) === near),
      ({ group }) => group,
    ).values(),
  ]);
  const dead = items.filter(({ reason }) => reason !== undefined);
  return [...grouped.flat(), ...dead.map(item => ({ ...item, group: 'Not now' as const }))];
}

/** Of commands with the same title, which do one thing, the first that works. */
function commandItems(state: State, commands: readonly FoundCommand[]): PaletteItem[] {
  const items = new Map<string, PaletteItem>();
  for (const { command, section, reason } of commands) {
    const { id, title, about, words, keys, inPalette, run } = command;
    const known = items.get(title);
    if (inPalette === false || (known !== undefined && (known.reason === undefined || reason !== undefined)))
      continue;
    const note = noteOfCommand(id, state);
    items.set(title, {
      group: section,
      title,
      about,
      alias: words,
      key: keys[0],
      note,
      reason,
      command,
      run,
    });
  }
  return [...items.values()];
}

function statisticItems(state: State): PaletteItem[] {
  const websiteId = chosenWebsiteId(state);
  if (websiteId === undefined) return [];
  const { capabilities } = state;
  const names = allStatistics.filter(name => !isSameNumber(name, capabilities));
  return names.map(name => ({
    group: 'Statistics',
    title: statisticTitle(name, capabilities),
    alias: `${name} ${statisticWords[name] ?? ''}`,
    key: keysOfStatistic(state, name),
    note: countsOf(name, capabilities),
    about: `All its rows, by ${countsOf(name, capabilities)}.`,
    reason: ofService(whyNoStatistic(capabilities, name)),
    run({ state: { navigation } }) {
      const route = { screen: 'statistic', websiteId, name } as const;
      if (navigation.view.screen === 'statistic') navigation.replace(route);
      else navigation.push(route);
    },
  }));
}

/** Of a panel its number, then the key that opens it whole; the chart's measure by that key alone while the chart has the focus. */
function keysOfStatistic(state: State, name: StatisticName): string | undefined {
  const { navigation, dashboard } = state;
  if (navigation.view.screen !== 'dashboard') return undefined;
  const whole = keyOf('dashboard.whole');
  if (shownMeasure(state) === name)
    return dashboard.panel === chartPanel ? whole : `${keyOf('dashboard.chart')} ${whole}`;
  const panels = shownPanels(state);
  const index = panels.indexOf(name) + 1;
  if (index > 0 && index <= panelsWithKeys) return `${index} ${whole}`;
  return index > 0 && index === panels.length ? `${keyOf('dashboard.last')} ${whole}` : undefined;
}

const panelsWithKeys = 9;

/** The key that opens a website from where one is: the selected one in the list, or the one beside that in view. */
function keyOfWebsite({ navigation: { view }, websites }: State, id: string): string | undefined {
  if (view.screen === 'websites')
    return selectedWebsite(websites)?.id === id ? keyOf('websites.open') : undefined;
  if (!('websiteId' in view)) return undefined;
  const ids = (websites.list.data?.rows ?? []).map(website => website.id);
  const [index, at] = [ids.indexOf(id), ids.indexOf(view.websiteId)];
  if (at === -1 || Math.abs(index - at) !== 1) return undefined;
  return keyOf(index > at ? 'dashboard.nextWebsite' : 'dashboard.previousWebsite');
}

function websiteItems(state: State): PaletteItem[] {
  return (state.websites.list.data?.rows ?? []).map(website => ({
    group: 'Websites',
    title: distinctName(website),
    key: keyOfWebsite(state, website.id),
    note: () => visitorsNote(state, website),
    about: 'Its numbers by day, and its pages, sources, places and devices.',
    run({ state: { navigation } }) {
      navigation.popTo(1);
      navigation.push({ screen: 'dashboard', websiteId: website.id });
    },
  }));
}
