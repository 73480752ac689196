import type { ReadmeHeading } from '#headless/defineSubcommand.ts';

/** The file that has the headings. */
const reference = 'README.md';

/** Where a heading is in the file. */
export function anchorOf(heading: ReadmeHeading): string {
  return `#${heading.toLowerCase().replaceAll(' ', '-')}`;
}

/** Where more is said: of a subcommand, or of everything. */
export function readMore(heading?: ReadmeHeading): string {
  return heading === undefined ? reference : `${reference}${anchorOf(heading)}`;
}
