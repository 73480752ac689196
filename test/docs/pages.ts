import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A text in Markdown, by its path from the top of the repository. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

export function readPage(path: string): Page {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}

const pathsOf = (pattern: string) => globSync(pattern, { cwd: root }).toSorted();

/** What users read: the README and the pages of docs. */
export const docsPages = ['README.md', ...pathsOf('docs/*.md')].map(readPage);

/** Those, and what contributors read. */
export const allPages = [...docsPages, ...pathsOf('{[!R]*,docs/design/*,src/**/*}.md').map(readPage)];
