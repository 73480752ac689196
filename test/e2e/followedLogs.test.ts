import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run, start, temporaryHome } from '../cli/fixture.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { viewNow as view } from '../helpers/viewNow.ts';

/** A log that `serve` follows, and the application on its website. */
async function serveAndOpen(lines: string, rows = 30) {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  writeFileSync(log, lines);
  expect((await run(['logs', 'add', 'one.example', log], { home })).code).toBe(0);
  const serve = start(['serve', '--port', '0'], { home });
  onTestFinished(() => void serve.kill('SIGKILL'));
  let said = '';
  serve.stderr.on('data', (part: Buffer) => (said += part.toString()));
  await vi.waitFor(() => expect(said).toContain('Following 1 source of logs.'), { timeout: 60_000 });
  const terminal = startTerminal({ args: ['--profile', 'logs', 'one.example'], home, cols: 100, rows });
  onTestFinished(() => terminal.stop());
  return { log, serve, terminal };
}

test('one process follows the logs, the application shows what it counts, and takes over when it is killed', async () => {
  const { log, serve, terminal } = await serveAndOpen(view(1));
  const header = (found: RegExp) => terminal.waitFor(([first = '']) => found.test(first));
  await header(new RegExp(`logs to \\d\\d:\\d\\d by process ${serve.pid} `));
  // The tile of today.
  const today = (visitors: number) =>
    terminal.waitFor(lines => lines.some(line => new RegExp(`│ ${visitors} +│ │ ${visitors} `).test(line)));
  await today(1);
  appendFileSync(log, view(2) + view(3));
  await today(3);
  const killed = once(serve, 'close');
  serve.kill('SIGKILL');
  await killed;
  await header(/logs to \d\d:\d\d {3}/);
  appendFileSync(log, view(4));
  await today(4);
});

test('logs of long ago say their year, open at their last days, and all days begin with them', async () => {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  writeFileSync(
    log,
    '192.0.2.1 - - [20/May/2015:21:05:59 +0000] "GET /old HTTP/1.1" 200 9 "-" "Mozilla/5.0 Firefox/38.0"\n',
  );
  const added = await run(['logs', 'add', 'one.example', log], { home });
  expect(added.stdout).toContain('20 May 2015');
  const terminal = startTerminal({ args: ['one.example'], home, cols: 100, rows: 30 });
  onTestFinished(() => terminal.stop());
  await terminal.waitFor('logs to 20 May 2015 ');
  await terminal.waitFor('The logs end on 20 May 2015: their last 28 days are shown. t chooses others.');
  await terminal.waitFor('23 Apr - 20 May 2015');
  terminal.press('t');
  await terminal.waitFor('All days');
  terminal.type('all');
  await terminal.waitFor('All days since the first with visitors, twenty years');
  terminal.press('Enter');
  await terminal.waitFor('20 May 2015 - ');
});

test('N shows what happens now while the log is written, whoever follows it', async () => {
  const { log, serve, terminal } = await serveAndOpen(view(1, '/first'));
  await terminal.waitFor(([first = '']) => first.includes(`by process ${serve.pid} `));
  terminal.press('N');
  await terminal.waitFor('1 visitor in the last 5 minutes   1 page view in the last 30');
  await terminal.waitFor(lines =>
    lines.some(line => /^ {3}\d\d:\d\d:\d\d {2}\/first +\(direct\) +\/first_* +1$/.test(line.trimEnd())),
  );
  appendFileSync(
    log,
    view(2, '/\\x1b[31mred', 'https://news.example/item') + view(2, '/third', 'https://one.example/first'),
  );
  await terminal.waitFor('2 visitors in the last 5 minutes   3 page views in the last 30');
  await terminal.waitFor(lines =>
    lines.some(line => /\/%1B\[31mred +news\.example(?: |$)/.test(line.trimEnd())),
  );
  await terminal.waitFor(lines => lines.some(line => /\/third +\/first(?: |$)/.test(line.trimEnd())));
  terminal.press('x');
  await terminal.waitFor('[CSV]');
  terminal.press('Tab', 'Tab', '^U');
  terminal.type('~/now.csv');
  await terminal.waitFor(/File +│ ~\/now\.csv +│/);
  terminal.press('Enter');
  await terminal.waitFor('Wrote now.csv, 33 rows, in');
  expect(readFileSync(join(terminal.home.path, 'now.csv'), 'utf8')).toMatch(
    /^what,time,views,page,referrer\n(minute,[^,]+,\d+,,\n){30}(view,[^,]+,1,[^,]+,[^,]*\n){2}view,[^,]+,1,\/first,\n$/,
  );
  terminal.press('Esc');
  await terminal.waitFor(([first = '']) => !first.includes('Now'));
});

test('what was not counted as a view has panels of its own', async () => {
  // The period ends with yesterday.
  const [, day, month, year] = new Date(Date.now() - 86_400_000).toUTCString().split(' ');
  const before = (line: string) => line.replace(/\[\d\d\/\w+\/\d+/, `[${day}/${month}/${year}`);
  const bot = view(5, '/b').replace(/"[^"]*"\n$/, '"GPTBot/1.2"\n');
  const missing = view(6, '/gone', 'https://blog.example/').replace('" 200 ', '" 404 ');
  const { terminal } = await serveAndOpen(
    [view(1), view(2), bot, bot.replace('/b', '/c'), missing].map(before).join(''),
    170,
  );
  for (const title of ['Bots', 'Not found', 'Answers'])
    await terminal.waitFor(lines => lines.some(line => line.includes(`─ ${title} `)));
  const shown = async (row: RegExp) => await terminal.waitFor(lines => lines.some(line => row.test(line)));
  await shown(/│ GPTBot[^│]* 2 /);
  await shown(/│ \/gone from blog\.example[^│]* 1 /);
  await shown(/│ 200[^│]* 4 /);
  await shown(/│ 404[^│]* 1 /);
});
