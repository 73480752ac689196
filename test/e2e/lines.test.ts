import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run, temporaryHome } from '../cli/fixture.ts';
import { startTerminal } from '../helpers/terminal.ts';

const address = '91.12.3.4';
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const hostile = `${agent} \x1b[2J\x9b31m end`;

/** Yesterday, which the usual period ends with. */
function lineAt(time: string, path: string, who = agent): string {
  const [, day, month, year] = new Date(Date.now() - 86_400_000).toUTCString().split(' ');
  return `${address} - - [${day}/${month}/${year}:${time} +0000] "GET ${path} HTTP/1.1" 200 12 "-" "${who}"\n`;
}

async function open(args: readonly string[] = []) {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  const lines = [
    lineAt('10:00:00', '/first'),
    lineAt('10:00:01', `/${'wide'.repeat(60)}`),
    lineAt('10:00:02', '/third', hostile),
    lineAt('10:00:03', '/list.pdf'),
  ];
  writeFileSync(log, lines.join(''), 'latin1');
  expect((await run(['logs', 'add', 'one.example', log], { home })).code).toBe(0);
  const terminal = startTerminal({
    args: [...args, '--profile', 'logs', 'one.example'],
    home,
    cols: 80,
    rows: 24,
    env: { TZ: 'UTC' },
  });
  onTestFinished(() => terminal.stop());
  await terminal.waitFor('/third');
  return { terminal, home };
}

test('O shows the lines of the logs, safe, at every size; they are searched, scrolled and saved', async () => {
  const { terminal, home } = await open();
  const shown = (...wanted: readonly (string | RegExp)[]) =>
    terminal.waitFor(lines =>
      wanted.every(each =>
        lines.some(line => (typeof each === 'string' ? line.includes(each) : each.test(line))),
      ),
    );
  terminal.press('O');
  await shown(
    '> Lines >',
    '3 lines of 2 visitors',
    '1-3 of 3',
    /^ > 91\.12\.3\.4 .*GET \/third/,
    /^ {3}91.*GET \/first/,
  );
  terminal.press('Right', 'Right');
  await shown('from column 77', /^ > .*Firefox\/130\.0 \ufffd31/);
  for (const [cols, rows] of [
    [40, 10],
    [120, 40],
    [80, 24],
  ] as const) {
    terminal.resize(cols, rows);
    // At the right end of the window, as it is now.
    await terminal.waitFor(lines => lines.some(line => line.indexOf('1-3 of 3') === cols - 9));
  }
  terminal.press('Left', 'Left', '/');
  terminal.type('WIDEWIDE');
  await shown('1-1 of 1', /^ > 91.*GET \/wide/);
  terminal.press('Enter', 'x');
  await terminal.waitFor('[CSV]');
  await terminal.waitFor('sitedeck --profile logs lines one.example --from');
  terminal.press('Tab', 'Tab', '^U');
  terminal.type('~/lines.csv');
  await terminal.waitFor(/File +│ ~\/lines\.csv +│/);
  terminal.press('Enter');
  await terminal.waitFor('Wrote lines.csv, 1 row, in');
  expect(readFileSync(join(home.path, 'lines.csv'), 'utf8')).toMatch(/^line\n.*GET \/wide[^\n]*\n$/);
  terminal.press('Esc');
  await shown('1-3 of 3');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.some(line => line.includes('> Lines')));
  for (const sequence of ['\x1b[2J\x9b', '\x9b31m', '\x1b[2Jend'])
    expect(terminal.output).not.toContain(sequence);
});

test('a row of a panel has its lines; a kiosk has none', async () => {
  const { terminal } = await open();
  terminal.press('1', 'Enter');
  await terminal.waitFor('\n >/first');
  terminal.press('O');
  await terminal.waitFor(lines => lines.some(line => /> Lines > page \/\w+, /.test(line)));
  await terminal.waitFor('1-1 of 1');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.some(line => line.includes('> Lines')));
  terminal.press(':');
  terminal.type('bytes sent');
  await terminal.waitFor(/Statistics +> Bytes sent +bytes/);
  terminal.press('Enter');
  await terminal.waitFor(/\/list\.pdf[ _].* 12 B/);
  terminal.press('O');
  await terminal.waitFor('1 line of 12 B');
  terminal.press('x');
  await terminal.waitFor('--bytes=/');

  const { terminal: kiosk } = await open(['--kiosk']);
  kiosk.press('O');
  await kiosk.waitFor('kiosk');
  expect(kiosk.output).not.toContain(address);
});
