import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { formatDayShort } from '#model/period/format.ts';
import { randomUUID } from 'node:crypto';
import { daysOf } from '#queries/answers/request.ts';
import { expect, test } from 'vitest';
import { htmlAllReport } from '#cli/report/htmlReport.ts';
import type { AllReport } from '#cli/report/sections.ts';
import { addDays, daysFrom } from '#model/period/day.ts';
import type { Summary } from '#model/statistics/summary.ts';
import type { Attention } from '#model/website/attention.ts';
import type { Website } from '#model/website/website.ts';
import { json } from '../helpers/faultAnswers.ts';
import { startFaultServer } from '../helpers/faultServer.ts';
import { apiKey, refusal, run, startService, startSite, today, type TestService } from './fixture.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

const day = (back: number) => addDays(today, -back);

/** Visitors a day in the last seven days and in the 56 before them. */
async function add(service: TestService, domain: string, now: number, before: number): Promise<string> {
  const id = await service.add(domain);
  const days = Array.from({ length: 63 }, (_, at) => at + 1);
  await service.count(
    id,
    'visitors',
    ...days.map(back => [day(back), '', back <= 7 ? now : before] as const),
  );
  return id;
}

test('what most websites did alike is said once, in the overview and in the mail', async () => {
  const service = await startService();
  const alike = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `${name}.example`);
  for (const domain of [...alike, 'apart.example'])
    await service.count(
      await service.add(domain),
      'visitors',
      ...Array.from({ length: 63 }, (_, at) => at + 1).map(back => {
        const yesterday = domain === 'apart.example' ? 1_000 : 200;
        return [day(back), '', back === 1 ? yesterday : 100] as const;
      }),
    );
  const date = formatDayShort(day(1));
  const sentence = `On ${date} 6 of 7 websites had about twice as many visitors as usual.`;
  const table = JSON.parse((await run(['overview', '--json'], service)).stdout);
  expect(table.together).toBe(sentence);
  const noted = table.rows.filter(({ attention }: { attention: string | null }) => attention);
  expect(noted.map(({ domain }: { domain: string }) => domain)).toEqual(['apart.example']);
  expect((await run(['overview', '--format', 'line', '--period', '7d'], service)).stdout).toContain(
    `; ${date}: 6 of 7 about twice as many`,
  );
  for (const format of [[], ['--format', 'markdown'], ['--html']]) {
    const { stdout } = await run(['report', '--all', ...format], service);
    expect(stdout.split(sentence)).toHaveLength(2);
    expect(stdout.match(/are usual/g)).toHaveLength(1);
  }
});

test('report --all: attention first, a line each, then the three that moved most with why', async () => {
  const service = await startService();
  await add(service, 'gone.example', 0, 10);
  await add(service, 'steady.example', 500, 499);
  await add(service, 'rising.example', 90, 30);
  await add(service, 'falling.example', 20, 120);
  const ask = async (...args: string[]) =>
    (await run(['report', '--all', '--period', '7d', ...args], service)).stdout;
  const text = await ask('--width', '100');
  const heads = ['ATTENTION', 'WEBSITES', 'WHAT MOVED MOST'].map(head => text.indexOf(`\n${head}\n`));
  expect(heads.every((at, place) => at > (heads[place - 1] ?? 0))).toBe(true);
  expect(text).toContain(
    `ATTENTION\ngone.example: No visitors since ${formatDayShort(day(7))}: 7 days without any.\n`,
  );
  // Seven days of 500, 90, 20 and 0; of 499, 30, 120 and 10 before.
  expect(text.replaceAll(/ {2,}/g, ' ')).toContain(
    [
      'DOMAIN VISITORS BEFORE CHANGE PAGE VIEWS',
      'steady.example 3,500 3,493 +0.2% 0',
      'rising.example 630 210 +200% 0',
      'falling.example 140 840 -83% 0',
      'gone.example 0 70 -100% 0',
    ].join('\n'),
  );
  // By 700 fewer, 420 more and 70 fewer; not by 7.
  const moved = text.slice(text.indexOf('WHAT MOVED MOST')).replaceAll(/\n(?!\w+\.example)/g, ' ');
  expect([...moved.matchAll(/(\w+)\.example: /g)].map(([, name]) => name)).toEqual([
    'falling',
    'rising',
    'gone',
  ]);
  const table = JSON.parse(await ask('--json'));
  expect(table.rows.map(({ why }: { why?: string }) => why !== undefined && why !== null)).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(await ask('--format', 'markdown')).toMatch(
    /## Attention\n[^]*## Websites\n[^]*## What moved most\n/,
  );
});

