import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textWidth } from '#text/characters.ts';
import { run, startSite, temporaryHome, today, type TestService } from './fixture.ts';

const march = ['--from', '2026-03-01', '--to', '2026-03-31'];

async function startReported(): Promise<TestService> {
  const service = await startSite(
    [
      'visitors',
      ['2025-06-01', '', 1],
      ['2026-02-10', '', 200],
      ['2026-03-10', '', 300],
      ['2026-03-11', '', 20],
    ],
    ['pageviews', ['2025-06-01', '', 1], ['2026-03-10', '', 640]],
    ['page', ['2026-03-10', '/', 400], ['2026-03-10', '/日本語|*x*', 240]],
    ['country', ['2026-03-10', 'DE', 320]],
  );
  return service;
}

test('is one page of text, no wider than asked, as wide as 80 where there is no terminal', async () => {
  const service = await startReported();
  for (const [width, args] of [
    [80, []],
    [40, ['--width', '40']],
    [200, ['--width', '200']],
  ] as const) {
    const { code, stdout, stderr } = await run(['report', 'one.example', ...march, ...args], service);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toContain('one.example');
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width);
    expect(stdout).toMatch(/Visitors +Page views/);
    expect(stdout).toMatch(/320 \+60% +640 new/);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Visitors: the sum of the days: who comes on two days counts twice.',
    );
    expect(stdout).toMatch(/300 on 10 Mar/);
    expect(stdout).toMatch(/PAGES +page views/);
    expect(stdout).toMatch(/\/日本語\|\*x\* +240 +38%/);
    expect(stdout).not.toMatch(/BROWSERS|\x1b/);
  }
});

test('is plain ASCII where the locale is', async () => {
  const service = await startReported();
  const { stdout } = await run(['report', '1', ...march], { env: { ...service.env, LANG: 'C' } });
  expect(stdout).toMatch(/^[\n -~]+$/);
});

test('as Markdown nothing of the service is taken for Markdown', async () => {
  const service = await startReported();
  const { stdout } = await run(['report', 'one.example', ...march, '--format', 'markdown'], service);
  expect(stdout).toContain('# `one.example`, March 2026\n');
  expect(stdout).toContain('\n| Visitors | 320 | +60% |\n');
  expect(stdout).toContain('\n## Pages\n');
  expect(stdout).toContain(String.raw`| ${'`/日本語`'}\|${'`*x*`'} | 240 | 38% |`);
});

test('as JSON it has the measures and the rows', async () => {
  const service = await startReported();
  const { stdout } = await run(['report', 'one.example', ...march, '--json', '--rows', '1'], service);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({
    domain: 'one.example',
    from: '2026-03-01',
    visitors: 320,
    visitors_before: 200,
    pageviews: 640,
    best_day: '2026-03-10',
    best_day_visitors: 300,
  });
  expect(report.rows).toContainEqual({
    statistic: 'visitors',
    value: '2026-03-10',
    name: null,
    code: null,
    count: 300,
    share: 0.9375,
    share_of: 'all rows',
  });
  expect(report.rows.slice(31)).toEqual([
    {
      statistic: 'page',
      value: '/',
      name: null,
      code: null,
      count: 400,
      share: 0.625,
      share_of: 'page views',
    },
    {
      statistic: 'country',
      value: 'DE',
      name: 'Germany',
      code: 'DE',
      count: 320,
      share: 1,
      share_of: 'visitors',
    },
  ]);
});

test('says what its changes are against, and none where nothing is compared', async () => {
  const service = await startReported();
  const text = async (...args: string[]) => (await run(['report', '1', ...march, ...args], service)).stdout;
  // 31 days of March beside the 28 of February; the same weekdays are 35 days back.
  expect(await text()).toContain('Changes against February 2026, 31 days against 28.');
  expect(await text('--compare=weekdays')).toContain('Changes against 25 Jan - 24 Feb 2026.');
  expect(await text('--width', '40')).toMatch(/Changes against February 2026, 31 days\n?\s*against 28\./);
  expect(await text('--format', 'markdown')).toContain(
    '- changes: against February 2026, 31 days against 28',
  );
  const alone = await text('--compare=none');
  expect(alone).not.toMatch(/[+]60%|against|new/);
  expect(await text('--compare=none', '--format', 'markdown')).not.toMatch(/Change|against/);
});

test('begins with why it needs attention and what explains the change, in text, Markdown and JSON', async () => {
  const service = await startReported();
  const attention = 'No visitors since 12 Mar: 20 days without any.';
  const sentence = 'Visitors rose by 120 (+60%) against February.';
  const text = await run(['report', '1', ...march], service);
  const lines = text.stdout.split('\n');
  expect(lines[2]).toBe(attention);
  expect(lines[4]).toContain(sentence);
  const markdown = await run(['report', '1', ...march, '--format', 'markdown'], service);
  expect(markdown.stdout).toMatch(
    /^# `one\.example`, March 2026\n\nNo visitors since 12 Mar: 20 days without any\.\n\nVisitors rose by 120 \(\+60%\) against February\. /,
  );
  const report = JSON.parse((await run(['report', '1', ...march, '--json'], service)).stdout);
  expect(report.sentence.startsWith(sentence)).toBe(true);
  expect(report.attention).toBe(attention);
  const alone = await run(['report', '1', ...march, '--compare=none', '--json'], service);
  expect(JSON.parse(alone.stdout)).not.toHaveProperty('sentence');
});

/** 10 and 11 March hour by hour: 300 and 20 visitors, as the days have them. */
async function countHours(service: TestService): Promise<void> {
  await service.count(
    '1',
    'visitors_hours',
    ['2026-03-10', '09', 100],
    ['2026-03-10', '14', 200],
    ['2026-03-11', '09', 5],
    ['2026-03-11', '22', 15],
  );
}

