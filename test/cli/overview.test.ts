import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { describePeriod, formatDayShort } from '#model/period/format.ts';
import { json } from '../helpers/faultAnswers.ts';
import { startFaultServer } from '../helpers/faultServer.ts';
import { apiKey, errorLine, refusal, obeyed, run, startService, today, type TestService } from './fixture.ts';

const day = (back: number) => addDays(today, -back);

/** 100 visitors a day in the last 28 days and 50 before; 20 and 40; none since ten days and 30 before. */
async function threeSites(): Promise<TestService> {
  const service = await startService();
  const fill = async (domain: string, now: number, before: number, from = 1) => {
    const id = await service.add(domain);
    const days = Array.from({ length: 63 }, (_, at) => at + 1).filter(back => back >= from);
    await service.count(
      id,
      'visitors',
      ...days.map(back => [day(back), '', back <= 28 ? now : before] as const),
    );
    await service.count(id, 'pageviews', ...days.map(back => [day(back), '', 200] as const));
  };
  await fill('rising.example', 100, 50);
  await fill('falling.example', 20, 40);
  await fill('gone.example', 30, 30, 11);
  return service;
}

interface Row {
  domain: string;
  visitors: number;
  visitors_before: number;
  pageviews: number;
  attention: string;
}

test('overview has the numbers of all websites, their totals and what needs attention', async () => {
  const service = await threeSites();
  const ask = async (...args: string[]) => await run(['overview', ...args], service);
  const table: { rows: Row[] } = JSON.parse((await ask('--json')).stdout);
  // 28 days of 100, 18 of the 28 days of 30, 28 of 20; before 28 days of 50, 30 and 40.
  expect(table).toMatchObject({
    complete: true,
    websites: 3,
    visitors: 2800 + 540 + 560,
    visitors_before: 1400 + 840 + 1120,
    pageviews: 5600 + 3600 + 5600,
    rows: [
      { id: '1', domain: 'rising.example', visitors: 2800, visitors_before: 1400, pageviews: 5600 },
      { id: '2', domain: 'falling.example', visitors: 560, visitors_before: 1120, change: -0.5 },
      { id: '3', domain: 'gone.example', visitors: 540, visitors_before: 840, pageviews: 3600 },
    ],
  });
  expect(table.rows.map(({ attention }) => attention)).toEqual([
    expect.stringMatching(/^$|usually/),
    expect.stringMatching(/^$|usually/),
    `no visitors since ${formatDayShort(day(10))}`,
  ]);
  const domains = async (...args: string[]) => {
    const { stdout } = await ask('--format', 'csv', ...args);
    return stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map(line => line.split(',')[1]);
  };
  expect(await domains('--sort-by', 'change')).toEqual(['rising.example', 'gone.example', 'falling.example']);
  expect(await domains('--sort-by', 'domain')).toEqual(['falling.example', 'gone.example', 'rising.example']);
  expect(await domains('--search', 'g.example', '--sort-by', 'domain', '--sort', 'desc')).toEqual([
    'rising.example',
    'falling.example',
  ]);
  expect(await domains('--only-attention')).toContain('gone.example');
  const text = (await ask('--period', '7d', '--compare=none')).stdout;
  expect(text).toMatch(/DOMAIN +VISITORS +PAGE VIEWS +ATTENTION\n/);
  expect(text).toMatch(/3 websites, sums of daily visitors: 840 visitors; 2,800 page views\n$/);
});

test('overview keeps the numbers of others where one cannot be read, and text from outside harmless', async () => {
  const server = await startFaultServer();
  const rows = [
    { id: 1, domain: `one\u001b[2J.example`, privacy: 0, exclude_bots: 0 },
    { id: 2, domain: 'two.example', privacy: 1, exclude_bots: 1 },
  ];
  server.answerWith((response, request) => {
    if (request.path.endsWith('/websites')) return json({ data: rows })(response, request);
    const isFirst = request.path.includes('/stats/1');
    return json(isFirst ? { message: 'broken' } : { data: [] }, isFirst ? 500 : 200)(response, request);
  });
  const ran = await run(['overview'], { env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey } });
  await server.close();
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(/two\.example +-/);
  expect(ran.stdout).toContain('public, bots counted');
  expect(errorLine(ran)).toContain('example: ');
  expect(obeyed.test(ran.stdout + ran.stderr)).toBe(false);
});

test('watch --all and --search look at every website', async () => {
  const service = await threeSites();
  const watch = async (...args: string[]) => await run(['watch', '--drop', '30', ...args], service);
  const all = await watch('--all');
  // Yesterday has what is usual; the third website has had none for ten days.
  expect(all.stdout.split('\n')).toEqual([
    expect.stringMatching(/^gone\.example: 0 visitors on .*, -100% from 30 on \w+ \d+ \w+, a usual \w+$/),
    '',
  ]);
  expect(all.code).toBe(4);
  expect(await watch('--search', 'ing.example')).toEqual({ code: 0, stdout: '', stderr: '' });
  for (const wrong of [[], ['--all', 'gone.example'], ['--all', '--search', 'x']])
    expect((await watch(...wrong)).code).toBe(2);
});