const ownElements = 'doctype html head meta title style body table tr th td h1 h2 p b br wbr span'.split(' ');
const withoutEnd = ['!doctype', 'meta', 'br', 'wbr'];

/** End tags that end something else than was opened last, and what is never ended. */
function wrongEnds(tags: readonly string[]): string[] {
  const opened: string[] = [];
  const wrong = tags.filter(tag => {
    const name = /^<\/?(!?\w+)/.exec(tag)?.[1] ?? '';
    if (withoutEnd.includes(name)) return false;
    return tag.startsWith('</') ? opened.pop() !== name : opened.push(name) === 0;
  });
  return [...wrong, ...opened];
}

test('HTML has its own elements and tables only, and neither scripts nor anything remote', async () => {
  const server = await startFaultServer();
  const hostile = `<script src="https://evil.example/x.js">'&"</script><img onerror=1></style>`;
  server.answerWith((response, request) => {
    const { path, query } = request;
    const counts = [8, 15].map(back => ({ value: day(back), count: back * 100 }));
    if (path.includes('/stats/') && /name=(visitors|pageviews)&/.test(query))
      return json({ data: counts })(response, request);
    if (path.includes('/stats/')) return json({ data: [{ value: hostile, count: 5 }] })(response, request);
    const website = { id: 1, domain: `${hostile}.example`, privacy: 0, exclude_bots: 0 };
    return json({ data: path.endsWith('/websites') ? [website] : website })(response, request);
  });
  const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey };
  for (const subject of ['--all', '1']) {
    const { code, stdout } = await run(['report', subject, '--html'], { env });
    expect(code).toBe(0);
    const escaped = '&lt;script src=&quot;https://evil.example/x.js&quot;&gt;&#39;&amp;&quot;';
    expect(stdout.replaceAll('<wbr>', '')).toContain(escaped);
    const tags = [...stdout.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
    const names = tags.map(tag => /^<\/?!?(\w+)/.exec(tag)?.[1]);
    expect(new Set(names).difference(new Set(ownElements))).toEqual(new Set());
    expect(tags.join('')).not.toMatch(/src=|href=|url\(|\son\w+=|<link/);
    // The one style element is our own words.
    expect(stdout.match(/<style>([^<]*)<\/style>/)?.[1]).toMatch(/^(?:[\w.,: ;#()!@{}-])+$/);
    expect(stdout).not.toContain('@import');
    expect(wrongEnds(tags)).toEqual([]);
    // The reader's own ground and text, light or dark: none is set.
    expect(stdout).toContain('<meta name="color-scheme" content="light dark">');
    expect(stdout).not.toMatch(/<body[^>]*(?:background|color:)/);
  }
  await server.close();
});

test('HTML has attention first, changes in colour beside their sign, and the days as bars', async () => {
  const service = await startService();
  await add(service, 'gone.example', 0, 10);
  const id = await add(service, 'rising.example', 90, 30);
  await service.count(id, 'visitors', [day(3), '', 90]);
  const { stdout } = await run(['report', '--all', '--period', '7d', '--html'], service);
  const plain = stdout.replaceAll('<wbr>', '');
  const places = [
    'gone.example: No visitors since',
    '>Visitors<',
    'height=80',
    '>Websites<',
    '>What moved most<',
  ];
  const found = places.map(words => plain.indexOf(words));
  expect(found.every(place => place > 0)).toBe(true);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(plain).toContain('<span class="b" style="color:#cf222e">-100%</span>');
  // Six days of 90 and one of 180 against seven of 30.
  expect(plain).toContain('<span class="g" style="color:#1a7f37">+243%</span>');
  const rows = [...plain.matchAll(/<tr><td>(\w+\.example)<\/td><td>(.*?)<td align/g)];
  const barsOf = (domain: string) => {
    const [, , cells = ''] = rows.find(([, name]) => name === domain) ?? [];
    return [...cells.matchAll(/<td><table width=5[^>]*><tr><td height=(\d+)|<td width=5><\/td>/g)].map(
      ([, high]) => Number(high ?? 0),
    );
  };
  expect(barsOf('rising.example')).toEqual([10, 10, 10, 10, 20, 10, 10]);
  expect(barsOf('gone.example')).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('HTML of one website begins with what needs attention, and of one day has its hours', async () => {
  const service = await startService();
  const id = await add(service, 'gone.example', 0, 10);
  await service.count(id, 'visitors_hours', [day(9), '09', 6], [day(9), '17', 3]);
  const ask = async (...args: string[]) =>
    (await run(['report', '1', '--html', ...args], service)).stdout.replaceAll('<wbr>', '');
  const page = await ask('--period', '28d');
  expect(page.indexOf('No visitors since')).toBeLessThan(page.indexOf('Visitors fell'));
  expect(page).toMatch(/>Most: 10, \w{3} \d+ \w{3}</);
  const hours = await ask('--from', day(9), '--to', day(9));
  expect(hours).toContain('>Most: 6, 09:00<');
  expect([...hours.matchAll(/height=(\d+) bgcolor/g)].map(([, high]) => high)).toEqual(['80', '40']);
  expect(hours).not.toContain('Best day');
});

test('letters are the same in HTML where the locale has none', async () => {
  const service = await startSite(['page', [day(1), '/日本語', 3]]);
  const { stdout } = await run(['report', '1', '--html'], { env: { ...service.env, LC_ALL: 'C' } });
  expect(stdout).toContain('<td>/日本語</td>');
});

/** Forty websites with pages of the service; the first need attention, for two reasons each. */
function manyWebsites(days: number, needy: number): AllReport {
  const period = { from: day(days), to: day(1) };
  const rows = Array.from({ length: 40 }, (_, place) => {
    const points = daysFrom(period.from, days).map((on, at) => ({
      day: on,
      count: 12_000 + ((at * 37 + place) % 91),
    }));
    const summary: Summary = {
      points,
      before: points,
      count: 123_456,
      countBefore: 234_567,
      total: 123_456,
      best: points[0],
      today: 1_234,
    };
    const website: Website = { fields: {}, id: randomUUID(), domain: `shop-${place}.customer.example.com` };
    const attention: Attention[] = [
      { kind: 'unusual', day: day(1), count: 12_345, usual: 1_234 },
      { kind: 'botsCounted' },
    ];
    return {
      website,
      visitors: summary,
      pageviews: summary,
      days: undefined,
      hoursSoFar: undefined,
      lastDay: undefined,
      attention: place < needy ? attention : [],
    };
  });
  const pages = new Map(rows.map(({ website: { id } }) => [id, `https://umami.example.com/websites/${id}`]));
  const choice = { kind: 'range', ...period } as const;
  const overview = {
    days: daysOf({ choice, baseline: 'previous' }, today),
    rows,
    together: undefined,
    begins: undefined,
    isWhole: true,
    isCompared: true,
    capabilities,
  };
  const sentence = 'Visitors rose by 9,724 (+30%) against 28 Sep - 25 Oct. '.repeat(6);
  const moved = rows
    .slice(0, 3)
    .map(({ website }) => ({ website, sentences: () => [sentence], leftOut: [] }));
  return { title: 'Websites', overview, moved, notes: [], timeZone: 'Europe/Berlin', today, pages };
}

test.each([
  { days: 7, needy: 8, bars: [7, 7] },
  // Calendar weeks, and months of which two may be cut.
  { days: 28, needy: 8, bars: [4, 5] },
  { days: 90, needy: 8, bars: [3, 5] },
  { days: 28, needy: 40, bars: [4, 5] },
])('forty websites over $days days are under 60 KB of HTML, with bars', ({ days, needy, bars }) => {
  const page = htmlAllReport(manyWebsites(days, needy));
  expect(Buffer.byteLength(page)).toBeLessThan(60_000);
  const small = page.split('height=20>').slice(1);
  expect(small).toHaveLength(40);
  for (const row of small) {
    const [cells = ''] = row.split('<td align="right"');
    const drawn = cells.match(/bgcolor=#/g)?.length;
    expect(drawn).toBeGreaterThanOrEqual(bars[0] ?? NaN);
    expect(drawn).toBeLessThanOrEqual(bars[1] ?? NaN);
  }
});

test.each([
  ['characters that HTML escapes', '&"'.repeat(150)],
  ['Chinese', '日本語'.repeat(80)],
  ['emoji', '\u{1f600}'.repeat(150)],
  ['one word', `${'x'.repeat(240)}.example`],
])('forty websites with names of hundreds of characters are under 60 KB too: %s', (_, name) => {
  const { overview, moved, ...report } = manyWebsites(28, 40);
  const rows = overview.rows.map((row, at) => ({
    ...row,
    website: { ...row.website, domain: `${at}${name}` },
  }));
  const sentences = () => [`Page views of the page /${name} rose by 12.`, `Of ${name} too.`];
  const page = htmlAllReport({
    ...report,
    overview: { ...overview, rows },
    moved: moved.map((each, at) => ({ ...each, website: rows[at]?.website ?? each.website, sentences })),
  });
  expect(Buffer.byteLength(page)).toBeLessThan(60_000);
  // Of each there is enough to tell it from the others.
  for (const at of rows.keys()) expect(page).toMatch(new RegExp(`<a href="[^"]*">${at}[^<]`));
});

test('one website with long values is under 60 KB too', async () => {
  const server = await openFaultServer();
  const long = '&"'.repeat(500);
  server.answerWith((response, request) => {
    const { path, query } = request;
    const rows = Array.from({ length: 5 }, (_, at) => ({ value: `/${at}${long}`, count: 50 - at }));
    const data = /name=(visitors|pageviews)&/.test(query) ? [{ value: day(1), count: 9 }] : rows;
    const website = { id: 1, domain: `one.example${long}`, privacy: 0, exclude_bots: 0 };
    return json({ data: path.includes('/stats/') ? data : website })(response, request);
  });
  const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey };
  const { stdout } = await run(['report', '1', '--html'], { env });
  expect(stdout).toContain('<td>/4&amp;&quot;');
  expect(Buffer.byteLength(stdout)).toBeLessThan(60_000);
});

test('one website or all: not both, not none, and one format', async () => {
  const service = await startService();
  for (const [args, words] of [
    [[], 'Say which websites'],
    [['one.example', '--all'], 'only one of them'],
    [['--all', '--html', '--json'], '--html and json are two formats'],
    [['--all', '--format', 'csv'], 'for CSV use sitedeck overview'],
    [['--all', '--mail-from', 'a@b.example'], '--mail-from and --mail-to go together'],
    [['--all', '--mail-from', 'a@b.example', '--mail-to', 'root', '--json'], 'leave json out'],
  ] as const) {
    expect(refusal(await run(['report', ...args], service))).toContain(words);
  }
});
