import type { Baseline } from '#model/period/comparedPeriods.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import type { PageSize, SortDirection } from '#model/paging/query.ts';

/** How websites can be sorted: by the service, or here by their numbers. */
export const websitesSorts = ['id', 'domain', 'visitors', 'change', 'pageviews'] as const;
export type WebsitesSort = (typeof websitesSorts)[number];
/** What the service sorts by. */
export type ListedSort = 'id' | 'domain';

/** The user's choices on the websites screen, restored at the next start; a search is not, which would hide websites. */
export interface SavedChoices {
  readonly sortBy: WebsitesSort;
  readonly sort: SortDirection;
  readonly perPage: PageSize;
  readonly period: PeriodChoice;
  readonly baseline: Baseline | 'none';
  /** Whether each website is shown with its numbers. */
  readonly overview: boolean;
}

/** Whether the service itself can sort by it. */
export function isListedSort(sort: WebsitesSort): sort is ListedSort {
  return sort === 'id' || sort === 'domain';
}
