import { expect, test } from 'vitest';
import { json } from '../helpers/faultAnswers.ts';
import { apiKey, refusal, run, saveProfiles, startFaulty, startService, temporaryHome } from './fixture.ts';

const site = 'shop.example.com';

/** What a command line that is wrong is answered. Nothing is written to the service. */
async function refused(args: readonly string[]): Promise<string> {
  const [{ server, env }, home] = [await startFaulty(json({ data: [] })), temporaryHome()];
  saveProfiles(home, { work: { url: server.url, apiKey } });
  const isNamed = ['--url', 'wrok'].some(word => args.includes(word));
  const line = refusal(await run(args, { home, env: isNamed ? { SITEDECK_API_KEY: apiKey } : env }));
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  return line;
}

test.each<string[]>([
  ['--url', 'http://one.example', '--profile', 'two', 'websites', 'list'],
  ['--json'],
  ['websites', 'list', 'extra'],
  ['websites', 'list', '--per-page', '0'],
  ['websites', 'list', '--sort-by', 'visitors'],
  ['websites', 'list', '--sort', 'up'],
  ['websites', 'list', '--page', '0'],
  ['websites', 'list', '--page', '1.5'],
  ['websites', 'list', '--page', '2', '--all'],
  ['websites', 'list', '--search'],
  ['websites', 'show'],
  ['websites', 'show', ' '],
  ['websites', 'create'],
  ['websites', 'create', 'not a host'],
  ['websites', 'create', site, '--privacy', 'secret'],
  ['websites', 'create', site, '--exclude-ips', '300.1.1.1'],
  ['websites', 'update', site],
  ['websites', 'update', site, '--privacy', 'public', '--password'],
  ['websites', 'plan', 'absent.yaml'],
  ['websites', 'apply'],
  ['websites', 'export', '--format', 'csv'],
  ['stats', site],
  ['stats', site, 'page', '--from', '2026-01-01'],
  ['stats', site, 'page', '--from', '2026-02-30', '--to', '2026-03-01'],
  ['stats', site, 'page', '--from', '2026-03-02', '--to', '2026-03-01'],
  ['stats', site, 'visitors', '--from', '1026-01-01', '--to', '2026-01-01'],
  ['stats', site, 'page', '--period', 'someday'],
  ['stats', site, 'page', '--period', '30d', '--from', '2026-01-01', '--to', '2026-01-02'],
  ['stats', site, 'page', '--per-page', '1e3'],
  ['stats', site, 'page', '--period', '24h'],
  ['stats', site, 'page', '--period', 'all', '--compare'],
  ['report', site, '--period', '24h'],
  ['stats', site, 'page', '--compare=tomorrow'],
  ['stats', site, 'page', '--period', 'today', '--compare'],
  ['report', site, '--rows', '0'],
  ['report', site, '--width', '10'],
  ['watch', site],
  ['watch', site, '--below', '-1'],
  ['watch', site, '--drop', '101'],
  ['watch', site, '--below', '1', '--days', '0'],
  ['watch', site, '--below', '1', '--measure', 'clicks'],
  ['import', 'not a host', 'access.log'],
  ['import', site, 'absent.log'],
  ['--profile', 'demo', 'import', site, 'absent.log'],
  ['serve', '--port', '65536'],
  ['serve', '--host', 'no such host'],
  ['--profile', 'work', 'serve'],
  ['profile', 'add', 'work'],
  ['profile', 'add', 'a b', 'https://stats.example.com'],
  ['profile', 'add', 'work', 'ftp://stats.example.com'],
  ['profile', 'add', 'work', 'https://user:pass@stats.example.com'],
  ['profile', 'add', 'work', 'https://stats.example.com', '--time-zone', 'Mars/Olympus'],
  ['profile', 'remove', 'demo'],
])('%s %s %s %s %s %s', async (...args) => {
  expect(await refused(args)).toMatch(/^sitedeck: .{10,}/);
});

