import { everyPage } from '#model/paging/everyPage.ts';
import type { Page } from '#model/paging/query.ts';
import type { PageRequest } from '#model/paging/rowsSoFar.ts';
import type { Website } from '#model/website/website.ts';

/** The websites with these ids as one page: the service, which knows no tags, is read page by page until all are found. */
export async function readTagged(
  read: (ask: PageRequest) => Promise<Page<Website>>,
  ids: ReadonlySet<string>,
): Promise<Page<Website>> {
  const rows: Website[] = [];
  const pages = everyPage(
    page => read({ page, perPage: 100 }),
    ({ id }) => id,
  );
  if (ids.size > 0)
    for await (const page of pages) {
      rows.push(...page.rows.filter(({ id }) => ids.has(id)));
      if (rows.length >= ids.size) break;
    }
  return { rows, page: 1, total: rows.length, next: 'no' };
}
