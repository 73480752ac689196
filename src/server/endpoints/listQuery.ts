import type { PerPage, SortDirection } from '#model/paging/query.ts';
import { perPageSizes } from '#model/paging/query.ts';
import type { Validation } from './Validation.ts';

/** What both lists understand. */
export interface ListQuery<SortBy extends string> {
  readonly search: string | undefined;
  readonly sortBy: SortBy;
  readonly sort: SortDirection;
  readonly perPage: PerPage;
  /** 1-based. */
  readonly page: number;
}

/**
 * Reads the parameters of a list; what is wrong with them is noted in the validation.
 * @param sortBy allowed values, the default first
 */
export function listQuery<SortBy extends string>(
  parameters: Validation,
  searchBy: string,
  sortBy: readonly [SortBy, ...SortBy[]],
): ListQuery<SortBy> {
  parameters.oneOf('search_by', [searchBy]);
  return {
    search: parameters.text('search'),
    sortBy: parameters.oneOf('sort_by', sortBy) ?? sortBy[0],
    sort: parameters.oneOf('sort', ['desc', 'asc'] as const) ?? 'desc',
    perPage: parameters.numberOf('per_page', perPageSizes) ?? 10,
    page: pageNumber(parameters.text('page')),
  };
}

/** As in Laravel, a page that is no number is the first one. */
function pageNumber(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}
