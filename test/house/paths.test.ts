import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allPages, root } from '../docs/pages.ts';

const pages = allPages.filter(({ path }) => path === 'CONTRIBUTING.md' || path.startsWith('docs/design/'));

/** What stands between backticks and begins as files of ours do; what a guide has somebody write is not there yet. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/(?<=`)(?:src|test|build|docs)\/[\w./-]+(?=`)/g)].map(([path]) => path);

test('every path that CONTRIBUTING.md and docs/design name is there', () => {
  expect(pages.length).toBeGreaterThan(5);
  const named = pages.flatMap(({ path, text }) => pathsIn(text).map(name => ({ path, name })));
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
});

test('what they say a file has, as a name of it, stands in that file', () => {
  const named = pages.flatMap(({ text }) => [
    ...text.matchAll(/`(\w+)`\s(?:of\s|in\s|\()`((?:src|test|build)\/[\w./-]+\.tsx?)`/g),
  ]);
  expect(named.length).toBeGreaterThan(15);
  const gone = named.filter(([, name, path]) => {
    const text = readFileSync(join(root, path ?? ''), 'utf8');
    return !new RegExp(`\\b${name}\\b`).test(text);
  });
  expect(gone.map(([text]) => text)).toEqual([]);
});

test('they name files by their path from the top', () => {
  const short =
    /`(?:app|screens|commands|components|store|cli|connection|api|config|logs|server|charts|terminal|model|system|text)\/[\w./-]+`/g;
  expect(
    pages.flatMap(({ path, text }) => [...text.matchAll(short)].map(([name]) => `${path}: ${name}`)),
  ).toEqual([]);
});

test('CONTRIBUTING.md has at most 150 lines of 140 characters, a page of docs/design 80 and the day of its decision', () => {
  const tooLong = pages.filter(
    ({ path, text }) => text.split('\n').length - 1 > (path === 'CONTRIBUTING.md' ? 150 : 80),
  );
  expect(tooLong.map(({ path }) => path)).toEqual([]);
  const { text = '' } = pages.find(({ path }) => path === 'CONTRIBUTING.md') ?? {};
  expect(text.split('\n').filter(line => line.length > 140)).toEqual([]);
  const undated = pages.filter(
    ({ path, text }) => path !== 'CONTRIBUTING.md' && !/\b20\d\d-\d\d-\d\d\b/.test(text),
  );
  expect(undated.map(({ path }) => path)).toEqual([]);
});
