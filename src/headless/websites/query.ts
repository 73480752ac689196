import type { ListOptions } from '#headless/parameters.ts';
import type { WebsitesQuery } from '#model/query.ts';

/** Only what was given: the service has its own defaults. */
export function websitesQuery(options: ListOptions<'id' | 'domain'>): WebsitesQuery {
  const { search, sortBy, sort, perPage, page } = options;
  return {
    ...(search === undefined || search.trim() === '' ? {} : { search }),
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(sort === undefined ? {} : { sort }),
    ...(perPage === undefined ? {} : { perPage }),
    ...(page === undefined ? {} : { page }),
  };
}
