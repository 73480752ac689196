import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { connect } from './mcpClient.ts';
import { errorLine, run, startService, temporaryHome, today } from './fixture.ts';

const agents = {
  a: 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0',
  b: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
  c: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
} as const;

const view = (who: keyof typeof agents, day: string, time: string, path: string) =>
  `91.12.3.4 - - [${day}/Mar/2026:${time} +0000] "GET ${path} HTTP/1.1" 200 512 "-" "${agents[who]}"\n`;

/** On the 9th two sessions, one of one view; on the 10th four, two of one view. */
async function opened(dated = (line: string) => line) {
  const home = temporaryHome();
  const lines = [
    view('a', '09', '10:00:00', '/'),
    view('a', '09', '10:02:00', '/a'),
    view('b', '09', '11:00:00', '/'),
    view('c', '10', '09:00:00', '/'),
    view('c', '10', '09:00:40', '/b'),
    view('a', '10', '10:00:00', '/'),
    view('a', '10', '10:01:00', '/a'),
    view('a', '10', '10:05:00', '/b'),
    view('a', '10', '11:00:00', '/'),
    view('b', '10', '12:00:00', '/a'),
  ];
  writeFileSync(join(home.path, 'access.log'), lines.map(dated).join(''));
  expect((await run(['import', 'one.example', 'access.log'], { home })).code).toBe(0);
  const days = ['--from', '2026-03-10', '--to', '2026-03-10', '--profile', 'logs'];
  const stats = (...words: string[]) => {
    const period = words.includes('--from') ? days.slice(2) : days;
    return run(['stats', 'one.example', ...words, ...period], { home });
  };
  const why = (...words: string[]) => run(['why', 'one.example', ...words, ...days], { home });
  return { stats, why, home, file: join(home.env['XDG_DATA_HOME'] ?? '', 'sitedeck', 'sites.sqlite') };
}

const open = async () => (await opened()).stats;

/** Of the lines, and of those before. */
const rates = {
  bounce_rate: 0.5,
  bounce_rate_before: 0.5,
  // (40 + 300 + 0 + 0) / 4, and (120 + 0) / 2.
  visit_seconds: 85,
  visit_seconds_before: 60,
  pages_per_visit: 1.75,
  pages_per_visit_before: 1.5,
};

test('bounce rate, time and pages per visit are those of the lines, beside those before', async () => {
  const stats = await open();
  const { stdout, stderr } = await stats('sessions', '--compare=previous', '--json');
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    sessions: 4,
    ...rates,
    rows: [
      {
        from: '2026-03-10',
        to: '2026-03-10',
        sessions: 4,
        bounce_rate: 0.5,
        visit_seconds: 85,
        pages_per_visit: 1.75,
      },
    ],
  });
  const text = await stats('sessions', '--compare=previous');
  expect(text.stdout).toContain(
    '4 sessions in all: bounce rate 50% (=), time on website 1m 25s (+42%), pages per visit 1.8 (+17%)\n',
  );
});

test('why says what they were before, within a filter too; of single days not what chance does', async () => {
  const { why } = await opened();
  const previous = ['--compare', 'previous'];
  const text = await why(...previous);
  expect(text.stdout.replaceAll('\n', ' ')).toContain(
    'Bounce rate 50% to 50% (=); time on website 1m 00s to 1m 25s (+42%); pages per visit 1.5 to 1.8 (+17%).',
  );
  expect(JSON.parse((await why(...previous, '--json')).stdout)).toMatchObject(rates);
  const filtered = await why(...previous, '--where', 'page!=/a', '--format', 'markdown');
  // On the 9th a session of one view, two; on the 10th of 40, 300, and nothing: three.
  expect(filtered.stdout).toContain(
    'Bounce rate 100% to 33% (-67pp); time on website 0s to 1m 53s; pages per visit 1.0 to 1.7 (+67%).',
  );
});

test('an agent is told them by their names, in numbers and beside those before', async () => {
  const { home } = await opened();
  const agent = await connect({ ...home.env, SITEDECK_PROFILE: 'logs' });
  const days = { from: '2026-03-10', to: '2026-03-10', compare: 'previous' };
  const told = { bounce_rate: 0.5, bounce_rate_before: 0.5, visit_seconds: 85, visit_seconds_before: 60 };
  const compared = await agent.call('compare', { site: 'one.example', names: ['sessions'], ...days });
  expect(compared).toMatchObject({
    isError: false,
    structured: {
      sessions: 4,
      ...told,
      rows: [{ from: '2026-03-10', bounce_rate: 0.5, pages_per_visit: 1.75 }],
    },
  });
  const why = await agent.call('why', { site: 'one.example', ...days });
  expect(why).toMatchObject({ isError: false, structured: { ...told, pages_per_visit_before: 1.5 } });
});

/** "25/Nov/2026". */
function stamped(day: Day): string {
  const [, date, month, year] = new Date(`${day}T00:00:00Z`).toUTCString().split(' ');
  return `${date}/${month}/${year}`;
}

