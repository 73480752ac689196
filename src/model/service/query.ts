import type { Baseline } from '#model/comparison/periods.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import type { Filter } from './filter.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';

export const perPageSizes = [10, 25, 50, 100] as const;
export type PerPage = (typeof perPageSizes)[number];
/** As many rows as fit ("fit": the list then goes on while scrolling), or a page size. */
export const pageSizes = ['fit', ...perPageSizes] as const;
export type PageSize = (typeof pageSizes)[number];
export type SortDirection = 'asc' | 'desc';

/** A query for the list of websites. Fields left out: the service's default. */
export interface WebsitesQuery {
  readonly search?: string | undefined;
  readonly sortBy?: 'id' | 'domain' | undefined;
  readonly sort?: SortDirection | undefined;
  readonly perPage?: PerPage | undefined;
  /** 1-based. */
  readonly page?: number | undefined;
}

/** Days, and what of them is counted: left out, everything. */
export interface FilteredPeriod extends Period {
  readonly where?: Filter | undefined;
  /** Of its last day only the hours before this one, 1 to 23: rows alone, where the service has them by the hour. */
  readonly until?: number | undefined;
  /** Of hours that are asked for day by day: all these days, which some services have in one answer. No part of the question. */
  readonly span?: Period | undefined;
}

/** A query for one statistic. Fields left out: the service's default (count, descending, 10 rows). */
export interface StatisticQuery {
  readonly name: StatisticName;
  readonly period: FilteredPeriod;
  readonly search?: string | undefined;
  readonly sortBy?: 'count' | 'value' | undefined;
  readonly sort?: SortDirection | undefined;
  readonly perPage?: PerPage | undefined;
  /** 1-based. */
  readonly page?: number | undefined;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** 1-based. */
  readonly page: number;
  /** The total number of rows, where the service says it. */
  readonly total?: number | undefined;
  /** Of a statistic the counts of all its rows together, whatever is searched, where the service says it. */
  readonly sum?: number | undefined;
  /** Whether a further page exists: the service often does not say, and then a full page means "maybe". */
  readonly next: 'yes' | 'no' | 'maybe';
  /** The service gives only so many rows, and there may be others that no page has. */
  readonly isCut?: boolean | undefined;
  /** Why, in a sentence, where the service is not what cuts. */
  readonly whyCut?: string | undefined;
}

/** The smallest page size with room for this many rows, or the largest there is. */
export function pageHolding(rows: number): PerPage {
  return perPageSizes.find(size => size >= rows) ?? 100;
}

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
export function orderWords(sortBy: WebsitesSort, sort: SortDirection): string {
  if (sortBy === 'id') return sort === 'desc' ? 'newest' : 'oldest';
  if (sortBy === 'domain') return sort === 'asc' ? 'A to Z' : 'Z to A';
  const measure = sortBy === 'pageviews' ? 'page views' : sortBy;
  return `${measure}${sort === 'asc' ? ', lowest' : ''}`;
}

/** What a person can choose for the look: `auto` follows the terminal's background. */
export const themeNames = ['auto', 'terminal', 'dark', 'light', 'high-contrast'] as const;
export type ThemeName = (typeof themeNames)[number];
