import type { Part } from '#components/style.ts';
import type { ToolbarItem } from '#components/Toolbar.tsx';
import { shortAgainst } from '#model/comparisonWords.ts';
import { groupThousands } from '#model/number.ts';
import { describeChoice } from '#model/period.ts';
import { isListedSort, type WebsitesSort } from '#model/savedChoices.ts';
import { shownComparison } from '#store/comparison.ts';
import type { State } from '#store/state.ts';
import { markedWebsites } from '#store/marks.ts';
import { websiteRows } from '#store/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { rowRange } from '#screens/rowRange.ts';

/** What was asked: order, rows a page, period, and what that is compared with. */
export function toolbarItems(state: State): ToolbarItem[] {
  const { websites, overview, period } = state;
  const { sortBy, sort, perPage } = websites;
  const compared = overview.on ? shownComparison(state) : undefined;
  const cannotSort = sortBy === 'change' && compared === undefined;
  return [
    {
      title: label`Sort`,
      value: cannotSort
        ? label`change: nothing is compared`
        : safeText(`${orderWords(sortBy, sort)}${orderCovers(state)}`),
      priority: 4,
    },
    { title: label`Show`, value: safeText(String(perPage)), priority: 2 },
    ...(overview.on ? [{ title: label``, value: safeText(describeChoice(period.choice)), priority: 1 }] : []),
    ...(compared === undefined
      ? []
      : [{ title: label``, value: safeText(shortAgainst(compared)), priority: 5 }]),
  ];
}

/** "newest", "A to Z". */
function orderWords(sortBy: WebsitesSort, sort: 'asc' | 'desc'): string {
  if (sortBy === 'id') return sort === 'desc' ? 'newest' : 'oldest';
  if (sortBy === 'domain') return sort === 'asc' ? 'A to Z' : 'Z to A';
  const measure = sortBy === 'pageviews' ? 'page views' : sortBy;
  return `${measure}${sort === 'asc' ? ', lowest' : ''}`;
}

/** An order by numbers says how many websites it is of, until it is of all. */
function orderCovers({ websites, overview }: State): string {
  const { sortBy, numbered, list } = websites;
  if (isListedSort(sortBy)) return '';
  const isAll = numbered >= overview.progress.of && list.data?.next === 'no';
  return isAll ? '' : ` (of ${groupThousands(numbered)} read)`;
}

/** Which rows are on screen and how many there are; of the websites that need attention, of how many. */
export function summary(state: State): Part[] {
  const { list, attentionOnly, arranged } = state.websites;
  const { on, progress } = state.overview;
  const page = list.data;
  if (page === undefined) return [];
  const marked = markedWebsites(state).length;
  const failed = list.error === undefined ? [] : [{ text: label`not refreshed  `, tone: 'bad' as const }];
  const marks = marked === 0 ? [] : [{ text: label`${marked} marked  `, tone: 'accent' as const }];
  const text = attentionOnly
    ? label`! ${arranged.length} of ${on && progress.read < progress.of ? label`${progress.read} read` : page.rows.length} need attention `
    : label`${rowRange(state.websites, websiteRows(state.viewport))} `;
  return [...failed, ...marks, { text, tone: attentionOnly ? 'warn' : 'dim' }];
}