test.each([
  [
    ['statss'],
    '"statss" is neither a command nor the domain of a website. Did you mean stats? See sitedeck --help.',
  ],
  [
    ['views', '--help'],
    '"views" is neither a command nor the domain of a website. Did you mean view? See sitedeck --help.',
  ],
  [['websites', 'lst', '-h'], '"lst" is no command. Did you mean list? See sitedeck websites --help.'],
  [['frobnicate'], '"frobnicate" is neither a command nor the domain of a website. See sitedeck --help.'],
  [
    ['b'.repeat(3000)],
    `"${'b'.repeat(59)}…" is neither a command nor the domain of a website. See sitedeck --help.`,
  ],
  [['websites', 'lst'], '"lst" is no command. Did you mean list? See sitedeck websites --help.'],
  [['help', 'websits'], '"websits" is no command. Did you mean websites? See sitedeck --help.'],
  [
    ['help', 'websites', 'updte'],
    '"updte" is no command. Did you mean update? See sitedeck websites --help.',
  ],
  [['-v'], "Unknown option '-v'. Did you mean -V? See sitedeck --help."],
  [['--red-only'], "Unknown option '--red-only'. Did you mean --read-only? See sitedeck --help."],
  [
    ['stats', site, 'page', '--perod', '7d'],
    "unknown option '--perod'. Did you mean --period? See sitedeck stats --help.",
  ],
  [
    ['websites', 'update', site, '--pasword=secret'],
    "unknown option '--pasword'. Did you mean --password? See sitedeck websites update --help.",
  ],
  [
    ['report', site, '--mail', 'a@example.com'],
    "unknown option '--mail'. Did you mean --mail-from or --mail-to? See sitedeck report --help.",
  ],
  [['websites', 'list', '--json=true'], "option '--json' takes no value. See sitedeck websites list --help."],
  [['stats', site, 'pgae'], 'NAME "pgae" is wrong. Did you mean page? See sitedeck stats --help.'],
  [
    ['history', site, 'refferer', 'x.example'],
    'STATISTIC "refferer" is wrong. Did you mean referrer? See sitedeck history --help.',
  ],
  [
    ['completion', 'powershell'],
    'SHELL "powershell" is wrong. It is one of bash, zsh, fish. See sitedeck completion --help.',
  ],
  [
    ['stats', site, 'page', '--sort-by', 'cuont'],
    '--sort-by "cuont" is wrong. Did you mean count? See sitedeck stats --help.',
  ],
  [['overview', '--format=jsn'], '--format "jsn" is wrong. Did you mean json? See sitedeck overview --help.'],
  [
    ['report', site, '--format', 'HTML'],
    '--format "HTML" is wrong. --html is an option of its own. See sitedeck report --help.',
  ],
  [
    ['stats', site, 'page', '--per-page=all'],
    '--per-page "all" is wrong. --all is an option of its own. See sitedeck stats --help.',
  ],
  [
    ['stats', site, 'page', '--period', 'lst month'],
    '--period: "lst month" is no period: type 30d, last 12 months, 2026-03, 1 mar - 15 apr. Did you mean last month?',
  ],
  [
    ['stats', site, 'page', '--period', 'febuary'],
    '--period: "febuary" is no period: type 30d, last 12 months, 2026-03, 1 mar - 15 apr. Did you mean february?',
  ],
  [
    ['--profile', 'wrok', 'websites', 'list'],
    'There is no profile "wrok": choose one of demo, logs, work. Did you mean work?',
  ],
  [
    ['profile', 'remove', 'wrok'],
    'There is no profile "wrok": choose one of demo, logs, work. Did you mean work?',
  ],
])('%j is answered with what may have been meant, and nothing is done', async (args, line) => {
  expect(await refused(args)).toBe(`sitedeck: ${line}`);
});

test('a website is one of those that the service has, known from a list or read where none is kept', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  await run(['profile', 'add', 'work', service.url], { home, stdin: apiKey });
  await service.add(site);
  const line = 'sitedeck: There is no website "shp.example.com" on this service.';
  const meant = `${line} Did you mean ${site}?`;
  expect(refusal(await run(['report', 'shp.example.com'], { home }), 1)).toBe(meant);
  await run(['websites', 'list', '--all'], { home });
  for (const command of [['report'], ['websites', 'delete', '--yes'], ['tag']]) {
    const ran = await run([...command, 'shp.example.com'], { home });
    expect(refusal(ran, 1)).toBe(meant);
  }
  expect((await service.api.listWebsites({ perPage: 10 })).rows.length).toBe(1);
});