test('watch crosses a threshold of them, and falls', async () => {
  const { home } = await opened(line =>
    line
      .replace('09/Mar/2026', stamped(addDays(today, -2)))
      .replace('10/Mar/2026', stamped(addDays(today, -1))),
  );
  const watch = async (measure: string, ...words: string[]) => {
    const { code, stdout } = await run(
      ['watch', 'one.example', '--measure', measure, ...words, '--profile', 'logs'],
      { home },
    );
    return [code, stdout.replace(/ on \d+ \w{3} \d{4},/, ',').trimEnd()];
  };
  expect(await watch('bounce_rate', '--above', '49')).toEqual([4, 'one.example: bounce rate 50%, above 49%']);
  expect(await watch('bounce_rate', '--above', '50')).toEqual([0, '']);
  expect(await watch('visit_seconds', '--below', '90')).toEqual([
    4,
    'one.example: time on website 1m 25s, below 1m 30s',
  ]);
  const within = ['--where', 'page!=/a'];
  expect(await watch('pages_per_visit', '--below', '2', ...within)).toEqual([
    4,
    'one.example (page not /a): pages per visit 1.7, below 2.0',
  ]);
  expect(await watch('bounce_rate', '--drop', '60', '--compare', 'previous', ...within)).toEqual([
    4,
    'one.example (page not /a): bounce rate 33%, -67% from 100%',
  ]);
  expect(await watch('visit_seconds', '--drop', '1', '--compare', 'previous')).toEqual([0, '']);
  // Of both days: of six sessions three have one page view, in (40 + 300 + 0 + 0 + 120 + 0) / 6 seconds.
  const both = await watch('visit_seconds', '--below', '90', '--days', '2', '--json');
  expect(JSON.parse(String(both[1]))).toMatchObject({
    measure: 'visit_seconds',
    rows: [{ count: 76.7, crossed: 'below 1m 30s' }],
  });
  // Days without a line.
  const none = await watch('bounce_rate', '--below', '1', '--where', 'page=/a', '--where', 'page!=/a');
  expect(none).toEqual([4, expect.stringContaining('bounce rate no data')]);
});

test('within a filter only the page views that meet it are there', async () => {
  const stats = await open();
  const read = async (...words: string[]) => JSON.parse((await stats(...words, '--json')).stdout);
  expect(await read('sessions', '--where', 'page=/a')).toMatchObject({
    where: 'page=/a',
    sessions: 2,
    bounce_rate: 1,
    visit_seconds: 0,
    pages_per_visit: 1,
  });
  // Of the session that ended there.
  expect(await read('sessions', '--where', 'exit_page=/b')).toMatchObject({
    sessions: 2,
    bounce_rate: 0,
    visit_seconds: 170,
    pages_per_visit: 2.5,
  });
  const nobody = await stats('sessions', '--where', 'page=/a', '--where', 'page!=/a');
  expect(nobody.stdout).toContain('Nothing was counted.');
});

test('exit pages are those of the last views', async () => {
  const stats = await open();
  const { rows } = JSON.parse((await stats('exit_page', '--json')).stdout);
  expect(rows.map(({ value, count }: { value: string; count: number }) => [value, count])).toEqual([
    ['/b', 2],
    ['/', 1],
    ['/a', 1],
  ]);
});

test('days whose detail is not kept are no data: said, and nothing is compared with them', async () => {
  const { stats, file } = await opened();
  const database = new DatabaseSync(file);
  database.exec("delete from visit_part where kind > 1 and day = julianday('2026-03-09') - 2440587.5");
  database.close();
  const compare = '--compare=previous';
  const json = async (name: string) => JSON.parse((await stats(name, compare, '--json')).stdout);
  const told = await json('sessions');
  expect([told.visit_seconds, told.visit_seconds_before]).toEqual([85, undefined]);
  const text = await stats('sessions', compare);
  expect(text.stdout).toContain('bounce rate 50%, time on website 1m 25s, pages per visit 1.8\n');
  expect(text.stderr).toContain('No comparison: the day before has no data.');
  const pages = await stats('exit_page', compare);
  expect(pages.stderr).toContain('changes unknown: detail of exit pages only since 10 Mar 2026');
  const both = await stats('sessions', '--from', '2026-03-09');
  expect(both.stdout).toContain('4 sessions in all');
  expect(both.stderr).toContain('Visits are known from 10 Mar 2026 on.');
});

test('a service without sessions is not asked, and what does not go together is refused', async () => {
  const service = await startService();
  await service.add('one.example');
  const none = await run(['stats', 'one.example', 'sessions'], { env: service.env });
  expect([none.code, errorLine(none)]).toEqual([
    2,
    'sitedeck: This service does not tell how long visits were, nor of how many pages.',
  ]);
  const both = await run(['stats', 'one.example', 'sessions', 'page'], { env: service.env });
  expect([both.code, errorLine(both)]).toEqual([
    2,
    'sitedeck: sessions are printed by themselves: leave out the other names.',
  ]);
});

test('a service of own logs elsewhere tells them by its answers', async () => {
  const service = await startService(true);
  await service.add('one.example');
  const ran = await run(['stats', 'one.example', 'sessions'], { env: service.env });
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(ran.stdout).toContain('No data in this period.');
});
