import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import type { Terminal } from '../helpers/terminal.ts';

async function openPages(terminal: Terminal) {
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  await terminal.waitFor('/episodes');
  terminal.press('1', 'z');
  await terminal.waitFor('SHARE');
  await terminal.waitFor(/1-\d+ of \d+/);
}

/** What the last OSC 52 sequence put on the clipboard. */
function clipboard(terminal: Terminal): string {
  const found = [...terminal.output.matchAll(/\x1b\]52;c;([A-Za-z0-9+/=]*)\x07/g)].at(-1)?.[1];
  return Buffer.from(found ?? '', 'base64').toString('utf8');
}

test('write a file, be asked before it is replaced, see the name again with another format', async () => {
  const terminal = await openDemo();
  await openPages(terminal);
  terminal.press('x');
  await terminal.waitFor('[CSV]');
  terminal.press('Tab', 'Tab', '^U');
  terminal.type('~/pages.csv');
  await terminal.waitFor(/File +│ ~\/pages\.csv +│/);
  terminal.press('Tab');
  await terminal.waitFor(/> +\[ Export \]/);
  terminal.press('Right');
  await terminal.waitFor('Nothing to choose here: Enter exports.');
  terminal.press('Enter');
  await terminal.waitFor('Wrote pages.csv, 8 rows, in');
  const path = join(terminal.home.path, 'pages.csv');
  expect(readFileSync(path, 'utf8')).toMatch(
    /^value,count,count_before,share,share_of,before_from,before_to\n\/,\d+,\d+,0\.\d+,page views,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d\n/,
  );

  writeFileSync(path, 'mine');
  terminal.press('x', 'Tab', 'Tab', '^U');
  terminal.type('~/pages.csv');
  terminal.press('Enter');
  await terminal.waitFor('Replace the file?');
  terminal.press('n');
  await terminal.waitFor('> File');
  expect(readFileSync(path, 'utf8')).toBe('mine');
  terminal.press('Up', 'Up', 'Right');
  await terminal.waitFor('~/pages.json');
  terminal.press('Tab', 'Tab', '^U');
  terminal.type('~/none/pages.json');
  terminal.press('Enter');
  await terminal.waitFor(/cannot be written: there[\s│]+is[\s│]+no/);
  expect(existsSync(join(terminal.home.path, 'none'))).toBe(false);
  terminal.press('Esc');
  await terminal.waitFor('Enter history');
});

test('copy the rows and the value through the terminal', async () => {
  const terminal = await openDemo();
  await openPages(terminal);
  terminal.press('x', 'Right', 'Right', 'Tab', 'Right');
  await terminal.waitFor('[the clipboard]');
  terminal.press('Enter');
  await terminal.waitFor('Copied 8 rows as Markdown.');
  expect(clipboard(terminal)).toMatch(
    /^# Pages of `podcast\.example\.com`\n[^]*\| Page \| Page views \| Page views before \| Share \|\n\| --- \| ---: \| ---: \| ---: \|\n/,
  );
  terminal.press('Down', 'Y');
  await terminal.waitFor('Copied https://podcast.example.com/');
  expect(clipboard(terminal)).toMatch(/^https:\/\/podcast\.example\.com\/\S+$/);
});

test('under SSH no browser is started: the address is shown and copied', async () => {
  const terminal = await openDemo({ env: { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22', DISPLAY: ':9' } });
  terminal.press('o');
  await terminal.waitFor('Copied, as this is an SSH session: https://podcast.example.com/');
  expect(clipboard(terminal)).toBe('https://podcast.example.com/');
});
