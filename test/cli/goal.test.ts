import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, dayCount, daysFrom } from '#model/period/day.ts';
import { describePeriod } from '#model/period/format.ts';
import { goalPeriod } from '#model/website/goal.ts';
import { groupThousands, percent } from '#text/words.ts';
import {
  refusal,
  run,
  serviceAt,
  startFaulty,
  startService,
  temporaryHome,
  today,
  type Ran,
} from './fixture.ts';

/** A hundred visitors on every day of two years, today too: each forecast is right. */
const everyDay = daysFrom(addDays(today, -730), 731).map(day => [day, '', 100] as const);
const month = goalPeriod('month', today);
const soFar = dayCount({ from: month.from, to: today }) * 100;
const atEnd = dayCount(month) * 100;

async function withGoals() {
  const service = await startService();
  const id = await service.add('one.example');
  await service.add('two.example');
  await service.count(id, 'visitors', ...everyDay);
  await service.count(id, 'event', [addDays(today, -1), 'Checkout', 4]);
  const home = temporaryHome();
  const sitedeck = async (args: readonly string[], stdin?: string): Promise<Ran> =>
    await run(args, { home, env: service.env, ...(stdin !== undefined && { stdin }) });
  const goal = async (...args: string[]) => await sitedeck(['goal', ...args]);
  const csv = async (...args: string[]) => (await goal('list', ...args, '--format', 'csv')).stdout;
  return { service, home, sitedeck, goal, csv };
}

const head = 'domain,statistic,value,goal,per,id\n';

test('goals are set, replaced, listed and removed', async () => {
  const { goal, csv } = await withGoals();
  expect((await goal('list')).stderr).toContain(
    'There is no goal yet: sitedeck goal set SITE visitors 50000',
  );
  const set = await goal('set', 'one.example', 'visitors', '50,000');
  expect(set).toMatchObject({ code: 0, stdout: '' });
  expect(set.stderr).toContain('Goal of one.example: 50,000 visitors a month.');
  await goal('set', 'one.example', 'visitors', '60000', '--per', 'month');
  await goal('set', 'two.example', 'pageviews', '700', '--per', 'week');
  // A value is what the service has, or what is typed.
  expect((await goal('set', 'one.example', 'event', 'checkout', '500')).stderr).toContain(
    '500 events of Checkout a month',
  );
  expect((await goal('set', 'one.example', 'page', '/new', '5')).stderr).toContain(
    'Not counted in the last 28 days, so it is taken as it is typed.',
  );
  expect(await csv()).toBe(
    `${head}one.example,visitors,,60000,month,1\ntwo.example,pageviews,,700,week,2\n` +
      'one.example,event,Checkout,500,month,1\none.example,page,/new,5,month,1\n',
  );
  expect(await csv('two.example')).toBe(`${head}two.example,pageviews,,700,week,2\n`);
  expect((await goal('remove', 'one.example', 'event', 'checkout')).stderr).toContain('1 goal removed.');
  expect(refusal(await goal('remove', 'one.example', '--per', 'week'), 1)).toBe(
    'sitedeck: one.example has no such goal: sitedeck goal list prints those there are.',
  );
  expect((await goal('remove', 'one.example')).stderr).toContain('2 goals removed.');
  expect(await csv()).toBe(`${head}two.example,pageviews,,700,week,2\n`);
});

test('a goal is removed by what set took, what list prints, its code, and its value as the service has it', async () => {
  const { service, goal, csv } = await withGoals();
  const yesterday = addDays(today, -1);
  await service.count('1', 'event', [yesterday, 'buy::', 4]);
  await service.count('1', 'country', [yesterday, 'DE:Germany', 4]);
  for (const words of [
    ['event', 'buy'],
    ['event', 'BUY'],
    ['event', 'buy::'],
    ['country', 'Germany'],
    ['country', 'de'],
    ['country', 'DE:Germany'],
  ]) {
    await goal('set', 'one.example', ...words, '500');
    expect(await csv()).toMatch(/^.*\none\.example,(?:event,buy::|country,DE:Germany),500,month,1\n$/);
    expect({ words, said: (await goal('remove', 'one.example', ...words)).stderr }).toEqual({
      words,
      said: expect.stringContaining('1 goal removed.'),
    });
    expect(await csv()).toBe(head);
  }
  await goal('set', 'one.example', 'event', 'buy', '500');
  expect(refusal(await goal('remove', 'one.example', 'event', 'bu'), 1)).toContain('has no such goal');
});

