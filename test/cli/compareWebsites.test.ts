import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, dayNumber, parseDay, todayIn } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { start } from '../helpers/application.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import { useTextService } from '../helpers/textApplication.ts';
import { people } from '../helpers/umami/example.ts';
import type { Visit } from '../helpers/umami/visits.ts';
import {
  apiKey,
  obeyed,
  refusal,
  run,
  type RunOptions,
  startService,
  temporaryHome,
  type TestService,
  today,
  umamiHome,
} from './fixture.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

const day = (back: number) => addDays(today, -back);

interface Row {
  readonly statistic: string;
  readonly value: string | null;
  readonly [count: `count_${number}`]: number | string | null;
}
interface Printed {
  readonly from: Day;
  readonly to: Day;
  readonly before_from?: string;
  readonly rows: readonly Row[];
}

/** Of what is printed as one. */
function asDay(text: string): Day {
  const day = parseDay(text);
  if (day === undefined) throw new Error(`${text} is no day`);
  return day;
}

const parsed = (stdout: string): Printed => JSON.parse(stdout);
const rowOf = ({ rows }: Printed, statistic: string, value: string | null = null) => {
  const found = rows.find(row => row.statistic === statistic && row.value === value);
  return found && Object.entries(found).flatMap(([key, cell]) => (key.startsWith('count_') ? [cell] : []));
};

/** 100 visitors a day and 50 before, with 200 views; 4 and 8 with 8, the third day of the last week without data of it. */
async function twoSites(): Promise<TestService> {
  const service = await startService();
  const days = Array.from({ length: 63 }, (_, at) => at + 1);
  for (const [domain, now, before] of [
    ['large.example', 100, 50],
    ['small.example', 4, 8],
  ] as const) {
    const id = await service.add(domain);
    const entries = (count: (back: number) => number) =>
      days.map(back => [day(back), '', count(back)] as const);
    await service.count(id, 'visitors', ...entries(back => (back <= 28 ? now : before)));
    await service.count(id, 'pageviews', ...entries(() => now * 2));
    await service.count(id, 'page', [day(2), '/', now], [day(3), `/of/${domain}`, now * 2]);
    await service.count(id, 'country', [day(2), 'DE:Germany', now]);
  }
  return service;
}

test('two websites in columns: numbers, changes, days and rows, in every format', async () => {
  const service = await twoSites();
  const ask = async (...args: string[]) =>
    await run(['compare', 'large.example', 'small.example', ...args], service);
  const found = parsed((await ask('--json')).stdout);
  expect(found).toMatchObject({
    website_1: '1',
    domain_1: 'large.example',
    website_2: '2',
    domain_2: 'small.example',
    from: day(28),
    to: day(1),
    before_from: day(56),
    before_to: day(29),
  });
  expect(rowOf(found, 'visitors')).toEqual([2800, 112]);
  expect(rowOf(found, 'visitors_before')).toEqual([1400, 224]);
  expect(rowOf(found, 'visitors_change')).toEqual([1, -0.5]);
  expect(rowOf(found, 'pageviews')).toEqual([5600, 224]);
  expect(rowOf(found, 'pageviews_change')).toEqual([0, 0]);
  expect(rowOf(found, 'views_per_visitor')).toEqual([2, 2]);
  expect(rowOf(found, 'visitors_of_day', day(2))).toEqual([100, 4]);
  expect(found.rows.filter(({ statistic }) => statistic === 'visitors_of_day')).toHaveLength(28);
  expect(rowOf(found, 'page', '/')).toEqual([100, 4]);
  // The service has no more rows of either.
  expect(rowOf(found, 'page', '/of/large.example')).toEqual([200, 0]);
  expect(rowOf(found, 'country', 'DE:Germany')).toEqual([100, 4]);
  expect(rowOf(found, 'referrer')).toBeUndefined();

  const csv = (await ask('--format', 'csv')).stdout.split('\n');
  expect(csv[0]).toBe('statistic,value,unit,name,count_1,count_2');
  expect(csv).toContain('visitors_change,,change,Change of visitors,1,-0.5');
  expect(csv).toContain('page,/,,Page /,100,4');
  const markdown = (await ask('--format', 'markdown')).stdout;
  expect(markdown).toContain('| What | `large.example` | `small.example` |');
  expect(markdown).toContain('| Change of visitors | +100% | -50% |');

  const { stdout, code } = await ask();
  expect(code).toBe(0);
  expect(stdout).toMatch(/\nChange of visitors +\+100% +-50%\n/);
  expect(stdout).toContain('100: the mean day of each');
  expect(stdout).toContain('● large.example   □ small.example');
  // Each is 100 every day: both lines lie on the same row.
  expect(stdout.split('\n').filter(line => /[●□].*[●□]/.test(line) && line.includes('┤'))).toHaveLength(1);
  expect(stdout).not.toContain('Visitors on');
  const absolute = (await ask('--absolute', '--ascii', '--width', '60')).stdout;
  expect(absolute).toMatch(/^[\n -~]+$/);
  expect(absolute).not.toContain('the mean day');
  const [large, small] = ['o', 'x'].map(mark =>
    absolute.split('\n').findIndex(line => line.includes(mark.repeat(20))),
  );
  expect(large).toBeGreaterThan(-1);
  expect(small).toBeGreaterThan(large ?? 0);
});

