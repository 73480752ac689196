import { expect, test } from 'vitest';
import type { Recount } from '#logs/summary.ts';
import { accessLog } from '../helpers/accessLogs.ts';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import {
  contentsOf,
  countedIn,
  countsOf,
  importHere,
  line,
  refusalOf,
  visitsIn,
  writeLog,
} from './importFixture.ts';

const yes = () => Promise.resolve(true);
const recount = { recount: yes };

function countAgain(file: string, paths: readonly string[], options: object = recount) {
  return importHere(file, paths, 'example.com', options);
}

test('a log counted with the wrong client is counted again as if it was the first time', async () => {
  const path = writeLog(
    temporaryFolder(),
    'access.log',
    [1, 2, 3].map(
      client => `${line('10/Nov/2026:08:00:00', '/', { address: '10.0.0.1' })} "203.0.113.${client}"`,
    ),
  );
  const client = 'x-forwarded-for';
  const file = temporaryFile();
  await importHere(file, [path]);
  expect(countsOf(file, 1)).toEqual({ '': 1 });
  expect(await importHere(file, [path], 'example.com', { client })).toMatchObject({ counted: 0 });
  const asked: Recount[] = [];
  const summary = await countAgain(file, [path], {
    client,
    recount: (planned: Recount) => {
      asked.push(planned);
      return yes();
    },
  });
  expect(asked).toEqual([
    {
      domain: 'example.com',
      days: 1,
      from: '2026-11-10',
      to: '2026-11-10',
      pageviewsBefore: 3,
      pageviewsAfter: 3,
      former: [],
    },
  ]);
  expect(summary).toMatchObject({ counted: 3, known: 0, recount: asked[0] });
  expect(countsOf(file, 1)).toEqual({ '': 3 });
  const anew = temporaryFile();
  await importHere(anew, [path], 'example.com', { client });
  expect(contentsOf(file)).toEqual(contentsOf(anew));
});

test('days that the logs have no line of stay, and no line counts twice afterwards', async () => {
  const folder = temporaryFolder();
  const tenth = writeLog(folder, 'tenth.log', [line('10/Nov/2026:23:59:59', '/a')]);
  // The last line of the 11th is another website's, and makes it no day of this one.
  const twelfth = writeLog(folder, 'twelfth.log', [
    `other.example:80 ${line('11/Nov/2026:23:59:59', '/x')}`,
    line('12/Nov/2026:00:00:00', '/b'),
    line('12/Nov/2026:23:59:59', '/c'),
  ]);
  const eleventh = writeLog(folder, 'eleventh.log', [line('11/Nov/2026:23:55:00', '/d')]);
  const thirteenth = writeLog(folder, 'thirteenth.log', [line('13/Nov/2026:00:00:00', '/e')]);
  const all = [tenth, eleventh, twelfth, thirteenth];
  const file = temporaryFile();
  await importHere(file, all);
  const before = countedIn(file);
  expect(await countAgain(file, [twelfth])).toMatchObject({ counted: 2, recount: { pageviewsBefore: 2 } });
  expect(countedIn(file)).toEqual(before);
  for (const path of all) expect(await importHere(file, [path])).toMatchObject({ counted: 0 });
  expect(countedIn(file)).toEqual(before);
});

test('what another log gave on such a day is removed, under every name of a source, and can be imported again', async () => {
  const folder = temporaryFolder();
  const morning = writeLog(folder, 'morning.log', [line('10/Nov/2026:08:00:00', '/morning')]);
  const evening = writeLog(folder, 'evening.log', [line('10/Nov/2026:20:00:00', '/evening')]);
  const file = temporaryFile();
  await importHere(file, [morning], 'example.com', { source: 'web2' });
  await importHere(file, [evening]);
  await countAgain(file, [evening]);
  expect(countsOf(file, 3)).toEqual({ '/evening': 1 });
  expect(visitsIn(file)).toMatchObject([{ landing_page: '/evening' }]);
  await importHere(file, [morning], 'example.com', { source: 'web2' });
  expect(countsOf(file, 3)).toEqual({ '/evening': 1, '/morning': 1 });
});

test('where a day begins in the middle of ten minutes, the other half stays counted once', async () => {
  const folder = temporaryFolder();
  // Kathmandu is 5:45 ahead: its day begins at 18:15 UTC.
  const before = writeLog(folder, 'before.log', [line('10/Nov/2026:18:14:59', '/before')]);
  const after = writeLog(folder, 'after.log', [line('10/Nov/2026:18:15:00', '/after')]);
  const zone = { timeZone: 'Asia/Kathmandu' };
  const file = temporaryFile();
  const into = (path: string, more: object = {}) =>
    importHere(file, [path], 'example.com', { ...zone, ...more });
  await into(before);
  await into(after);
  await into(after, recount);
  for (const path of [before, after]) await into(path);
  expect(countsOf(file, 3)).toEqual({ '/after': 1, '/before': 1 });
});

test('whatever was imported, a recount leaves what the other days and its own logs give', async () => {
  const lines = [...accessLog({ lines: 1_200, days: 4, domain: 'example.com' })]
    .join('')
    .trimEnd()
    .split('\n');
  const folder = temporaryFolder();
  const dayOf = (text: string) => /\[(\d\d)\/Oct/.exec(text)?.[1] ?? '';
  for (const [name, from, to, step] of [
    ['one', 350, 700, 1],
    ['two', 0, 1_200, 7],
    ['three', 500, 520, 1],
  ] as const) {
    const again = lines.filter((_, at) => at >= from && at < to && at % step === 0);
    const days = new Set(again.map(dayOf));
    const kept = lines.filter(text => !days.has(dayOf(text)));
    const file = temporaryFile();
    const whole = writeLog(folder, `${name}.log`, lines);
    const part = writeLog(folder, `${name}-again.log`, again);
    await importHere(file, [whole]);
    await countAgain(file, [part]);
    const expected = temporaryFile();
    await importHere(expected, [writeLog(folder, `${name}-kept.log`, [...kept, ...again])]);
    expect(countedIn(file)).toEqual(countedIn(expected));
    // And the whole log gives back what was removed.
    await importHere(file, [whole]);
    const everything = temporaryFile();
    await importHere(everything, [whole]);
    expect(countedIn(file)).toEqual(countedIn(everything));
  }
});

test('a no, a failing log and one without a page view change nothing', async () => {
  const folder = temporaryFolder();
  const good = writeLog(folder, 'good.log', [line('10/Nov/2026:08:00:00', '/')]);
  const assets = writeLog(folder, 'assets.log', [line('10/Nov/2026:08:00:00', '/a.css')]);
  const file = temporaryFile();
  await importHere(file, [good]);
  const before = contentsOf(file);
  const no = () => Promise.resolve(false);
  expect(await refusalOf(countAgain(file, [good], { recount: no }))).toBe('Nothing was changed.');
  expect(await refusalOf(countAgain(file, [assets]))).toContain('No page view is in 1 line');
  expect(contentsOf(file)).toEqual(before);
});

test('for a new website, or days of which nothing is stored, nobody is asked', async () => {
  const folder = temporaryFolder();
  const file = temporaryFile();
  const never = () => Promise.reject(new Error('asked'));
  for (const day of ['10', '11']) {
    const path = writeLog(folder, `${day}.log`, [line(`${day}/Nov/2026:08:00:00`, '/')]);
    expect(await countAgain(file, [path], { recount: never })).toMatchObject({ counted: 1 });
  }
  expect(countsOf(file, 2)).toEqual({ '': 2 });
});
