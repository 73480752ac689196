import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { websiteOf } from '#store/websites/records.ts';
import { topView } from '#store/navigation/navigation.ts';
import type { Route } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { websiteTitle } from './websites/cells.ts';

/** The way to the view on top, for the header. */
export function pathTitles(state: State): SafeText[] {
  const path = state.navigation.stack.flatMap(route => routeTitle(route, state));
  // A website's name stands once, however many of its views are on the stack; so do the titles of its statistics.
  const isNew = (title: SafeText, index: number) =>
    index === path.length - 1 || path.indexOf(title) === index;
  return [label`Sitedeck`, ...path.filter(isNew).filter((title, index, kept) => title !== kept[index - 1])];
}

function routeTitle(route: Route, state: State): SafeText[] {
  switch (route.screen) {
    case 'websites':
      return topView(state.navigation.stack) === route ? [label`Websites`] : [];
    case 'dashboard':
      return [siteTitle(route.websiteId, state)];
    case 'statistic':
      return [siteTitle(route.websiteId, state), safeText(statisticInfo(route.name).title)];
    case 'movers':
      return [siteTitle(route.websiteId, state), label`Movers`];
    case 'history':
      return [
        siteTitle(route.websiteId, state),
        safeText(statisticInfo(route.name).title),
        safeText(readableValue(route.name, route.value)),
      ];
    case 'heatMap':
      // Always above its hours, which name the website.
      return [label`Weekdays`];
    case 'record':
      return [siteTitle(route.websiteId, state), label`Record`];
    case 'editor':
      return route.websiteId === undefined
        ? [label`Add a website`]
        : [siteTitle(route.websiteId, state), label`Edit`];
    case 'bulkEdit':
    case 'bulkReview':
      return [label`Edit ${state.bulkEdit.websites.length} websites`];
    case 'bulkRun':
      return [runTitle(state)];
    case 'help':
      return [label`Help`];
    default:
      return [];
  }
}

function runTitle({ bulkRun: { run } }: State): SafeText {
  const count = run?.websites.length ?? 0;
  const titles = { edit: label`Edit`, delete: label`Delete`, undo: label`Undo` };
  return label`${titles[run?.kind ?? 'edit']} ${count} websites`;
}

function siteTitle(id: string, state: State): SafeText {
  const website = websiteOf(state, id);
  return website === undefined ? safeText(`Website ${id}`) : websiteTitle(website);
}
