import type { Part } from '#components/style.ts';
import type { ToolbarItem } from '#components/Toolbar.tsx';
import { shortAgainst } from '#model/comparisonWords.ts';
import { counted } from '#model/number.ts';
import { describeChoice } from '#model/period.ts';
import type { WebsitesSort } from '#model/savedChoices.ts';
import { shownComparison } from '#store/comparison.ts';
import type { State } from '#store/state.ts';
import { markedWebsites } from '#store/marks.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { isWhole } from '#screens/isWhole.ts';
import type { WebsitesSlice } from '#store/websites.ts';

/** What was asked: order, rows a page, period, and what that is compared with. */
export function toolbarItems(state: State): ToolbarItem[] {
  const { websites, overview, period } = state;
  const { sortBy, sort, perPage } = websites;
  const compared = overview.on ? shownComparison(state) : undefined;
  const cannotSort = sortBy === 'change' && compared === undefined;
  return [
    {
      title: label`Sort`,
      value: cannotSort ? label`change: nothing is compared` : safeText(orderWords(sortBy, sort)),
      priority: 2,
    },
    { title: label`Show`, value: label`${perPage}`, priority: 1 },
    ...(overview.on ? [{ title: label``, value: safeText(describeChoice(period.choice)), priority: 4 }] : []),
    ...(compared === undefined
      ? []
      : [{ title: label``, value: safeText(shortAgainst(compared)), priority: 3 }]),
  ];
}

/** "newest", "A to Z"; a sort by numbers says that it is of the rows shown. */
function orderWords(sortBy: WebsitesSort, sort: 'asc' | 'desc'): string {
  if (sortBy === 'id') return sort === 'desc' ? 'newest' : 'oldest';
  if (sortBy === 'domain') return sort === 'asc' ? 'A to Z' : 'Z to A';
  const measure = sortBy === 'pageviews' ? 'page views' : sortBy;
  return `${measure}${sort === 'asc' ? ', lowest' : ''} (rows shown)`;
}

/** How many there are, as far as the service says it, and which page this is. */
export function summary(state: State): Part[] {
  const { list, cannotPage, attentionOnly, rows } = state.websites;
  const page = list.data;
  if (page === undefined) return [];
  const marked = markedWebsites(state).length;
  const failed = list.error === undefined ? [] : [{ text: label`not refreshed  `, tone: 'bad' as const }];
  const marks = marked === 0 ? [] : [{ text: label`${marked} marked  `, tone: 'accent' as const }];
  const text = attentionOnly
    ? label`! ${rows.length} of ${page.rows.length} need attention `
    : label`${known(state.websites)}${cannotPage || isWhole(page) ? label`` : label`, page ${page.page}`} `;
  return [...failed, ...marks, { text, tone: attentionOnly ? 'warn' : 'dim' }];
}

function known({ list, cannotPage }: WebsitesSlice): SafeText {
  const page = list.data;
  if (page === undefined) return label``;
  const shown = page.rows.length;
  if (cannotPage) return label`first ${shown} only, S the other end`;
  const count = page.total ?? (isWhole(page) ? shown : undefined);
  if (count === undefined) return label`${shown} shown`;
  return safeText(counted(count, 'websites'));
}