test('a note of all stands once beside its day, one of a part of the websites with whose it is', async () => {
  const service = await twoSites();
  const home = temporaryHome();
  const ask = async (...args: string[]) => await run(args, { home, env: service.env });
  await ask('note', 'add', '--all', 'new data centre', '--on', day(2));
  await ask('note', 'add', 'small.example', 'episode 9', '--on', day(2), '--at', '9:00');
  await ask('note', 'add', 'large.example', 'release', '--on', day(3));
  const { stdout } = await ask('compare', 'large.example', 'small.example', '--format', 'csv');
  const notes = stdout
    .split('\n')
    .flatMap(line => (/,([^,]+)$/.exec(line)?.[1] ?? '').match(/.*[a-z].*/) ?? []);
  expect(notes.slice(1)).toEqual([
    'large.example: release',
    '"new data centre; 09:00 small.example: episode 9"',
  ]);
  const ofTag = ['large.example', 'small.example'];
  await ask('tag', ...ofTag, 'client-a');
  await ask('note', 'add', '--tag', 'client-a', 'campaign', '--on', day(4));
  const json: unknown = JSON.parse((await ask('compare', ...ofTag, '--json')).stdout);
  expect(json).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ note: 'campaign' })]),
  });
});

test('without a comparison nothing is said of one; a day has its hours, and its usual day', async () => {
  const service = await twoSites();
  await service.count('1', 'visitors_hours', [day(1), '09', 60], [day(1), '10', 40]);
  const ask = async (...args: string[]) =>
    parsed((await run(['compare', 'large.example', 'small.example', '--json', ...args], service)).stdout);
  const alone = await ask('--compare=none', '--period', '7d');
  expect(alone.rows.map(({ statistic }) => statistic).slice(0, 4)).toEqual([
    'visitors',
    'pageviews',
    'views_per_visitor',
    'visitors_of_day',
  ]);
  expect(rowOf(alone, 'visitors')).toEqual([700, 28]);
  const yesterday = await ask('--period', 'yesterday');
  expect(rowOf(yesterday, 'visitors')).toEqual([100, 4]);
  // Four days of the same weekday, all alike: the latest.
  expect(rowOf(yesterday, 'day_before')).toEqual([day(8), day(8)]);
  expect(rowOf(yesterday, 'visitors_change')).toEqual([0, 0]);
  expect(rowOf(yesterday, 'visitors_of_hour', '09')).toEqual([60, 0]);
  const ofMonth = await ask('--from', day(60), '--to', day(1), '--rows', '1');
  expect(rowOf(ofMonth, 'page', '/of/large.example')).toEqual([200, 0]);
  expect(rowOf(ofMonth, 'page', '/')).toBeUndefined();
});

