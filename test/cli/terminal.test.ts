import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { textWidth } from '#text/characters.ts';
import { never } from '../helpers/faultAnswers.ts';
import { apiKey, startFaulty, startService, startSite, temporaryHome, today } from './fixture.ts';

const shown = (lines: readonly string[]) => lines.filter(line => line.trim() !== '');

test('a table fits the terminal, wide text and all, in colour only where that is wanted', async () => {
  const service = await startSite([
    'page',
    ['2026-03-01', `/${'日本語'.repeat(20)}`, 1200],
    ['2026-03-01', '/b', 3],
  ]);
  const args = ['stats', '1', 'page', '--from', '2026-03-01', '--to', '2026-03-01'];
  for (const cols of [40, 60, 120]) {
    const terminal = start({ args, env: service.env, cols });
    await terminal.exit;
    const [, head = '', first = '', second = ''] = shown(terminal.lines());
    const end = Math.max(textWidth(head), textWidth(first), textWidth(second));
    expect(end).toBeLessThanOrEqual(cols);
    expect([head, first, second].map(textWidth)).toEqual([end, end, end]);
    expect(first).toMatch(/^\/日.*1,200 +>99%$/);
    expect(terminal.output).toContain('\x1b[2m');
  }
  const plain = start({ args, env: { ...service.env, NO_COLOR: '1' } });
  await plain.exit;
  expect(plain.output).not.toContain('\x1b[');
});

test('a change within chance has no colour of a rise or a fall, as on screen', async () => {
  const before = { visitors: 712, '/a': 400, '/b': 12, '/c': 300 };
  const now = { visitors: 1010, '/a': 100, '/b': 10, '/c': 900 };
  const rows = (day: Day, counts: typeof now) =>
    (['/a', '/b', '/c'] as const).map((page): [Day, string, number] => [day, page, counts[page]]);
  const service = await startSite(
    ['visitors', ['2026-03-01', '', before.visitors], ['2026-03-02', '', now.visitors]],
    ['pageviews', ['2026-03-01', '', before.visitors], ['2026-03-02', '', now.visitors]],
    ['page', ...rows('2026-03-01', before), ...rows('2026-03-02', now)],
  );
  const day = ['1', '--from', '2026-03-02', '--to', '2026-03-02', '--compare=previous'];
  for (const [command, changes] of [
    [
      ['stats', ...day.toSpliced(1, 0, 'page')],
      ['-75%', '-17%', '+200%'],
    ],
    [
      ['why', ...day],
      ['-300', '-2', '+600'],
    ],
  ] as const) {
    const terminal = start({ args: [...command], env: service.env, cols: 80 });
    await terminal.exit;
    const [fall, chance, rise] = changes;
    const painted = (code: number, text: string) =>
      new RegExp(`\u001B\\[${code}m *${text.replace('+', '\\+')} *\u001B`);
    expect(terminal.output).toMatch(painted(31, fall));
    expect(terminal.output).toMatch(painted(2, chance));
    expect(terminal.output).toMatch(painted(32, rise));
  }
});

test('a command says on the terminal who it waits for, and nothing of it stays', async () => {
  const { server, env } = await startFaulty(never);
  const terminal = start({ args: ['stats', '1', 'page'], env });
  await terminal.waitFor(new RegExp(`^Waiting for ${new URL(server.url).host}: [2-9] s$`, 'm'));
  terminal.press('^C');
  expect((await terminal.exit).code).toBe(130);
  expect(shown(terminal.lines()).join('\n')).not.toContain('Waiting');
});

test('^C while an alarm is told says what is waited for, and the command ends once it is told', async () => {
  const service = await startSite(['visitors', [addDays(today, -1), '', 12]]);
  const { path } = temporaryHome();
  const [told, gate] = [join(path, 'told'), join(path, 'gate')];
  execFileSync('mkfifo', [gate]);
  const command = `cat '${gate}' > '${told}'`;
  const args = ['watch', '1', '--above', '5', '--notify-command', command];
  const terminal = start({ args, env: service.env, cols: 100 });
  await terminal.waitFor(/^Telling: one\.example: 12 visitors/m);
  terminal.press('^C');
  await terminal.waitFor(/^Ending as soon as this is done: \^C again ends at once\./m);
  writeFileSync(gate, 'done');
  expect((await terminal.exit).code).toBe(130);
  expect(readFileSync(told, 'utf8')).toBe('done');
  expect(shown(terminal.lines()).join('\n')).not.toContain('Ending');
});

test('a key typed on the terminal is not shown; ^C leaves nothing', async () => {
  const service = await startService();
  const home = temporaryHome();
  const args = ['profile', 'add', 'work', service.url];
  const terminal = start({ args, home });
  await terminal.waitFor('API key (not shown):');
  terminal.type('wrong\x7f\x7f\x15');
  terminal.type(apiKey);
  terminal.press('Enter');
  await terminal.waitFor('answers and takes the key');
  expect(terminal.output).not.toContain(apiKey);
  expect(terminal.output).not.toContain('wrong');
  const interrupted = start({ args: [...args.slice(0, 2), 'more', service.url], home });
  await interrupted.waitFor('API key (not shown):');
  interrupted.press('^C');
  expect((await interrupted.exit).code).toBe(130);
  const list = start({ args: ['profile', 'list'], home, cols: 120 });
  await list.waitFor('work');
  expect(list.lines().join('\n')).not.toContain('more');
});

test('delete asks for the domain, and anything else deletes nothing', async () => {
  const service = await startSite();
  const args = ['websites', 'delete', 'one.example'];
  const not = start({ args, env: service.env });
  await not.waitFor('Type its domain to go on:');
  not.type('yes');
  not.press('Enter');
  expect((await not.exit).code).toBe(2);
  expect((await service.api.listWebsites({})).rows).toHaveLength(1);
  const done = start({ args, env: service.env });
  await done.waitFor('Type its domain to go on:');
  done.type('One.Example');
  done.press('Enter');
  expect((await done.exit).code).toBe(0);
  expect((await service.api.listWebsites({})).rows).toHaveLength(0);
});

test.each(['^C', '^D'])('%s at a question changes nothing, and says so', async key => {
  const service = await startSite();
  const terminal = start({ args: ['websites', 'delete', 'one.example'], env: service.env });
  await terminal.waitFor('Type its domain to go on:');
  terminal.press(key);
  expect((await terminal.exit).code).toBe(130);
  expect(shown(terminal.lines()).at(-1)).toBe('sitedeck: Nothing was changed.');
  expect((await service.api.listWebsites({})).rows).toHaveLength(1);
});

test('long work shows how far it is, and the line is gone when it is done', async () => {
  const terminal = start({ args: ['--profile', 'demo', 'websites', 'list'] });
  await terminal.waitForOutput('Preparing the demo, ', 0, 60_000);
  await terminal.waitFor('podcast.example.com', 60_000);
  expect(terminal.lines().join('\n')).not.toContain('Preparing');
});
