import type { ToolbarItem } from '#components/Toolbar.tsx';
import type { Part } from '#components/parts.ts';
import { shortComparison } from '#model/period/format.ts';
import { describeChoice } from '#model/period/period.ts';
import { isListedSort, type WebsitesSort } from '#model/service/query.ts';
import { pageItem, rowRange } from '#screens/layout.ts';
import { shownComparison } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { listLayout, shownColumns } from '#store/websites/listLayout.ts';
import { markedCount } from '#store/websites/marks.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';

/** The toolbar: order, rows per page, period, and what it is compared with. */
export function toolbarItems(state: State): ToolbarItem[] {
  const { websites, overview, period } = state;
  const { perPage } = websites;
  const compared = overview.on ? shownComparison(state) : undefined;
  return [
    sortItem(state, compared !== undefined),
    ...pageItem(perPage, 2),
    ...(overview.on ? [{ title: label``, value: safeText(describeChoice(period.choice)), priority: 1 }] : []),
    ...(compared === undefined || !showsChange(state)
      ? []
      : [{ title: label``, value: safeText(shortComparison(compared)), priority: 5 }]),
  ];
}

/** "newest", "A to Z". */
function orderWords(sortBy: WebsitesSort, sort: 'asc' | 'desc'): string {
  if (sortBy === 'id') return sort === 'desc' ? 'newest' : 'oldest';
  if (sortBy === 'domain') return sort === 'asc' ? 'A to Z' : 'Z to A';
  const measure = sortBy === 'pageviews' ? 'page views' : sortBy;
  return `${measure}${sort === 'asc' ? ', lowest' : ''}`;
}

/** While an order by numbers does not cover all websites yet, it says how many it covers, before everything else. */
function sortItem(state: State, isCompared: boolean): ToolbarItem {
  const { sortBy, sort, numbered } = state.websites;
  const words = orderWords(sortBy, sort);
  if (sortBy === 'change' && !isCompared)
    return { title: label`Sort`, value: label`change: nothing is compared`, priority: 4 };
  if (!isPartial(state)) return { title: label`Sort`, value: safeText(words), priority: 4 };
  return isNarrow(state)
    ? { title: label``, value: safeText(`by ${words}`), priority: 6 }
    : { title: label`Sort`, value: safeText(`${words} (of ${groupThousands(numbered)} read)`), priority: 6 };
}

/** Whether the order is by numbers that not all websites have yet. */
function isPartial({ websites, overview }: State): boolean {
  const { sortBy, numbered, list } = websites;
  return !isListedSort(sortBy) && !(numbered >= overview.progress.total && list.data?.next === 'no');
}

/** Where there is no room for both, what the order covers replaces the range of rows. */
function isNarrow({ viewport }: State): boolean {
  return viewport.columns < 60;
}

function showsChange(state: State): boolean {
  const columns = shownColumns(state, true, true);
  return state.websites.sortBy === 'change' || columns.some(({ key }) => key === 'change');
}

/** The rows on screen and their total; with the attention filter, how many of all websites need attention. */
export function summary(state: State): Part[] {
  const { list, attentionOnly, arranged } = state.websites;
  const { on, progress } = state.overview;
  const page = list.data;
  if (page === undefined) return [];
  const marked = markedCount(state);
  const marks = marked === 0 ? [] : [{ text: label`${grouped(marked)} marked  `, tone: 'accent' as const }];
  const text = attentionOnly
    ? label`! ${grouped(arranged.length)} of ${on && progress.read < progress.total ? label`${grouped(progress.read)} read` : grouped(page.rows.length)} need attention `
    : label`${isPartial(state) && isNarrow(state) && !state.websites.cannotPage ? readText(state) : rowRange(state.websites, listLayout(state).rows)} `;
  return [...marks, { text, tone: attentionOnly ? 'warn' : 'dim' }];
}

function readText({ websites, overview }: State): SafeText {
  return label`${grouped(websites.numbered)} of ${grouped(overview.progress.total)} read`;
}

function grouped(count: number): SafeText {
  return safeText(groupThousands(count));
}
