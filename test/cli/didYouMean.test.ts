import { expect, test } from 'vitest';
import { apiKey, errorLine, run, saveProfiles, startService, temporaryHome } from './fixture.ts';

const site = 'shop.example.com';

test.each([
  [
    ['statss'],
    '"statss" is neither a command nor the domain of a website. Did you mean stats? See sitedeck --help.',
  ],
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
  [['--red-only'], "Unknown option '--red-only'. Did you mean --read-only? See sitedeck --help."],
  [
    ['stats', site, 'page', '--perod', '7d'],
    "unknown option '--perod'. Did you mean --period? See sitedeck stats --help.",
  ],
  [
    ['websites', 'update', site, '--pasword=secret'],
    "unknown option '--pasword'. Did you mean --password? See sitedeck websites update --help.",
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
  const [service, home] = [await startService(), temporaryHome()];
  saveProfiles(home, { work: { url: service.url, apiKey: 'k' } });
  const ran = await run(args, { home, env: args.includes('wrok') ? {} : service.env });
  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(errorLine(ran)).toBe(`sitedeck: ${line}`);
});

test('a website is one of those that are known without asking', async () => {
  const [service, home] = [await startService(), temporaryHome()];
  await run(['profile', 'add', 'work', service.url], { home, stdin: apiKey });
  const options = { home };
  await service.add(site);
  const line = 'sitedeck: There is no website "shp.example.com" on this service.';
  expect(errorLine(await run(['report', 'shp.example.com'], options))).toBe(line);
  await run(['websites', 'list', '--all'], options);
  for (const command of [['report'], ['websites', 'delete', '--yes'], ['tag']]) {
    const ran = await run([...command, 'shp.example.com'], options);
    expect([ran.code, errorLine(ran)]).toEqual([1, `${line} Did you mean ${site}?`]);
  }
  expect((await service.api.listWebsites({ perPage: 10 })).rows.length).toBe(1);
});