test.each([
  [['visitors', 'many'], 'sitedeck: A goal ends with a whole number from 1 on, such as 50000: '],
  [['visitors'], 'sitedeck: A goal ends with a whole number from 1 on'],
  [['visitors', 'x', '5'], 'sitedeck: visitors is a whole measure: no value goes with it.'],
  [['event', '5'], 'sitedeck: Behind event goes one value, in quotes where it has blanks: '],
  [['sales', '5'], 'sitedeck: Say what is counted: visitors, pageviews, or a statistic and a value'],
  [['visitors_hours', '5'], 'sitedeck: Say what is counted: '],
])('a goal that is none is one line: %j', async (words, line) => {
  const { goal } = await withGoals();
  const said = refusal(await goal('set', 'one.example', ...words), 2);
  expect(said.startsWith(line)).toBe(true);
});

test('a goal that will be missed needs attention, in overview, watch, report and its mail', async () => {
  const { home, goal, sitedeck } = await withGoals();
  await goal('set', 'one.example', 'visitors', String(atEnd + 1));
  const standing = `${groupThousands(soFar)} of ${groupThousands(atEnd + 1)} visitors in ${describePeriod(month)}, ${percent(soFar, atEnd + 1)}`;
  const end = `about ${groupThousands(atEnd)} at its end (${groupThousands(atEnd)} to ${groupThousands(atEnd)})`;
  const missed = `The goal will be missed: ${standing}; ${end}.`;
  const watched = await sitedeck(['watch', '--all', '--goal']);
  expect(watched).toMatchObject({ code: 4, stdout: `one.example: ${standing}, ${end}\n` });
  expect(JSON.parse((await sitedeck(['watch', '--all', '--goal', '--json'])).stdout)).toMatchObject({
    rows: [
      {
        domain: 'one.example',
        statistic: 'visitors',
        value: null,
        goal: atEnd + 1,
        per: 'month',
        from: month.from,
        to: month.to,
        so_far: soFar,
        end: atEnd,
        end_from: atEnd,
        end_to: atEnd,
        forecasts: 12,
        state: 'will be missed',
        crossed: `${standing}, ${end}`,
      },
      { domain: 'two.example', goal: null, state: null, crossed: '' },
    ],
  });
  const file = join(home.path, 'alarms.txt');
  await sitedeck(['watch', '--all', '--goal', '--notify-command', `cat >> '${file}'`]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    state: 'crossed',
    domain: 'one.example',
    crossed: `${standing}, ${end}`,
    goal: { statistic: 'visitors', value: null, goal: atEnd + 1, so_far: soFar, state: 'will be missed' },
  });
  expect((await sitedeck(['overview', '--only-attention'])).stdout).toContain(
    `goal: about ${groupThousands(atEnd)} of ${groupThousands(atEnd + 1)}`,
  );
  const texts = await Promise.all(
    [[], ['--format', 'markdown'], ['--html'], ['--json']].map(async args =>
      (await sitedeck(['report', 'one.example', ...args])).stdout.replaceAll(/\s+/g, ' '),
    ),
  );
  for (const text of texts) expect(text).toContain(missed);
  expect((await sitedeck(['report', '--all', '--html'])).stdout).toContain(missed);
  expect((await sitedeck(['report', '--all', '--format', 'markdown'])).stdout).toContain(missed);
});

test('beside days long past no goal is told, nor asked for', async () => {
  const { goal, sitedeck } = await withGoals();
  await goal('set', 'one.example', 'visitors', String(atEnd + 1));
  await goal('set', 'one.example', 'pageviews', '5');
  const past = ['--from', addDays(today, -120), '--to', addDays(today, -90)];
  for (const args of [['report', 'one.example'], ['report', '--all'], ['overview']]) {
    expect((await sitedeck([...args, '--json'])).stdout).toMatch(/goal/i);
    expect((await sitedeck([...args, ...past, '--json'])).stdout).not.toMatch(/goal: |goal will/i);
  }
});

test('a goal that will be reached is said too, and needs no attention', async () => {
  const { goal, sitedeck } = await withGoals();
  await goal('set', 'one.example', 'visitors', String(atEnd - 1));
  const reached = soFar >= atEnd - 1 ? 'reached' : 'will be reached';
  expect(await sitedeck(['watch', 'one.example', '--goal'])).toEqual({ code: 0, stdout: '', stderr: '' });
  for (const args of [[], ['--format', 'markdown'], ['--html']]) {
    const { stdout } = await sitedeck(['report', 'one.example', ...args]);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`): ${reached}.`);
  }
  expect((await sitedeck(['report', '--all', '--format', 'markdown'])).stdout).toContain(`): ${reached}.`);
  const listed: unknown = JSON.parse((await goal('list', '--progress', '--json')).stdout);
  expect(listed).toMatchObject({
    rows: [
      {
        domain: 'one.example',
        statistic: 'visitors',
        value: null,
        goal: atEnd - 1,
        per: 'month',
        so_far: soFar,
        end: atEnd,
        end_from: atEnd,
        end_to: atEnd,
        state: reached,
        id: '1',
        from: month.from,
        to: month.to,
        forecasts: 12,
        sentence: expect.stringContaining('Goal: '),
      },
    ],
  });
});

