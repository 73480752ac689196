import { expect, test } from 'vitest';
import { films } from '../pictures/pictures.ts';
import { readPage } from './pages.ts';

const { text } = readPage('README.md');
const pictures = [...text.matchAll(/^!\[[^\]]+\]\(test\/pictures\/([\w-]+)\.svg\)$/gm)].map(
  ([, name]) => name,
);

test('the README has at most 200 lines', () => {
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

test('its pictures are one that moves, at the top, and one for each of five things', () => {
  expect(pictures[0]).toBe(films[0]?.name);
  expect(pictures.slice(1)).toEqual(['websites', 'dashboard', 'why', 'now', 'settings']);
  expect(text.indexOf('![')).toBeLessThan(text.indexOf('```sh'));
});
