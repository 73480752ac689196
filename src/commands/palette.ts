import { parsePeriod } from '#model/period/parsePeriod.ts';
import { describeChoice, type PeriodChoice, presets } from '#model/period/period.ts';
import { conditionLabel, parseCondition } from '#model/service/filterText.ts';
import { hasStatistic, statisticInfo } from '#model/service/capabilities.ts';
import { type ThemeName, themeNames } from '#model/service/query.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import { distinctName } from '#model/website/website.ts';
import { comparisonChoices } from '#store/period.ts';
import type { State } from '#store/state.ts';
import { chosenWebsiteId } from '#store/websites/websites.ts';
import { findByWords } from '#text/match.ts';
import type { Command, CommandContext } from './command.ts';

function periodItems({ period }: State): PaletteItem[] {
  const named: PaletteItem[] = presets.map(({ name, title, shortcut }) => ({
    ...periodItem(title, { kind: 'preset', preset: name }),
    alias: `${shortcut} period dates ${name === 'last12Months' ? 'year' : ''}`,
    isChosen: period.choice.kind === 'preset' && period.choice.preset === name,
  }));
  return [
    ...named,
    {
      kind: 'period',
      title: 'All days',
      alias: 'all time period dates everything ever',
      run: ({ state }) => void state.period.chooseAll(),
    },
  ];
}

/** What is typed, where it is a period and none of the presets, with what it comes to: "last year: 2025". */
function typedPeriodItems(state: State): PaletteItem[] {
  const text = state.menu.text.value.trim().replaceAll(/\s+/g, ' ');
  const typed = parsePeriod(text, state.today());
  if (!('choice' in typed) || typed.choice.kind === 'preset') return [];
  const title = describeChoice(typed.choice);
  const isTitle = title.toLowerCase() === text.toLowerCase();
  return [periodItem(isTitle ? title : `${text}: ${title}`, typed.choice)];
}

function periodItem(title: string, choice: PeriodChoice): PaletteItem {
  return { kind: 'period', title, run: ({ state }) => state.period.choose(choice) };
}

function comparisonItems(state: State): PaletteItem[] {
  return comparisonChoices(state).map(({ baseline, title, isChosen }) => ({
    kind: 'comparison',
    title: `Compare with ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    alias: 'against versus comparison',
    isChosen,
    run: ({ state: { comparison } }) => comparison.choose(baseline),
  }));
}

const titles: Readonly<Record<ThemeName, string>> = {
  auto: "Theme: auto, for the terminal's background",
  terminal: 'Theme: terminal, its own sixteen colours',
  dark: 'Theme: dark',
  light: 'Theme: light',
  'high-contrast': 'Theme: high contrast',
};

/** A condition that is typed: "where country=DE". */
function typedFilterItems(state: State): PaletteItem[] {
  const typed = /^where\s+(.+)$/is.exec(state.menu.text.value)?.[1];
  const found = typed === undefined ? undefined : parseCondition(typed);
  if (found === undefined) return [];
  if ('problem' in found)
    return [
      { kind: 'command', title: found.problem, run: ({ state: { notices } }) => notices.say(found.problem) },
    ];
  return [
    {
      kind: 'command',
      title: `Filter: ${conditionLabel(found.condition)}`,
      run: ({ state: { filter } }) => void filter.enter(found.condition),
    },
  ];
}

/** The themes for the palette, which shows each one while it is selected. */
function themeItems({ theme: current }: State): PaletteItem[] {
  return themeNames.map(theme => ({
    kind: 'command',
    title: titles[theme],
    alias: 'theme colours colors',
    isChosen: current.canChange && current.chosen === theme,
    theme: current.canChange ? theme : undefined,
    run({ state }) {
      if (current.canChange) state.theme.choose(theme);
      else
        state.notices.say(
          'Themes need 256 colours, and colours allowed: this terminal has sixteen, or none.',
        );
    },
  }));
}

/** A line of the palette. The title may come from the service and is not safe text. */
export interface PaletteItem {
  readonly kind: 'command' | 'website' | 'statistic' | 'period' | 'comparison';
  readonly title: string;
  readonly alias?: string | undefined;
  /** The key that does the same without the palette. */
  readonly key?: string | undefined;
  /** What it would choose applies already. */
  readonly isChosen?: boolean;
  readonly theme?: ThemeName | undefined;
  run(context: CommandContext): void;
}

/**
 * What the palette offers: the commands of the view beneath, periods and comparisons where it has them, themes, statistics
 * of its website, and websites; those that what is typed finds.
 */
export function paletteItems(state: State, commands: readonly Command[]): PaletteItem[] {
  const hasPeriod = commands.some(({ id }) => id === 'period.menu');
  const all = [
    ...commands.filter(({ inPalette }) => inPalette !== false).map(commandItem),
    ...themeItems(state),
    ...(hasPeriod ? periodItems(state) : []),
    ...(commands.some(({ id }) => id.endsWith('.compare')) ? comparisonItems(state) : []),
    ...statisticItems(state),
    ...websiteItems(state),
    ...(hasPeriod ? typedPeriodItems(state) : []),
  ];
  const conditions = commands.some(({ id }) => id === 'filter.menu') ? typedFilterItems(state) : [];
  if (conditions.length > 0) return conditions;
  return findByWords(all, state.menu.text.value, ({ title, alias }) => ({ title, others: alias }));
}

function commandItem(command: Command): PaletteItem {
  const { title, words, keys, run } = command;
  return { kind: 'command', title, alias: words, key: keys[0], run };
}

function statisticItems(state: State): PaletteItem[] {
  const websiteId = chosenWebsiteId(state);
  if (websiteId === undefined) return [];
  const recorded = allStatistics.filter(name => hasStatistic(state.capabilities, name));
  return recorded.map(name => ({
    kind: 'statistic',
    title: statisticInfo(name).title,
    alias: name,
    run({ state: { navigation } }) {
      const route = { screen: 'statistic', websiteId, name } as const;
      if (navigation.view.screen === 'statistic') navigation.replace(route);
      else navigation.push(route);
    },
  }));
}

function websiteItems(state: State): PaletteItem[] {
  return (state.websites.list.data?.rows ?? []).map(website => ({
    kind: 'website',
    title: distinctName(website),
    run({ state: { navigation } }) {
      navigation.popTo(1);
      navigation.push({ screen: 'dashboard', websiteId: website.id });
    },
  }));
}
