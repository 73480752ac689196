import { expect, test } from 'vitest';
import { allStatistics } from '#model/statistics/statistics.ts';
import { freshPage, partsOf } from './generate.ts';
import { docsPages, readPage } from './pages.ts';

test.each(docsPages)(
  'the lists of keys, subcommands and services in $path are those of the program (npm run docs writes them)',
  async page => {
    expect(page.text).toBe(await freshPage(page));
  },
);

test('each of these lists is in a page', () => {
  expect(docsPages.flatMap(partsOf).toSorted()).toEqual(['keys', 'services', 'subcommands', 'works-with']);
});

test('docs/commands.md has every statistic, in order', () => {
  const { text } = readPage('docs/commands.md');
  const [, listed = ''] = /^## Statistics\n([^.]*)\./m.exec(text) ?? [];
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(allStatistics);
});