test('the demo: every number as SQL counts it in its file', { timeout: 120_000 }, async () => {
  const home = await temporaryDemo();
  const domains = ['shop.example.com', 'podcast.example.com', 'alpine-trails.example', 'chess-club.example'];
  const { stdout } = await run(['compare', ...domains, '--json', '--rows', '8', '--profile', 'demo'], {
    home,
  });
  const found = parsed(stdout);
  const to = addDays(todayIn('UTC', new Date()), -1);
  expect(found).toMatchObject({ from: addDays(to, -27), to });
  const database = new DatabaseSync(join(home.path, 'data', 'sitedeck', 'demo.sqlite'), { readOnly: true });
  onTestFinished(() => database.close());
  const sumOf = (domain: string, name: number, from: Day, until: Day, value?: string) =>
    Number(
      database
        .prepare(
          `select coalesce(sum(count), 0) as total from stat
           where website_id = (select id from website where domain = ?)
             and name = ? and day between ? and ? and value = coalesce(?, value)`,
        )
        .get(domain, name, dayNumber(from), dayNumber(until), value ?? null)?.['total'],
    );
  const each = (name: number, from: Day, until: Day, value?: string) =>
    domains.map(domain => sumOf(domain, name, from, until, value));
  // The codes of the names in the file.
  const codes = { visitors: 1, pageviews: 2, page: 3, referrer: 5, country: 8 } as const;
  const [now, before] = [each(codes.visitors, found.from, to), each(1, addDays(to, -55), addDays(to, -28))];
  expect(Math.min(...now)).toBeGreaterThan(0);
  expect(rowOf(found, 'visitors')).toEqual(now);
  expect(rowOf(found, 'visitors_before')).toEqual(before);
  const views = each(codes.pageviews, found.from, to);
  expect(rowOf(found, 'pageviews')).toEqual(views);
  const close = (counts: readonly number[]) => counts.map(count => expect.closeTo(count, 5));
  expect(rowOf(found, 'visitors_change')).toEqual(
    close(now.map((count, at) => count / (before[at] ?? 0) - 1)),
  );
  expect(rowOf(found, 'views_per_visitor')).toEqual(close(views.map((count, at) => count / (now[at] ?? 0))));
  for (const { statistic, value, ...row } of found.rows) {
    const code = statistic === 'visitors_of_day' ? codes.visitors : Reflect.get(codes, statistic);
    if (value === null || typeof code !== 'number') continue;
    const counted =
      statistic === 'visitors_of_day'
        ? each(code, asDay(value), asDay(value))
        : each(code, found.from, to, value);
    const shown = [row.count_1, row.count_2, row.count_3, row.count_4];
    expect({ statistic, value, shown }).toEqual({
      statistic,
      value,
      // What is not among the first hundred is not known.
      shown: counted.map((count, at) => (shown[at] === null ? null : count)),
    });
  }
  const most = database
    .prepare(
      `select value from stat where name = 8 and website_id = (select id from website where domain = ?)
         and day between ? and ? group by value order by sum(count) desc limit 1`,
    )
    .get('shop.example.com', dayNumber(found.from), dayNumber(to))?.['value'];
  expect(found.rows.find(({ statistic }) => statistic === 'country')?.value).toBe(most);
});

