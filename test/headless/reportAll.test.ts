import { expect, test } from 'vitest';
import { addDays, formatDayShort } from '#model/period/day.ts';
import { json } from '../helpers/faultAnswers.ts';
import { startFaultServer } from '../helpers/faultServer.ts';
import { apiKey, errorLine, run, startService, today, type TestService } from './fixture.ts';

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

test('HTML has styles of its own elements and tables, and neither scripts nor anything remote', async () => {
  const server = await startFaultServer();
  const hostile = `<script src="https://evil.example/x.js">'&"</script><img onerror=1>`;
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
    expect(stdout).toContain('&lt;script src=&quot;https://evil.example/x.js&quot;&gt;&#39;&amp;&quot;');
    const tags = [...stdout.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
    // Its own elements only, with no attribute that loads or runs anything.
    expect(new Set(tags.map(tag => /^<[/!]?(\w+)/.exec(tag)?.[1]))).toEqual(
      new Set([
        'doctype',
        'html',
        'head',
        'meta',
        'title',
        'body',
        'table',
        'tr',
        'td',
        'h1',
        ...shown(stdout),
      ]),
    );
    expect(tags.join('')).not.toMatch(/src=|href=|url\(|on\w+=|<link|<style/);
    const opened = tags.filter(tag => /^<[a-z]/.test(tag) && !tag.startsWith('<meta')).length;
    expect(tags.filter(tag => tag.startsWith('</'))).toHaveLength(opened);
    // Without its tags it reads from top to bottom.
    expect(stdout.indexOf('Domain') > 0 || stdout.indexOf('Measure') > 0).toBe(true);
  }
  await server.close();
});

function shown(html: string): string[] {
  return ['h2', 'p', 'th'].filter(tag => html.includes(`<${tag} style="`));
}

test('one website or all: not both, not none, and one format', async () => {
  const service = await startService();
  for (const [args, words] of [
    [[], 'Say which websites'],
    [['one.example', '--all'], 'only one of them'],
    [['--all', '--html', '--json'], '--html and json are two formats'],
    [['--all', '--format', 'csv'], 'for CSV use sitedeck overview'],
  ] as const) {
    const ran = await run(['report', ...args], service);
    expect(ran.code).toBe(2);
    expect(errorLine(ran)).toContain(words);
  }
});
