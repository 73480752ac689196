import { websiteName } from '#model/website/website.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { statisticNames } from '#model/statistics/statistics.ts';
import { hasStatistic } from '#model/service/capabilities.ts';
import type { State } from '#store/core/state.ts';
import { selectedWebsite } from '#store/websites/websites.ts';
import type { ThemeName } from '#model/text/themeName.ts';
import type { Command, CommandContext } from './command.ts';
import { themeItems } from './themes.ts';

/** A line of the palette. The title may come from the service and is not safe text. */
export interface PaletteItem {
  readonly kind: 'command' | 'website' | 'statistic';
  readonly title: string;
  /** Another name it is found by. */
  readonly alias?: string;
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

/** What the palette offers: the commands of the view beneath, statistics of its website, and websites; filtered by words. */
export function paletteItems(state: State, commands: readonly Command[]): PaletteItem[] {
  const all = [
    ...commands.filter(({ id }) => !movement.test(id) && !selfEvident.has(id)).map(commandItem),
    ...themeItems(state),
    ...statisticItems(state),
    ...websiteItems(state),
  ];
  const words = state.menu.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const namesOf = ({ title, alias = '' }: PaletteItem) => `${title} ${alias}`.toLowerCase();
  const matching = all.filter(item => words.every(word => namesOf(item).includes(word)));
  const [first = ''] = words;
  const startsWith = (item: PaletteItem) => first !== '' && item.title.toLowerCase().startsWith(first);
  return [...matching.filter(startsWith), ...matching.filter(item => !startsWith(item))];
}

function commandItem(command: Command): PaletteItem {
  return { kind: 'command', title: command.title, key: command.keys[0], run: command.run };
}

/** The website the view is about, or the selected one. */
function websiteInView(state: State): string | undefined {
  const { view } = state.navigation;
  return 'websiteId' in view ? view.websiteId : selectedWebsite(state.websites)?.id;
}

function statisticItems(state: State): PaletteItem[] {
  const websiteId = websiteInView(state);
  if (websiteId === undefined) return [];
  const recorded = statisticNames.filter(name => hasStatistic(state.capabilities, name));
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
    title: websiteName(website),
    run({ state: { navigation } }) {
      navigation.popTo(1);
      navigation.push({ screen: 'dashboard', websiteId: website.id });
    },
  }));
}