test('the requests: two series and three statistics of each website, each once', async () => {
  const service = await twoSites();
  const server = await openFaultServer();
  server.answerWith(async (response, { path, query, headers }) => {
    const answer = await fetch(`${service.url}${path}${query && `?${query}`}`, {
      headers: { accept: 'application/json', authorization: headers.authorization ?? '' },
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey };
  await run(['compare', '1', '2'], { env });
  const asked = server.requests.map(({ path, query }) => {
    const [, name = ''] = /name=(\w+)/.exec(query) ?? [];
    return `${path.replace('/api/v1', '')} ${name}`.trim();
  });
  const ofSite = (id: string) =>
    ['visitors', 'pageviews', 'page', 'referrer', 'country'].map(name => `/stats/${id} ${name}`);
  expect(asked.toSorted()).toEqual(['/websites/1', '/websites/2', ...ofSite('1'), ...ofSite('2')].toSorted());
});

test('two to four different websites that are there', async () => {
  const service = await twoSites();
  const compare = async (...args: string[]) => await run(['compare', ...args], service);
  expect(refusal(await compare('large.example'))).toContain('Name 2 to 4 websites: these are 1.');
  expect(refusal(await compare('large.example', 'large.example'))).toContain('these are 1.');
  expect(refusal(await compare('1', 'large.example'))).toContain('Two of these are the same website.');
  expect(refusal(await compare('a', 'b', 'c', 'd', 'e'))).toContain('these are 5.');
  expect(refusal(await compare('large.example', 'nobody.example'), 1)).toContain('nobody.example');
  refusal(await compare());
});

test('what is printed of hostile texts is plain text, and on a terminal in its colours', async () => {
  const texts = await useTextService();
  const env = { SITEDECK_URL: texts.url, SITEDECK_API_KEY: texts.keyFor({ texts: hostileTexts }) };
  for (const format of ['table', 'csv', 'json', 'markdown']) {
    const { stdout, code, stderr } = await run(['compare', '0', '2', '--format', format], { env });
    expect({ format, code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.length).toBeGreaterThan(500);
    // In CSV a tab stands in quotes.
    expect(format === 'csv' ? stdout.replaceAll('\t', '') : stdout).not.toMatch(obeyed);
  }
  const service = await twoSites();
  const terminal = start({ args: ['compare', '1', '2'], env: service.env, cols: 80, rows: 50 });
  await terminal.exit;
  expect(terminal.output).toContain('\x1b[32m');
  for (const line of terminal.lines()) expect(line.length).toBeLessThanOrEqual(80);
});

/** What `overview` says of a website. */
interface Overviewed {
  readonly domain: string;
  readonly visitors: number | null;
  readonly visitors_before?: number | null;
  readonly change?: number | null;
  readonly no_comparison?: string | null;
  readonly pageviews: number | null;
}

async function expectAlike(
  options: RunOptions,
  domains: readonly string[],
  asked: readonly string[],
): Promise<void> {
  const found = parsed((await run(['compare', ...domains, '--json', ...asked], options)).stdout);
  const overview: { rows: Overviewed[] } = JSON.parse(
    (await run(['overview', '--json', ...asked], options)).stdout,
  );
  const rows = domains.map(domain => overview.rows.find(row => row.domain === domain));
  const unknown = domains.map(() => null);
  expect({ asked, visitors: rowOf(found, 'visitors') }).toEqual({
    asked,
    visitors: rows.map(row => row?.visitors ?? null),
  });
  expect(rowOf(found, 'visitors_before') ?? unknown).toEqual(rows.map(row => row?.visitors_before ?? null));
  expect(rowOf(found, 'visitors_change') ?? unknown).toEqual(rows.map(row => row?.change ?? null));
  expect(rowOf(found, 'no_comparison') ?? unknown).toEqual(rows.map(row => row?.no_comparison ?? null));
  expect(rowOf(found, 'pageviews')).toEqual(rows.map(row => row?.pageviews ?? null));
}

test(
  'every number and change is that of overview, of the demo and of Umami',
  { timeout: 240_000 },
  async () => {
    const home = await temporaryDemo();
    const periods = ['28d', 'yesterday', 'this month', '12m'];
    const demo = ['shop.example.com', 'podcast.example.com', 'old-forum.example'];
    for (const period of periods) await expectAlike({ home }, demo, ['--period', period]);

    const visits = Array.from({ length: 60 }, (_, at) => at + 1).flatMap(back =>
      (['ada', 'ben', 'cho', 'dot'] as const)
        .slice(0, 1 + (back % 4))
        .map((who): Visit => ({ who, at: `${day(back)}T10:00:00Z`, paths: ['/', '/docs'] })),
    );
    const recent = visits.filter(({ at }) => at.slice(0, 10) >= day(4));
    const { home: ofUmami } = await umamiHome({
      people,
      users: [{ username: 'anna', password: 'correct horse battery', role: 'user' }],
      websites: [
        { name: 'Old', domain: 'old.example', owner: 'anna', visits },
        { name: 'Fresh', domain: 'fresh.example', owner: 'anna', visits: recent },
      ],
    });
    for (const period of ['28d', 'yesterday', '7d'])
      await expectAlike({ home: ofUmami }, ['old.example', 'fresh.example'], ['--period', period]);
  },
);

test('of own logs a day that no line reaches is a gap: by hand', async () => {
  const home = temporaryHome();
  const ofDay = (back: number, path: string, visitors: number) => {
    const [year, month, date] = day(back).split('-').map(Number);
    const name = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[(month ?? 1) - 1];
    const stamp = `${String(date).padStart(2, '0')}/${name}/${year}:10:00:00 +0000`;
    const line = (at: number) =>
      `203.0.113.${at} - - [${stamp}] "GET ${path} HTTP/1.1" 200 12 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"\n`;
    return Array.from({ length: visitors }, (_, at) => line(at + 1)).join('');
  };
  writeFileSync(join(home.path, 'one.log'), ofDay(4, '/', 3) + ofDay(1, '/only', 1));
  writeFileSync(join(home.path, 'other.log'), [4, 3, 2, 1].map(back => ofDay(back, '/', 2)).join(''));
  for (const name of ['one', 'other'])
    expect((await run(['import', `${name}.example`, `${name}.log`], { home })).code).toBe(0);
  const { stdout } = await run(
    [
      'compare',
      'one.example',
      'other.example',
      '--profile',
      'logs',
      '--from',
      day(4),
      '--to',
      day(1),
      '--json',
    ],
    { home },
  );
  const found = parsed(stdout);
  expect(rowOf(found, 'visitors')).toEqual([4, 8]);
  expect([4, 3, 2, 1].map(back => rowOf(found, 'visitors_of_day', day(back)))).toEqual([
    [3, 2],
    [null, 2],
    [null, 2],
    [1, 2],
  ]);
  expect(rowOf(found, 'page', '/')).toEqual([3, 8]);
  expect(rowOf(found, 'page', '/only')).toEqual([1, 0]);
});

test('beside a website without data in the period no row of another one is zero', async () => {
  const home = temporaryHome();
  for (const [name, back] of [
    ['now', 1],
    ['old', 60],
  ] as const) {
    writeFileSync(join(home.path, `${name}.log`), daysOfLog([{ day: day(back), hours: [3] }]));
    expect((await run(['import', `${name}.example`, `${name}.log`], { home })).code).toBe(0);
  }
  const sites = ['now.example', 'old.example', '--profile', 'logs', '--period', '28d'];
  const found = parsed((await run(['compare', ...sites, '--json'], { home })).stdout);
  expect(rowOf(found, 'visitors')).toEqual([3, null]);
  expect(rowOf(found, 'page', '/')).toEqual([3, null]);
});