test('what the list prints is read again, all or none; a damaged file is in the way of nothing else', async () => {
  const { home, goal, csv, sitedeck } = await withGoals();
  await goal('set', 'one.example', 'visitors', '50000');
  await goal('set', 'two.example', 'event', 'buy', '5', '--per', 'week');
  const file = join(home.path, 'goals-copy.json');
  const all = await csv();
  writeFileSync(file, (await goal('list', '--json')).stdout);
  await goal('remove', 'one.example');
  await goal('remove', '2');
  expect(await csv()).toBe(head);
  expect((await goal('import', file)).stderr).toContain('2 goals set.');
  expect(await csv()).toBe(all);
  const right = { domain: 'one.example', statistic: 'visitors', per: 'month', goal: 7 };
  for (const [wrong, words] of [
    [{ goal: 'x' }, 'goal is "x"; right is a whole number from 1 on, such as 50000'],
    [{ domain: '' }, 'domain is missing; right is that of a website'],
    [{ statistic: 'sales' }, 'statistic is "sales"; right is visitors, pageviews, or a statistic'],
    [{ statistic: 'event' }, 'value is missing; right is a value of event'],
    [{ value: 'x' }, 'value is "x"; right is nothing: visitors is a whole measure'],
    [{ per: 'day' }, 'per is "day"; right is month or week'],
  ] as const)
    expect(
      refusal(await sitedeck(['goal', 'import', '-'], JSON.stringify([right, { ...right, ...wrong }])), 2),
    ).toContain(`sitedeck: stdin: entry 2: ${words}`);
  expect(await csv()).toBe(all);
  writeFileSync(join(home.path, 'data', 'sitedeck', 'goals.json'), '{"version":1,');
  expect(refusal(await sitedeck(['watch', '--all', '--goal']))).toContain('holds no goals that can be read');
  const overview = await sitedeck(['overview']);
  expect(overview.code).toBe(0);
  expect(overview.stderr).toContain('holds no goals that can be read');
});

test('a deleted website takes its goals along', async () => {
  const { goal, csv, sitedeck } = await withGoals();
  await goal('set', 'one.example', 'visitors', '50000');
  await sitedeck(['websites', 'delete', 'one.example', '--yes']);
  expect(await csv()).toBe(head);
});

test('without a goal nothing more is asked; a measure takes five requests, a row up to seven, and one for its first day', async () => {
  const { service } = await withGoals();
  const { server } = await startFaulty(async (response, { method, path, query, headers, body }) => {
    const answer = await fetch(`${service.url}${path}${query && `?${query}`}`, {
      method,
      headers: { accept: 'application/json', authorization: headers.authorization ?? '' },
      ...(body === '' ? {} : { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const home = temporaryHome();
  const count = async (...args: string[]) => {
    const before = server.requests.length;
    await run(args, { home, env: serviceAt(server.url) });
    return server.requests.length - before;
  };
  const overview = await count('overview');
  // The list of websites alone.
  expect(await count('watch', '--all', '--goal')).toBe(1);
  await count('goal', 'set', 'one.example', 'visitors', '50000');
  expect(await count('watch', '--all', '--goal')).toBe(1 + 5);
  expect(await count('overview')).toBe(overview + 5);
  await count('goal', 'remove', 'one.example');
  expect(await count('overview')).toBe(overview);
  await count('goal', 'set', 'one.example', 'event', 'Checkout', '5', '--per', 'week');
  expect(await count('watch', '--all', '--goal')).toBeLessThanOrEqual(1 + 7 + 1);
});

test('what cannot be read of one website hides no goal of another, nor its own', async () => {
  const { service } = await withGoals();
  let isRefused = false;
  const { server } = await startFaulty(async (response, { method, path, query, headers }) => {
    if (isRefused && path.endsWith('/stats/1')) return void response.writeHead(403).end('{"message":"No"}');
    const answer = await fetch(`${service.url}${path}${query && `?${query}`}`, {
      method,
      headers: { accept: 'application/json', authorization: headers.authorization ?? '' },
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const home = temporaryHome();
  const goal = async (...args: string[]) =>
    await run(['goal', ...args], { home, env: serviceAt(server.url) });
  await goal('set', 'one.example', 'visitors', '50000');
  await goal('set', 'two.example', 'visitors', '700');
  isRefused = true;
  const { code, stdout, stderr } = await goal('list', '--progress', '--format', 'csv');
  expect(stdout).toMatch(/\none\.example,visitors,,50000,month,,,,,,/);
  expect(stdout).toMatch(/\ntwo\.example,visitors,,700,month,\d/);
  expect(stderr).toContain('one.example: ');
  expect(code).not.toBe(0);
});
