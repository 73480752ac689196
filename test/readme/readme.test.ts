import { expect, test } from 'vitest';
import { listedCommandLines } from '#headless/subcommands.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import { freshReadme, readReadme } from './generate.ts';

test('the lists of keys and of subcommands in the README are those of the program (npm run readme writes them)', async () => {
  expect(readReadme()).toBe(await freshReadme(readReadme()));
});

test('the heading that a subcommand points to is in the README', () => {
  const headings = readReadme().matchAll(/^#+ (.*)$/gm);
  const known = [...headings].map(([, heading]) => heading);
  const lines = listedCommandLines();
  expect(lines.length).toBeGreaterThan(10);
  for (const { words, readme } of lines)
    expect({ words, known }).toEqual({ words, known: expect.arrayContaining([readme]) });
});

test('the README has every statistic, in order', () => {
  const [, listed = ''] = /\*\*Statistics\*\*:([^.]*)\./.exec(readReadme()) ?? [];
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(allStatistics);
});
