import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo } from '../../helpers/application.ts';
import { temporaryDemo } from '../../helpers/temporaryHome.ts';

test('a chosen key runs its command; footer, help, palette, notices and texts name it; another file changes it at once', async () => {
  const home = await temporaryDemo();
  const folder = join(home.path, 'config', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'config.yaml');
  const write = (text: string) => writeFileSync(file, text, { mode: 0o600 });
  write('keys: {why: Q, profiles: K, websites.add: I, period.menu: Z, help: "&"}\n');
  const terminal = await openDemo({ home, cols: 140, rows: 40 });
  const last = () => terminal.lines().at(-1) ?? '';
  await terminal.waitFor('& help');
  await terminal.waitFor(lines => lines[0]?.includes('demo data, K connects') === true);
  expect(last()).toMatch(/Z period .*I add .*Q why/);
  expect(last()).not.toMatch(/t period|a add|w why/);
  // The former key is none, and what to press is said with the chosen one.
  terminal.press('w');
  await terminal.waitFor('& shows the keys.');
  terminal.press('N');
  await terminal.waitFor('Own logs only: press K to choose them.');
  terminal.press('Q');
  await terminal.waitFor(/^ Sitedeck > podcast\.example\.com > Why/m);
  terminal.press('q');
  await terminal.waitFor('I add');
  terminal.press('&');
  await terminal.waitFor('type to find a key');
  terminal.type('why it');
  await terminal.waitFor(/Q {2}What rose and fell most.* why │/);
  terminal.press('Esc');
  await terminal.waitFor('I add');
  terminal.press(':');
  terminal.type('add a web');
  await terminal.waitFor(/Add a website.* I /);
  terminal.press('Esc');
  await terminal.waitFor('I add');
  write('keys: {why: J}\n');
  await terminal.waitFor('J why');
  await terminal.waitFor('a add');
  write('keys: {why: r}\n');
  await terminal.waitFor(
    'config.yaml:1:13: keys why "Show why it changed" cannot have r, the key of "Refresh" (refresh).',
  );
  terminal.press('Down');
  await terminal.waitFor('w why');
});
