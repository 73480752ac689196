import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '#commands/registry.ts';
import { parseYours } from '#config/yours/yoursText.ts';
import { fencedBlocks } from '../../docs/markdown.ts';
import { readPage } from '../../docs/pages.ts';
import { openDemo } from '../../helpers/application.ts';
import { builtProgram, runner } from '../../helpers/program.ts';
import { temporaryDemo } from '../../helpers/temporaryHome.ts';

const blocks = fencedBlocks(readPage('docs/yours.md').text, 'yaml');

/** A demo with the block of docs/yours.md that has this setting, and sitedeck on its PATH. */
async function demoWith(setting: string) {
  const text = blocks.find(block => block.startsWith(`${setting}:`)) ?? '';
  expect(text).not.toBe('');
  const home = await temporaryDemo();
  const [folder, bin] = [join(home.path, 'config', 'sitedeck'), join(home.path, 'bin')];
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  mkdirSync(bin);
  writeFileSync(join(folder, 'config.yaml'), text, { mode: 0o600 });
  writeFileSync(join(bin, 'sitedeck'), `#!/bin/sh\nexec '${runner}' '${builtProgram}' "$@"\n`, {
    mode: 0o755,
  });
  return { home, env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } };
}

test('every file in docs/yours.md is right, each by itself', () => {
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) expect(parseYours(block).wrong).toEqual([]);
});

test('an own command: the report of the selected website, in the pager', async () => {
  const terminal = await openDemo({ ...(await demoWith('commands')), cols: 120, rows: 40 });
  terminal.press('J');
  await terminal.waitFor(/^ Sitedeck > Report/m);
  await terminal.waitFor(/ > podcast\.example\.com +.*UTC/);
  await terminal.waitFor(/\d+ lines/);
});

test('own keys: why by another key, which the footer names', async () => {
  const terminal = await openDemo({ ...(await demoWith('keys')), cols: 120, rows: 40 });
  await terminal.waitFor('Q why');
  terminal.press('Q');
  await terminal.waitFor(/^ Sitedeck > podcast\.example\.com > Why/m);
});

test('own panels and columns: the list without page views, and a dashboard that begins with events', async () => {
  const terminal = await openDemo({ ...(await demoWith('panels')), cols: 120, rows: 40 });
  expect(terminal.lines().join('\n')).toMatch(/DOMAIN +LAST 28 DAYS +VISITORS +CHANGE /);
  terminal.press('Enter');
  await terminal.waitFor(/1 Events .* 2 Pages /);
  terminal.press('1');
  await terminal.waitFor('> Events');
  terminal.press('X');
  await terminal.waitFor('Events is hidden for all websites');
  await terminal.waitFor(/> Pages /);
});
