import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SavedView } from '#model/savedView.ts';
import { addDays } from '#model/period/day.ts';
import {
  refusal,
  run,
  saveProfiles,
  startService,
  temporaryHome,
  today,
  apiKey,
  type Ran,
} from './fixture.ts';

const yesterday = addDays(today, -1);
const one = { id: '1', domain: 'one.example' };
const common = { profile: 'work', period: '7d', compare: 'none' } as const;
const pages = {
  ...common,
  screen: 'statistic',
  website: one,
  statistic: 'page',
  search: 'a',
  sortBy: 'value',
  sort: 'asc',
} satisfies SavedView;
const shops = {
  ...common,
  screen: 'websites',
  search: 'two tag:shop',
  sortBy: 'domain',
  sort: 'desc',
} satisfies SavedView;

/** A service with two websites behind the profile work, which is not the one in use. */
async function withViews(views: Readonly<Record<string, SavedView>>, of: object = {}) {
  const service = await startService();
  await service.add('one.example');
  await service.add('two.example');
  const home = temporaryHome();
  saveProfiles(home, { work: { url: service.url, apiKey } });
  const folder = join(home.path, 'data', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'views.json');
  writeFileSync(path, JSON.stringify({ version: 1, ...of, views }));
  const sitedeck = async (line: string, stdin?: string): Promise<Ran> =>
    await run(line.split(' '), { home, ...(stdin !== undefined && { stdin }) });
  return { service, home, path, sitedeck, kept: () => JSON.parse(readFileSync(path, 'utf8')) };
}

test('a view says the profile, website, statistic, search, order and period of a command; what is beside it wins', async () => {
  const { service, sitedeck } = await withViews({ monday: pages });
  await service.count('1', 'page', [yesterday, '/a', 3], [yesterday, '/ab', 5], [yesterday, '/c', 7]);
  await service.count('1', 'page', [addDays(today, -20), '/old-a', 9]);
  await service.count('1', 'visitors', [yesterday, '', 4]);
  const csv = async (line: string) => (await sitedeck(`${line} --format csv`)).stdout;
  const rows = async (line: string) =>
    (await csv(line))
      .trim()
      .split('\n')
      .slice(1)
      .map(row => row.split(',').slice(1, 3).join(' '));
  expect(await rows('stats @monday')).toEqual(['/a 3', '/ab 5']);
  expect(await rows('stats @Monday --sort desc')).toEqual(['/ab 5', '/a 3']);
  expect(await rows('stats @monday --period 30d')).toEqual(['/a 3', '/ab 5', '/old-a 9']);
  expect(await rows(`stats --from ${today} --to ${today} @monday`)).toEqual([]);
  // Another statistic is not searched as the pages are.
  const visitors = await csv('stats @monday visitors');
  expect(visitors.split('\n')).toHaveLength(9);
  expect((await sitedeck('report @monday --rows 1')).stdout).toContain('one.example');
  expect((await sitedeck('watch @monday --below 100')).stdout).toMatch(
    /^one\.example: 4 visitors in .*, below 100\n$/,
  );
  expect((await sitedeck('websites show @monday')).stdout).toContain('one.example');
  expect((await sitedeck('year @monday --json')).stdout).toContain('"one.example"');
});

test('a view of the list chooses websites, of several side by side names them', async () => {
  const both = {
    ...common,
    screen: 'sideBySide',
    websites: [one, { id: '2', domain: 'two.example' }],
  } as const;
  const { sitedeck } = await withViews({ shops, both });
  await sitedeck('--profile work tag two.example shop');
  const { stdout } = await sitedeck('websites list @shops --format csv');
  expect(stdout.split('\n').map(line => line.split(',')[1])).toEqual(['domain', 'two.example', undefined]);
  expect((await sitedeck('overview @shops --json')).stdout).toContain('"websites": 1');
  expect((await sitedeck('watch @shops --below 1')).stdout).toMatch(/^two\.example: [^\n]*\n$/);
  expect((await sitedeck('compare @both --json')).stdout).toContain('"domain_2": "two.example"');
  expect(refusal(await sitedeck('stats @shops visitors'))).toBe(
    'sitedeck: The view shops is of the list of websites, and sitedeck stats is of one.',
  );
  expect(refusal(await sitedeck('why @both'))).toBe(
    'sitedeck: The view both is of 2 websites, and sitedeck why is of one.',
  );
  expect(refusal(await sitedeck('overview @both'))).toBe(
    'sitedeck: The view both is of 2 websites, and sitedeck overview is of all.',
  );
});