test('a Retry-After of more than half a minute is waited out with a line on stderr, one of an hour is not', async () => {
  const server = await startFaultServer();
  const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey };
  server.answerWith(
    (response, request) => json({}, 429, { 'retry-after': '31' })(response, request),
    (response, request) => json({ data: [] })(response, request),
  );
  const waited = run(['websites', 'list', '--json'], { env });
  await server.arrived(2);
  const ran = await waited;
  expect({ code: ran.code, line: ran.stderr }).toEqual({
    code: 0,
    line: 'The service asks to wait: going on in 31 s.\n',
  });
  server.answerWith((response, request) => json({}, 429, { 'retry-after': '301' })(response, request));
  expect(refusal(await run(['websites', 'list'], { env }), 1)).toContain('asks to wait 6 minutes');
  await server.close();
});

test('all is from the first day of any of the websites, which are then not compared, also in the report', async () => {
  const service = await threeSites();
  await service.count('1', 'visitors', [addDays(today, -150), '', 7]);
  const ran = await run(['overview', '--period', 'all', '--json'], service);
  const table: { rows: Row[] } = JSON.parse(ran.stdout);
  // 28 and 35 days, one from the 11th day on, and 7 of long before.
  expect(table).toMatchObject({
    from: addDays(today, -150),
    to: today,
    visitors: 2800 + 35 * 50 + 7 + (560 + 35 * 40) + 53 * 30,
  });
  expect(table.rows.map(({ domain, visitors }) => [domain, visitors])).toEqual([
    ['rising.example', 4557],
    ['falling.example', 1960],
    ['gone.example', 1590],
  ]);
  expect(table.rows[0]).not.toHaveProperty('visitors_before');
  const report = await run(['report', '--all', '--period', 'ALL'], service);
  expect(report).toMatchObject({ code: 0, stderr: '' });
  expect(report.stdout).toContain('4,557');
  expect(refusal(await run(['why', '1', '--period', 'all'], service))).toBe(
    'sitedeck: Nothing is before all days, so nothing changed: give another --period.',
  );
});

test('the change of a website is a plain number for programs, and words for people', async () => {
  const service = await threeSites();
  await service.count(await service.add('new.example'), 'visitors', [day(1), '', 7]);
  await service.add('empty.example');
  await service.count(await service.add('again.example'), 'visitors', [day(300), '', 1], [day(1), '', 7]);
  const ask = async (...args: string[]) =>
    (await run(['overview', '--sort-by', 'id', ...args], service)).stdout;
  const { rows }: { rows: { change: number | null }[] } = JSON.parse(await ask('--json'));
  // 540 after 840 is -0.357143; after nothing there is no number.
  expect(rows.map(({ change }) => change)).toEqual([null, null, null, -0.357143, -0.5, 1]);
  const csv = (await ask('--format', 'csv')).trimEnd().split('\n').slice(1);
  expect(csv.map(line => line.split(',')[5])).toEqual(['', '', '', '-0.357143', '-0.5', '1']);
  const words = (await ask('--format', 'markdown')).split('\n').filter(line => line.includes('.example'));
  expect(words.map(line => line.split('|')[4]?.trim())).toEqual(['new', '', '', '-36%', '-50%', '+100%']);
  // It has no days before.
  expect(await ask()).toMatch(/\nnew\.example +7 +- +- +0 *\n/);
  expect(await ask('--search', 'empty')).toContain('\n1 website: no data in this period\n');
});

test('--format line is one line of at most 80 columns: totals, days, who needs attention, today', async () => {
  const service = await threeSites();
  const line = async (...args: string[]) =>
    (await run(['overview', '--format', 'line', ...args], service)).stdout;
  // Of this year without the year.
  const days = describePeriod({ from: day(28), to: day(1) }).replace(` ${today.slice(0, 4)}`, '');
  // 3,900 against 3,360.
  expect(await line()).toBe(`3 websites: 3,900 visitors +16%, ${days}, today 0; ! gone.example\n`);
  expect(await line('--search', 'rising', '--compare=none')).toBe(
    `1 website: 2,800 visitors, ${days}, today 0\n`,
  );
  expect(await line('--search', 'nobody')).toBe(`0 websites: 0 visitors, ${days}\n`);
  const long = `${'a-long-name-'.repeat(4)}of-a-website.example`;
  for (const at of [1, 2, 3, 4]) {
    const id = await service.add(`${at}-${long}`);
    await service.count(id, 'visitors', [day(300), '', 1], [day(9), '', 50_000_000]);
  }
  const full = await line();
  expect(full.length).toBeLessThanOrEqual(81);
  // The names would not fit, nor today, however short the days are.
  expect(full).toBe(`7 websites: 200,003,900 visitors x59525, ${days}; 5 need attention\n`);
  await service.count('4', 'visitors', [day(40), '', 49_000_000]);
  expect(await line('--search', '1-a-long')).toMatch(
    /^1 website: 50,000,000 visitors .*; 1 needs attention\n$/,
  );
  const ascii = await run(['overview', '--format', 'line'], { env: { ...service.env, LC_ALL: 'C' } });
  expect(ascii.stdout).toMatch(/^[ -~]{1,80}\n$/);
});

test('--format line is for overview alone, and one format', async () => {
  const { env } = await startService();
  expect(errorLine(await run(['websites', 'list', '--format', 'line'], { env }))).toContain(
    '--format line is for sitedeck overview alone',
  );
  expect(errorLine(await run(['overview', '--json', '--format', 'line'], { env }))).toContain('two formats');
  const csv = await run(['overview', '--format', 'csv'], { env });
  expect(csv).toMatchObject({ code: 0, stderr: '' });
});
