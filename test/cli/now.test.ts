import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { viewNow } from '../helpers/viewNow.ts';
import { errorLine, run, temporaryHome } from './fixture.ts';

test('now prints the last minutes of a website whose logs are followed, as text and as data', async () => {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  writeFileSync(log, '');
  const sitedeck = (...args: string[]) => run(args, { home });
  expect((await sitedeck('logs', 'add', 'one.example', log)).code).toBe(0);
  writeFileSync(log, viewNow(1, '/a') + viewNow(1, '/b', 'https://x.example/') + viewNow(2, '/c\\x1b[2J'));

  const text = await sitedeck('now', 'one.example', '--rows', '2');
  expect(text).toMatchObject({ code: 0, stderr: '' });
  expect(text.stdout).toContain(
    'one.example\n2 visitors in the last 5 minutes, 3 page views in the last 30\n',
  );
  expect(text.stdout).toMatch(
    /\nTIME +PAGE +REFERRER\n\d\d:\d\d:\d\d {2}\/c%1B\[2J +\(direct\)\n.* \/b +x\.example\n$/,
  );

  const { stdout } = await sitedeck('now', '1', '--json');
  const { rows, ...about } = JSON.parse(stdout);
  expect(about).toMatchObject({ website: '1', domain: 'one.example', visitors: 2, visitor_minutes: 5 });
  const views = (what: string) => rows.filter((row: { what: string }) => row.what === what);
  expect(views('minute')).toHaveLength(30);
  expect(views('minute').reduce((sum: number, row: { views: number }) => sum + row.views, 0)).toBe(3);
  expect(views('view').map(({ page, referrer }: Record<string, string>) => [page, referrer])).toEqual([
    ['/c%1B[2J', ''],
    ['/b', 'x.example'],
    ['/a', ''],
  ]);

  const unknown = await sitedeck('now', 'two.example');
  expect(unknown.code).toBe(1);
  expect(errorLine(unknown)).toContain('There is no website "two.example" among those of your own logs.');
  await sitedeck('logs', 'remove', 'one.example', '--yes');
  const removed = await sitedeck('now', 'one.example');
  expect(removed.code).toBe(1);
  expect(errorLine(removed)).toContain('No logs of one.example are followed: sitedeck logs add names some.');
}, 120_000);