test('of one day it shows the hours beside those of the day compared with, and no best day', async () => {
  const service = await startReported();
  await countHours(service);
  const day = ['report', '1', '--from', '2026-03-11', '--to', '2026-03-11'];
  const ask = async (...args: string[]) => (await run([...day, ...args], service)).stdout;
  const text = await ask('--width', '80', '--ascii', '--compare=previous');
  expect(text).not.toMatch(/Best day|who comes on two days/);
  const lines = text.split('\n');
  const start = lines.indexOf('VISITORS BY HOUR' + 'o Tue 10 Mar'.padStart(80 - 16));
  expect(start).toBeGreaterThan(0);
  const chart = lines.slice(start + 1, start + 9);
  // At 80 columns the axis names every second hour.
  expect(chart.at(-1)?.trim().split(/\s+/)).toEqual([
    '00',
    '02',
    '04',
    '06',
    '08',
    '10',
    '12',
    '14',
    '16',
    '18',
    '20',
    '22',
  ]);
  const columnOf = (hour: string) => chart.at(-1)?.indexOf(hour) ?? -1;
  const inColumn = (hour: string) =>
    chart
      .slice(0, -2)
      .map(line => line.slice(columnOf(hour) - 1, columnOf(hour) + 2).trim())
      .join('');
  // A zero is the lowest step; nothing is marked where the day before had none.
  expect(inColumn('12')).toBe('..');
  expect(inColumn('22')).toBe('##');
  // The day before had its most at two in the afternoon, this one nothing.
  expect(inColumn('14')).toBe('o..');
  const highest = chart.findIndex(line => line.includes('o'));
  expect(chart[highest]?.indexOf('o')).toBe(columnOf('14') - 1);
  expect(await ask('--compare=none', '--ascii')).toMatch(/\nVISITORS BY HOUR\n/);

  const markdown = await ask('--format', 'markdown');
  expect(markdown).toContain('## Visitors by hour\n');
  expect(markdown).toContain('| 09 | 5 | 25% |');
  expect(markdown).toContain('| 22 | 15 | 75% |');
  expect(markdown).not.toMatch(/Best day|who comes on two days/);
  const rows = JSON.parse(await ask('--json')).rows.filter(
    ({ statistic }: { statistic: string }) => statistic === 'visitors_hours',
  );
  expect(rows).toHaveLength(24);
  expect(rows[22]).toMatchObject({ value: '22', count: 15 });
});

test('of today it shows the hours so far, the last of them as unfinished', async () => {
  const service = await startSite(['visitors', [today, '', 30]], ['visitors_hours', [today, '00', 30]]);
  const { stdout } = await run(['report', '1', '--period', 'today', '--json'], service);
  const rows = JSON.parse(stdout).rows.filter(
    ({ statistic }: { statistic: string }) => statistic === 'visitors_hours',
  );
  expect((await run(['report', '1', '--period', 'today'], service)).stdout).not.toContain('Today so far');
  // The hour may end while the report is made.
  const hour = new Date().getUTCHours();
  expect([hour, (hour + 23) % 24]).toContain(rows.length - 1);
  expect(rows[0]).toMatchObject({ value: '00', count: 30 });
});

test('of one day whose hours the service does not know it has no chart', async () => {
  const service = await startReported();
  const { stdout } = await run(['report', '1', '--from', '2026-03-11', '--to', '2026-03-11'], service);
  expect(stdout).not.toMatch(/BY HOUR|┤|█|⣿/);
});

test('the report of own logs has a panel of downloads, and of slow pages where the log says how long they took', async () => {
  const home = temporaryHome();
  const line = (path: string, number: number) =>
    `${JSON.stringify({
      time_iso8601: '2026-03-10T10:00:00+00:00',
      remote_addr: '203.0.113.7',
      request: `GET ${path} HTTP/1.1`,
      status: 200,
      body_bytes_sent: 5,
      request_time: path === '/slow' ? 2 : 0.001,
      http_user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
      request_id: number,
    })}\n`;
  const paths = [
    ...Array.from({ length: 12 }, () => '/slow'),
    '/',
    ...Array.from({ length: 3 }, () => '/guide.pdf'),
  ];
  writeFileSync(join(home.path, 'access.log'), paths.map(line).join(''));
  expect((await run(['import', 'one.example', 'access.log'], { home })).code).toBe(0);
  const report = async (...options: string[]) => {
    const days = ['--from', '2026-03-10', '--to', '2026-03-10', '--profile', 'logs'];
    return (await run(['report', 'one.example', ...days, ...options], { home })).stdout;
  };
  const text = await report();
  expect(text).toMatch(/DOWNLOADS +requests, %/);
  expect(text).toMatch(/\/guide\.pdf +3 +100%/);
  expect(text).toMatch(/SLOW RESPONSES +slowest tenth(?: {2}|\n)/);
  // A time is a part of nothing.
  expect(text).toMatch(/\/slow +(?:1\.9|2\.\d) s(?! +\d+%)/);
  const { rows } = JSON.parse(await report('--json'));
  const slow = rows.filter(({ statistic }: { statistic: string }) => statistic === 'slow_response');
  expect(slow.map(({ value, share }: { value: string; share?: number }) => [value, share ?? 'none'])).toEqual(
    [
      ['/slow', 'none'],
      ['/', 'none'],
    ],
  );
  expect(await report('--format', 'markdown')).toContain('Slow responses');
  expect(await report('--html')).toContain('Slow responses');
});