test('tags and notes take a view, of its profile; a note may mention a name', async () => {
  const both = { ...common, screen: 'sideBySide', websites: [one, one] } as const;
  const { sitedeck } = await withViews({ monday: pages, shops, both });
  expect((await sitedeck('tag @monday shop --json')).stdout).toContain('"domain":"one.example"');
  expect((await sitedeck('note add @monday ask @monday')).stderr).toMatch(
    /^Noted for one\.example: .* ask @monday /,
  );
  expect(refusal(await sitedeck('note add @both text'))).toBe(
    'sitedeck: The view both is of 2 websites, and sitedeck note add is of one.',
  );
  expect((await sitedeck('tag @monday @none shop')).code).toBe(1);
});

test('a day of why is no number of days up to yesterday', async () => {
  const why = { ...common, screen: 'why', website: one, day: '2026-01-05' } as const;
  const { sitedeck } = await withViews({ why });
  const { stdout, stderr } = await sitedeck('watch @why --above 0 --json');
  expect(stderr).toContain('View why: "5 Jan 2026" is no number of days up to yesterday');
  expect(stdout).toContain(`"from": "${yesterday}"`);
});

test('what is not there ends with 1, in one line', async () => {
  const gone = { ...common, screen: 'year', website: { id: '9', domain: 'gone.example' } } as const;
  // The id is another website's by now.
  const taken = { ...gone, website: { id: '2', domain: 'gone.example' } };
  const moved = { ...gone, website: { id: '9', domain: 'two.example' } };
  const away = { ...gone, profile: 'left' };
  const lacking = { ...common, screen: 'history', website: one, statistic: 'download', value: '/a' } as const;
  const { service, sitedeck } = await withViews({ gone, taken, moved, away, lacking });
  await service.count('2', 'visitors', [yesterday, '', 4]);
  for (const name of ['gone', 'taken'])
    expect(refusal(await sitedeck(`stats @${name}`), 1)).toBe(
      'sitedeck: There is no website "gone.example" on this service. Did you mean one.example?',
    );
  expect((await sitedeck('stats @moved')).stdout).toContain('Visitors of two.example');
  expect(refusal(await sitedeck('stats @away'), 1)).toBe(
    'sitedeck: View away: there is no profile "left" any more.',
  );
  expect(refusal(await sitedeck('history @lacking'), 1)).toMatch(/^sitedeck: View lacking: .*[Dd]ownload/);
  expect(refusal(await sitedeck('stats @mone'), 1)).toBe(
    'sitedeck: There is no view "mone": sitedeck view list prints those there are. Did you mean gone?',
  );
  // Named on the command line it is no view's fault.
  expect((await sitedeck('stats @moved download')).code).toBe(2);
});

test('a view of a service that the environment names needs it there', async () => {
  const { service, home, sitedeck } = await withViews({});
  const profile = service.url.replace('http://', '');
  const view = { ...common, profile, screen: 'dashboard', website: one, measure: 'visitors' };
  await sitedeck('view import -', JSON.stringify({ version: 1, views: { monday: view } }));
  const there = await run(['stats', '@monday'], { home, env: service.env });
  expect(there.stdout).toContain('Visitors of one.example');
  expect(refusal(await sitedeck('stats @monday'), 1)).toBe(
    `sitedeck: View monday: there is no profile "${profile}" any more.`,
  );
});

test('watch says of a period that it does not take', async () => {
  const { sitedeck } = await withViews({
    month: { ...pages, period: 'this month' },
    week: { ...pages, period: '7d' },
  });
  expect((await sitedeck('watch @month --below 1')).stderr).toBe(
    'View month: "This month" is no number of days up to yesterday, which is what sitedeck watch looks at: --days says how many.\n',
  );
  expect((await sitedeck('watch @month --below 1 --days 3')).stderr).toBe('');
  expect((await sitedeck('watch @week --below 1')).stderr).toBe('');
});

