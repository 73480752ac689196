import { distinctName } from '#model/website/website.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import { hasStatistic } from '#model/service/capabilities.ts';
import type { State } from '#store/core/state.ts';
import { selectedWebsite } from '#store/websites/websites.ts';
import { findByWords } from '#model/text/fuzzyMatch.ts';
import type { ThemeName } from '#model/text/themeName.ts';
import type { Command, CommandContext } from './command.ts';
import { comparisonItems, periodItems, typedPeriodItems } from './periods.ts';
import { synonymsOf } from './synonyms.ts';
import { themeItems } from './themes.ts';

/** A line of the palette. The title may come from the service and is not safe text. */
export interface PaletteItem {
  readonly kind: 'command' | 'website' | 'statistic' | 'period' | 'comparison';
  readonly title: string;
  /** Other names it is found by. */
  readonly alias?: string | undefined;
  /** The key that does the same without the palette. */
  readonly key?: string | undefined;
  /** What it would choose applies already. */
  readonly isChosen?: boolean;
  /** Shown while it is selected. */
  readonly theme?: ThemeName | undefined;
  run(context: CommandContext): void;
}

/** Commands that only move the selection are left out. */
const movement =
  /\.(up|down|left|right|leftArrow|rightArrow|halfUp|halfDown|first|last|firstRow|lastRow|panel\d|nextPanel|previousPanel)$/;
const selfEvident = new Set(['palette', 'redraw', 'suspend']);

/**
 * What the palette offers: the commands of the view beneath, periods and comparisons where it has them, themes, statistics
 * of its website, and websites; those that what is typed finds.
 */
export function paletteItems(state: State, commands: readonly Command[]): PaletteItem[] {
  const hasPeriod = commands.some(({ id }) => id === 'period.menu');
  const all = [
    ...commands.filter(({ id }) => !movement.test(id) && !selfEvident.has(id)).map(commandItem),
    ...themeItems(state),
    ...(hasPeriod ? periodItems(state) : []),
    ...(commands.some(({ id }) => id.endsWith('.compare')) ? comparisonItems(state) : []),
    ...statisticItems(state),
    ...websiteItems(state),
    ...(hasPeriod ? typedPeriodItems(state) : []),
  ];
  return findByWords(all, state.menu.text.value, ({ title, alias }) => ({ title, others: alias }));
}

function commandItem(command: Command): PaletteItem {
  const { id, title, keys, run } = command;
  return { kind: 'command', title, alias: synonymsOf(id), key: keys[0], run };
}

/** The website the view is about, or the selected one. */
function websiteInView(state: State): string | undefined {
  const { view } = state.navigation;
  return 'websiteId' in view ? view.websiteId : selectedWebsite(state.websites)?.id;
}

function statisticItems(state: State): PaletteItem[] {
  const websiteId = websiteInView(state);
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
