import type { DocsPlace } from '#headless/defineSubcommand.ts';

/** The file of a page, and the heading in it, as the other pages of docs name them. */
export function pathOf(place: DocsPlace): string {
  const [page = '', heading] = place.split('#');
  return heading === undefined ? `${page}.md` : `${page}.md#${heading}`;
}

/** Where more is said: of a subcommand, or of everything. */
export function readMore(place?: DocsPlace): string {
  return place === undefined ? 'README.md' : `docs/${pathOf(place)}`;
}
