import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDays, daysFrom } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { textWidth } from '#text/characters.ts';
import { json } from '../helpers/faultAnswers.ts';
import { useFaultServer } from '../helpers/apiFixture.ts';
import type { Answer, RecordedRequest } from '../helpers/faultServer.ts';
import { apiKey, obeyed, refusal, run, startSite, temporaryHome, today } from './fixture.ts';

const march = ['--from', '2026-03-01', '--to', '2026-03-28'];
type Counts = Readonly<Record<string, readonly [before: number, now: number]>>;

/** Rows of each statistic in February and in March 2026. */
const counted = {
  referrer: {
    '': [1_000, 810],
    'news.example': [300, 240],
    'old.example': [100, 0],
    'new.example': [0, 120],
  },
  page: {
    '/': [400, 336],
    '/a': [300, 252],
    '/b': [200, 168],
    '/c': [100, 84],
    '/d': [50, 42],
    '/e': [40, 34],
    '/f': [30, 25],
  },
  country: { US: [700, 585], DE: [700, 585] },
} as const satisfies Record<string, Counts>;

/** 50 visitors a day, then 40, and 90 on Thursday 12 March: 1,400 and 1,170. */
async function startCounted() {
  const service = await startSite();
  const days = daysFrom('2026-02-01', 56);
  const visitors = (day: Day) => (day < '2026-03-01' ? 50 : day === '2026-03-12' ? 90 : 40);
  await service.count('1', 'visitors', ...days.map(day => [day, '', visitors(day)] as const));
  await service.count('1', 'pageviews', ['2026-02-10', '', 1_120], ['2026-03-10', '', 941]);
  for (const name of ['referrer', 'page', 'country'] as const)
    for (const [value, [before, now]] of Object.entries(counted[name]))
      await service.count(
        '1',
        name,
        ...(before > 0 ? [['2026-02-10', value, before] as const] : []),
        ...(now > 0 ? [['2026-03-10', value, now] as const] : []),
      );
  return service;
}

/** Exactly: 1,170 of 1,400 is -16.4 %; 12 March is no part of the level. */
const sentence = [
  'Visitors fell by 230 (-16%) against February.',
  'Sessions from old.example are gone: 100 before.',
  'Sessions from new.example are new: 120.',
  'Since 1 Mar one level lower: about 40 visitors on an average day, 50 before.',
  'Pages and countries all fell alike.',
].join(' ');

