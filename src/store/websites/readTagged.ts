import { everyPage } from '#model/paging/everyPage.ts';
import type { Page } from '#model/paging/query.ts';
import type { PageRequest } from '#model/paging/rowsSoFar.ts';
import { strayTags, ownTags, type StrayTags, type Tags } from '#model/website/tags.ts';
import type { Website } from '#model/website/website.ts';

/**
 * The websites with these tags as one page: the service, which knows no tags, is read page by page until all are found. `strays`
 * have the id of one and another domain.
 */
export async function readTagged(
  read: (ask: PageRequest) => Promise<Page<Website>>,
  tags: Tags,
): Promise<Page<Website> & { readonly strays: readonly StrayTags[] }> {
  const found: Website[] = [];
  const pages = everyPage(
    page => read({ page, perPage: 100 }),
    ({ id }) => id,
  );
  if (tags.size > 0)
    for await (const page of pages) {
      found.push(...page.rows.filter(({ id }) => tags.has(id)));
      if (found.length >= tags.size) break;
    }
  const rows = found.filter(website => ownTags(tags, website).length > 0);
  return { rows, page: 1, total: rows.length, next: 'no', strays: strayTags(tags, found) };
}
