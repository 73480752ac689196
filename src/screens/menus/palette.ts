import type { PaletteItem } from '#commands/palette.ts';
import { statisticInfo, whyNoStatistic } from '#model/service/capabilities.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import type { State } from '#store/state.ts';
import { label, safeText } from '#text/safeText.ts';
import { type MenuChoice, menuScreen } from './menu.ts';

const mostRows = 14;

/** Everything by name. It lists the commands of the other screens, and so is given the way to find them. */
export function paletteScreen(itemsOf: (state: State) => readonly PaletteItem[]) {
  return menuScreen('palette', {
    width: 64,
    title: label`Go to`,
    note: ({ menu }, count) => (menu.text.value === '' ? label`` : label`${count} found`),
    items: state => itemsOf(state).map(menuItem),
    // As many whatever is found. With room it keeps a margin.
    rows: viewport => Math.min(mostRows, bodyRows(viewport) - (hasSpacing(viewport) ? 6 : 4)),
    empty: state => safeText(whyNothing(state)),
    field: { placeholder: label`command, website, statistic, period ...` },
    disabledReason: state =>
      itemsOf(state).length === 0 ? 'Nothing by that name: type another one.' : undefined,
  });
}

function menuItem({ title, kind, key, isChosen, run }: PaletteItem): MenuChoice {
  const note = safeText(kind === 'command' ? (key ?? '') : kind);
  return { isChosen, title: safeText(title), note, choose: run };
}

/** Why nothing is found by what was typed: for a statistic that the service does not record, its reason. */
export function whyNothing({ menu, capabilities }: State): string {
  const typed = menu.text.value.trim().toLowerCase();
  const isNamed = (text: string) => text.toLowerCase().startsWith(typed);
  const named = allStatistics.filter(name => isNamed(name) || isNamed(statisticInfo(name).title));
  const reason = named.map(name => whyNoStatistic(capabilities, name)).find(why => why !== undefined);
  return reason ?? 'Nothing by that name';
}