describe('what is printed', () => {
  test('text: sentences, bars left and right of a line, the others in one line, no wider than asked', async () => {
    const service = await startCounted();
    const { code, stdout, stderr } = await run(['why', 'one.example', ...march, '--width', '76'], service);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(76);
    expect(lines[0]).toMatch(/^one\.example +1 Mar - 28 Mar 2026, UTC$/);
    expect(stdout.replaceAll('\n', ' ')).toContain(` ${sentence} `);
    const bare = lines.slice(6, -1).map(line => line.replaceAll(/[━╺╸]+/g, '').replaceAll(/ +/g, ' '));
    expect(bare).toEqual([
      '',
      'DAYS visitors',
      'Sun 1 Mar │ -10 3%',
      'Mon 2 Mar │ -10 3%',
      'Tue 3 Mar │ -10 3%',
      'Wed 4 Mar │ -10 3%',
      'Thu 12 Mar │ +40 13%',
      // 23 days of -10.
      '23 other days │ -230',
      '',
      'REFERRERS sessions',
      '(direct) │ -190 -19% 40%',
      'old.example │ -100 gone 21%',
      'news.example │ -60 -20% 13%',
      'new.example │ +120 new 26%',
      '',
      'PAGES page views all alike',
      '/ │ -64 -16% 36%',
      '/a │ -48 -16% 27%',
      '/b │ -32 -16% 18%',
      '/c │ -16 -16% 9%',
      '/d │ -8 -16% 4%',
      '2 others │ -11',
      '',
      'COUNTRIES visitors all alike',
      'Germany │ -115 -16% 50%',
      'United States │ -115 -16% 50%',
      '',
      'Visitors: the sum of the days: who comes on two days counts twice.',
      'What moved together may have other causes: correlation, not cause.',
    ]);
    // Falls end at the line and rises begin there: all lines have it in one column.
    const bars = lines.filter(line => line.includes('│'));
    expect(new Set(bars.map(line => line.indexOf('│'))).size).toBe(1);
    expect(bars.find(line => line.startsWith('old.'))).toMatch(/ ━+│ +-100/);
    expect(bars.find(line => line.startsWith('new.'))).toMatch(/ │━+╸? +\+120/);
  });

  test('plain ASCII where the locale is', async () => {
    const service = await startCounted();
    const { stdout } = await run(['why', '1', ...march], { env: { ...service.env, LANG: 'C' } });
    expect(stdout).toMatch(/^[\n -~]+$/);
    expect(stdout).toMatch(/\nnew\.example +\|=+-? +\+120 +new +26%\n/);
  });

  test('JSON: the same facts, and rows that add up to what each statistic did', async () => {
    const service = await startCounted();
    const { stdout } = await run(['why', 'one.example', ...march, '--json'], service);
    const { rows, ...facts } = JSON.parse(stdout);
    expect(facts).toEqual({
      website: '1',
      domain: 'one.example',
      from: '2026-03-01',
      to: '2026-03-28',
      before_from: '2026-02-01',
      before_to: '2026-02-28',
      time_zone: 'UTC',
      visitors: 1_170,
      visitors_are: 'sum of days',
      visitors_before: 1_400,
      change: -230,
      sentence,
      stands_out: true,
      shape: 'step',
      since: '2026-03-01',
      level_before: 50,
      level_after: 40,
      moved_alike: 'page country',
    });
    const of = (name: string): { change: number; value: string }[] =>
      rows.filter(({ statistic }: { statistic: string }) => statistic === name);
    for (const [name, values] of Object.entries(counted)) {
      const changes = Object.entries<readonly [number, number]>(values).map(([value, [before, now]]) => ({
        value,
        change: now - before,
      }));
      const byValue = (a: { value: string }, b: { value: string }) => (a.value < b.value ? -1 : 1);
      expect(
        of(name)
          .map(({ value, change }) => ({ value, change }))
          .sort(byValue),
      ).toEqual(changes.sort(byValue));
    }
    expect(of('visitors')).toHaveLength(28);
    expect(of('visitors').reduce((sum, { change }) => sum + change, 0)).toBe(-230);
    expect(of('referrer')[1]).toEqual({
      statistic: 'referrer',
      value: 'old.example',
      name: null,
      count: 0,
      count_before: 100,
      day_before: null,
      change: -100,
      is_at_least: false,
      mark: 'gone',
      share_of_change: 0.212766,
      stands_out: true,
    });
    expect(of('country')[0]).toMatchObject({ value: 'DE', name: 'Germany', mark: null, stands_out: false });
    expect(of('visitors').at(-1)).toMatchObject({
      value: '2026-03-12',
      count: 90,
      count_before: 50,
      day_before: '2026-02-12',
      stands_out: true,
    });
  });

  test('CSV and Markdown; what a service says is no formula, no Markdown and no control sequence', async () => {
    const service = await startCounted();
    await service.count('1', 'campaign', ['2026-03-10', '=1+1|*x*\x1b[2J', 500]);
    const csv = await run(['why', '1', ...march, '--format', 'csv'], service);
    const [head, ...rows] = csv.stdout.trimEnd().split('\n');
    expect(head).toBe(
      'statistic,value,name,count,count_before,day_before,change,is_at_least,mark,share_of_change,stands_out,before_from,before_to',
    );
    expect(rows).toContain(
      String.raw`campaign,'=1+1|*x*\u001b[2J,,500,0,,500,false,new,1,true,2026-02-01,2026-02-28`,
    );
    const markdown = await run(['why', '1', ...march, '--format', 'markdown'], service);
    expect(markdown.stdout).toMatch(
      /^# `one\.example`, 1 Mar - 28 Mar 2026\n\nVisitors fell by 230 \(-16%\) /,
    );
    expect(markdown.stdout).toContain(
      String.raw`Sessions of the campaign ${'`=1+1`'}\|${'`*x*'}\u001b${'[2J`'} are new: 500.`,
    );
    expect(markdown.stdout).toContain('\n## Referrers\n\n- counts: sessions\n\n| What | Change |');
    expect(markdown.stdout).toContain('\n| `old.example` | -100 | gone | 21% |\n');
    const text = await run(['why', '1', ...march], service);
    for (const { stdout } of [csv, markdown, text]) expect(stdout).not.toMatch(obeyed);
  });
});

test('nothing stands out where nothing does', async () => {
  const service = await startSite();
  // 95 and 105 week by week.
  const visitors = daysFrom('2026-02-01', 56).map(
    (day, at) => [day, '', Math.floor(at / 7) % 2 === 0 ? 95 : 105] as const,
  );
  await service.count('1', 'visitors', ...visitors);
  const { stdout } = await run(['why', '1', ...march, '--json'], service);
  expect(JSON.parse(stdout)).toMatchObject({
    change: 0,
    sentence:
      'There were as many visitors as before (February): 2,800. Nothing stands out: days vary by about 5% anyway.',
    stands_out: false,
    shape: 'chance',
    rows: [],
  });
});

test('the cause of a log is found: visitors of one referrer no longer come', async () => {
  const home = temporaryHome();
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
  // 40 visitors a day, each with one page; every fourth came from news.example, until 1 March.
  const log = daysFrom('2026-02-02', 56).flatMap(day => {
    const date = `${day.slice(8)}/${day < '2026-03-01' ? 'Feb' : 'Mar'}/2026`;
    return Array.from({ length: 40 }, (_, visitor) => {
      const isNews = visitor % 4 === 0;
      if (isNews && day >= '2026-03-02') return '';
      const from = isNews ? 'https://news.example/today' : '-';
      return `10.0.0.${visitor} - - [${date}:10:00:${visitor + 10} +0000] "GET /${visitor % 3} HTTP/1.1" 200 12 "${from}" "${agent}"\n`;
    });
  });
  writeFileSync(join(home.path, 'access.log'), log.join(''));
  await run(['import', 'one.example', 'access.log'], { home });
  const days = ['--from', '2026-03-02', '--to', '2026-03-29'];
  const { stdout } = await run(['why', 'one.example', '--profile', 'logs', '--json', ...days], { home });
  // 28 days of 40 and of 30.
  expect(JSON.parse(stdout)).toMatchObject({ visitors: 840, visitors_before: 1_120, change: -280 });
  expect(JSON.parse(stdout).sentence).toMatch(
    /^Visitors fell by 280 \(-25%\) against 2 Feb - 1 Mar\. Sessions from news\.example are gone: 280 before, all others hardly\./,
  );
});

describe('what is compared', () => {
  const yesterday = addDays(today, -1);

  test('a day is compared with its usual day, unless told otherwise', async () => {
    const service = await startSite();
    // The weeks before: 90, 300, 100, 110; the lower one in the middle, 100, is three weeks ago.
    const weeks = [90, 300, 100, 110, 80].map(
      (count, week) => [addDays(yesterday, -7 * (week + 1)), '', count] as const,
    );
    const dayBefore = [addDays(yesterday, -1), '', 70] as const;
    await service.count('1', 'visitors', [yesterday, '', 150], dayBefore, ...weeks);
    const why = async (...args: string[]) =>
      JSON.parse((await run(['why', '1', '--period', 'yesterday', '--json', ...args], service)).stdout);
    expect(await why()).toMatchObject({
      visitors: 150,
      visitors_before: 100,
      before_from: addDays(yesterday, -21),
      before_to: addDays(yesterday, -21),
      chosen_of_weekdays: 4,
    });
    // Of weekdays on which nobody comes nothing is told: too few days are left for a shape.
    expect((await why()).sentence).toMatch(/, a usual \w+day\. Nothing stands out\.$/);
    expect(await why('--compare')).toMatchObject({ before_from: addDays(yesterday, -21) });
    expect(await why('--compare=previous')).toMatchObject({
      visitors_before: 70,
      before_from: addDays(yesterday, -1),
    });
    expect(await why('--compare=weekdays')).toMatchObject({ visitors_before: 90 });
  });

  test('a day without any of its weekday before is compared with nothing, today too', async () => {
    const service = await startSite();
    const why = async (...args: string[]) => await run(['why', '1', ...args], service);
    expect((await why('--period', 'today')).stdout).toMatch(/^There is no usual \w+ yet to compare /);
    const day = ['--from', '2026-03-12', '--to', '2026-03-12', '--format', 'markdown'];
    expect(refusal(await why(...day), 1)).toBe('sitedeck: No data in this period.');
    const first = await run(['why', '1', ...day], await startSite(['visitors', ['2026-03-12', '', 3]]));
    expect(first.stdout).toBe('There is no usual Thursday yet to compare Thu 12 Mar with.\n');
    expect((await why('--compare=none')).code).toBe(2);
    expect((await run(['why', 'absent.example'], service)).code).toBe(1);
  });
});

describe('requests', () => {
  const fixture = useFaultServer();
  const names = ['referrer', 'campaign', 'page', 'landing_page', 'country', 'device', 'event'];
  const nameOf = ({ query }: RecordedRequest) => new URLSearchParams(query).get('name') ?? '';
  const website = json({ data: { id: 1, domain: 'one.example' } });
  const rows = json({ data: [{ value: 'a', count: 3 }] });
  /** Without visitors in the days that are read, after one long before. */
  const quiet = json({ data: [] });
  const begun = json({ data: [{ value: '2025-01-01', count: 1 }] });
  const isFirstDay = ({ query }: RecordedRequest) => query.includes('from=1990-01-01');
  const quietOf = (request: RecordedRequest) => (isFirstDay(request) ? begun : quiet);
  const ask = async (...args: string[]) =>
    await run(args, { env: { SITEDECK_URL: fixture.server.url, SITEDECK_API_KEY: apiKey } });
  const why = async (...args: string[]) => await ask('why', '1', ...march, ...args);

  test('two for each statistic, four at a time', async () => {
    const held: (() => void)[] = [];
    let answered = 0;
    // Nothing is answered before four are waiting, or all that are left.
    fixture.server.answerWith((response, request) => {
      if (!request.path.includes('/stats/')) return website(response, request);
      if (!names.includes(nameOf(request))) return quietOf(request)(response, request);
      held.push(() => rows(response, request));
      if (held.length < Math.min(4, names.length * 2 - answered)) return;
      for (const answer of held.splice(0)) {
        answered += 1;
        answer();
      }
    });
    expect((await why('--json')).code).toBe(0);
    expect(fixture.server.mostAtOnce()).toBe(4);
    const [found, ...series] = fixture.server.requests.slice(0, 4);
    expect(found?.path).toMatch(/\/websites\/1$/);
    // No visitor in the days that are read: whether they are zeros is asked before any row.
    expect(series.map(nameOf).sort()).toEqual(['pageviews', 'visitors', 'visitors']);
    expect(series.filter(isFirstDay)).toHaveLength(1);
    const asked = fixture.server.requests.slice(4).map(({ query }) => query);
    expect(asked.sort()).toEqual(
      names
        .flatMap(name => [
          `name=${name}&from=2026-02-01&to=2026-02-28&per_page=100`,
          `name=${name}&from=2026-03-01&to=2026-03-28&per_page=100`,
        ])
        .sort(),
    );
  });

  test('a report asks no more for them: its first rows are among those', async () => {
    fixture.server.answerWith((response, request) => {
      const answer = !request.path.includes('/stats/')
        ? website
        : names.includes(nameOf(request))
          ? rows
          : json({ data: [] });
      return answer(response, request);
    });
    const report = await ask('report', '1', ...march);
    expect(report.code).toBe(0);
    const times = (name: string) =>
      fixture.server.requests.filter(request => nameOf(request) === name).length;
    expect(names.map(times)).toEqual(names.map(() => 2));
    expect(['city', 'browser', 'os'].map(times)).toEqual([1, 1, 1]);
  });

  test('where the rows end, its statistic stands last and says so', async () => {
    const full = Array.from({ length: 100 }, (_, at) => ({ value: `/${at}`, count: 500 - at }));
    const answers: Readonly<Record<string, Answer>> = {
      visitors: json({
        data: [
          { value: '2026-02-01', count: 1 },
          { value: '2026-02-10', count: 899 },
          { value: '2026-03-10', count: 1_000 },
        ],
      }),
      page: json({ data: full }),
      country: rows,
    };
    fixture.server.answerWith((response, request) => {
      const empty = json({ data: [] });
      const answer = request.path.includes('/stats/') ? (answers[nameOf(request)] ?? empty) : website;
      answer(response, request);
    });
    expect(JSON.parse((await why('--json')).stdout)).toMatchObject({ first_100_rows_of: 'page' });
    const { stdout } = await why();
    expect(stdout.indexOf('COUNTRIES')).toBeLessThan(stdout.indexOf('PAGES'));
    expect(stdout).toMatch(/\nPAGES {2}page views +only the first 100 rows are read\n/);
  });

  const answerCountries = (body: object, status: number) =>
    fixture.server.answerWith((response, request) => {
      if (nameOf(request) === 'country') return json(body, status)(response, request);
      const isOfTime = /^(?:visitors|pageviews)/.test(nameOf(request));
      const statistic = isOfTime ? quietOf(request) : rows;
      return (request.path.includes('/stats/') ? statistic : website)(response, request);
    });

  test('a failure is told, and nothing is printed', async () => {
    answerCountries({ message: 'no' }, 500);
    const { code, stdout } = await why();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  test.each([
    [{ message: 'Not now.' }, 'Countries: left out. Not now.'],
    [
      { message: 'Invalid.', errors: { name: ['The selected name is invalid.'] } },
      'This service does not record countries.',
    ],
  ])('what is refused of one statistic is about that one: %j', async (body, reason) => {
    answerCountries(body, 422);
    const { code, stdout, stderr } = await why();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`\n${reason}\n`);
    expect(stdout).not.toContain('COUNTRIES');
    expect(stdout).toContain('PAGES');
  });
});
