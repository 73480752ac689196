import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { docsPages, readPage } from './pages.ts';

const texts = [...docsPages, readPage('CONTRIBUTING.md')].map(({ text }) => text).join('\n');
const scripts = Object.keys(manifest.scripts);

/** What the texts run with npm; `npm ci` and `npm install` are its own. */
const named = [...texts.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
  ([, run, short]) => run ?? short ?? '',
);

test('every script that the README, docs and the guide for contributors name is there', () => {
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(name => !scripts.includes(name))).toEqual([]);
});

test('every script is named in one of them', () => {
  // npm runs these by itself.
  const own = ['dependencies', 'prepack'];
  expect(scripts.filter(name => !own.includes(name) && !named.includes(name))).toEqual([]);
  expect(own.filter(name => !scripts.includes(name) || !texts.includes(`\`${name}\``))).toEqual([]);
});
