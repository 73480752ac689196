import type { Baseline } from '#model/comparison/periods.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import { type Capabilities, countsOf } from '#model/service/capabilities.ts';
import type { PageSize, SortDirection } from '#model/service/paging.ts';

/** How websites can be sorted: by the service, or here by their numbers. */
export const websitesSorts = ['id', 'domain', 'visitors', 'change', 'pageviews'] as const;
export type WebsitesSort = (typeof websitesSorts)[number];
export type ListedSort = 'id' | 'domain';

/** The user's choices on the websites screen, restored at the next start; a search is not, which would hide websites. */
export interface SavedChoices {
  readonly sortBy: WebsitesSort;
  readonly sort: SortDirection;
  readonly perPage: PageSize;
  readonly period: PeriodChoice;
  readonly compareWith: Baseline | 'none';
  /** Whether each website is shown with its numbers. */
  readonly overview: boolean;
}

export function isListedSort(sort: WebsitesSort): sort is ListedSort {
  return sort === 'id' || sort === 'domain';
}

/** "newest", "A to Z". */
export function orderWords(sortBy: WebsitesSort, sort: SortDirection, capabilities: Capabilities): string {
  if (sortBy === 'id') return sort === 'desc' ? 'newest' : 'oldest';
  if (sortBy === 'domain') return sort === 'asc' ? 'A to Z' : 'Z to A';
  const measure = sortBy === 'change' ? sortBy : countsOf(sortBy, capabilities);
  return `${measure}${sort === 'asc' ? ', lowest' : ''}`;
}

/** What a person can choose for the look: `auto` follows the terminal's background. */
export const themeNames = ['auto', 'terminal', 'dark', 'light', 'high-contrast'] as const;
export type ThemeName = (typeof themeNames)[number];