test('views are listed, shown, made the first, exported, removed and imported', async () => {
  const { sitedeck, kept } = await withViews({ monday: pages, shops });
  expect((await sitedeck('view list --format csv')).stdout).toBe(
    'name,default,screen,shows,websites,period,compare,filter,profile\n' +
      'monday,false,statistic,Pages with a,one.example,Last 7 days,none,,work\n' +
      'shops,false,websites,Websites with two tag:shop,,Last 7 days,none,,work\n',
  );
  expect((await sitedeck('view show @monday')).stdout).toBe(
    'monday: Pages with a of one.example, last 7 days (work).\n',
  );
  expect((await sitedeck('view default')).stderr).toContain('No view is the first screen');
  expect((await sitedeck('view default monday')).stderr).toBe('The first screen is the view monday.\n');
  expect((await sitedeck('view default')).stdout).toBe('monday\n');
  expect(refusal(await sitedeck('view default mondy'), 1)).toContain('Did you mean monday?');
  const exported = (await sitedeck('view export')).stdout;
  expect(JSON.parse(exported)).toEqual({ version: 1, views: { monday: pages, shops } });
  expect(Object.keys(JSON.parse((await sitedeck('view export shops')).stdout).views)).toEqual(['shops']);
  expect(refusal(await sitedeck('view import -', exported), 1)).toBe(
    'sitedeck: monday, shops: there are such views already. Nothing was added: give --replace.',
  );
  // All or none.
  expect(refusal(await sitedeck('view remove shops nobody'), 1)).toContain('There is no view "nobody"');
  expect(Object.keys(kept().views)).toEqual(['monday', 'shops']);
  expect((await sitedeck('view remove monday shops')).stderr).toBe('2 views removed.\n');
  expect(kept()).toEqual({ version: 1, views: {} });
  expect((await sitedeck('view import -', exported)).stderr).toBe('2 views added.\n');
  expect((await sitedeck('view import - --replace', exported)).code).toBe(0);
  await sitedeck('view default shops');
  expect((await sitedeck('view default --none')).stderr).toBe('The first screen is the list.\n');
  expect(kept()).toEqual({ version: 1, views: { monday: pages, shops } });
  expect(refusal(await sitedeck('view import -', '{"views":{"__proto__":1}}'))).toBe(
    'sitedeck: stdin holds no views as view export prints them. Nothing was added.',
  );
});

test.each([
  [{ period: '9999999999d' }, 'A period has at most 20 years: start later.'],
  [{ period: 'soon' }, '"soon" is no period: '],
  [{ where: ['country=DE', 'page~\u001b[2J'] }, 'Type the text that page contains, as in page~/blog.'],
  [{ where: ['hour=99'] }, '"99" is no hour: type hour=14, from 0 to 23.'],
])('a view with %j is not imported, nor are those beside it', async (change, why) => {
  const { sitedeck, kept } = await withViews({});
  const file = JSON.stringify({ version: 1, views: { monday: pages, other: { ...pages, ...change } } });
  const line = refusal(await sitedeck('view import -', file));
  expect(line).toContain(`sitedeck: View other: ${why}`);
  expect(line).toMatch(/ Nothing was added\.$/);
  expect(kept()).toEqual({ version: 1, views: {} });
});

test('a file that holds no views is said in one line, and left as it is', async () => {
  const { sitedeck, path } = await withViews({});
  const text = '{"version":1,"views":{"__proto__":{"\\u001b[2J":1}}}';
  writeFileSync(path, text);
  for (const line of ['view list', 'stats @monday', 'view remove monday', 'view default --none'])
    expect(refusal(await sitedeck(line))).toMatch(
      /^sitedeck: \S+views\.json holds no views that can be read: mend it, or move it away to start anew\.$/,
    );
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('programs that save at once lose nothing', async () => {
  const { sitedeck, kept } = await withViews({});
  const file = (name: string) => JSON.stringify({ version: 1, views: { [name]: pages } });
  const names = Array.from({ length: 6 }, (_, index) => `v${index}`);
  await Promise.all(names.map(async name => await sitedeck('view import -', file(name))));
  expect(Object.keys(kept().views).toSorted()).toEqual(names);
});

test('goals are set and removed of the website of a view', async () => {
  const { sitedeck } = await withViews({ monday: pages });
  expect((await sitedeck('goal set @monday visitors 500')).stderr).toContain(
    'Goal of one.example: 500 visitors',
  );
  expect((await sitedeck('goal list @monday --format csv')).stdout).toContain('one.example,visitors,,500');
  expect((await sitedeck('goal remove @monday visitors')).stderr).toContain('1 goal removed.');
});

test('completion knows the names of views', async () => {
  const { sitedeck } = await withViews({ monday: pages, shops });
  const complete = async (line: string) =>
    (await sitedeck(`complete-words -- ${line}`)).stdout.split('\n').slice(0, -1);
  expect(await complete('stats @')).toEqual(['@monday', '@shops']);
  expect(await complete('@m')).toEqual(['@monday']);
  expect(await complete('overview @')).toEqual(['@monday', '@shops']);
  expect(await complete('view show s')).toEqual(['shops']);
  expect(await complete('view d')).toEqual(['default']);
  expect(await complete('import @')).toEqual([]);
});

test('of several views the first one says what is asked, and that is said', async () => {
  const week = { ...pages, period: '7d' } as const;
  const { sitedeck } = await withViews({
    month: { ...pages, period: '30d' },
    week,
    away: { ...week, profile: 'left' },
  });
  expect((await sitedeck('watch @month @week --below 1')).stderr).toBe(
    'Period, comparison and filter are those of view month; of week only the websites count.\n',
  );
  expect((await sitedeck('watch @week @week --below 1')).stderr).toBe('');
  expect(refusal(await sitedeck('watch @week @away --below 1'), 2)).toBe(
    'sitedeck: View week is of work and view away of left: one command asks one service.',
  );
});
