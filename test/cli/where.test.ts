import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { recentSeed, recentVisits } from '../helpers/umami/example.ts';
import { connect } from './mcpClient.ts';
import { run, today, umamiHome } from './fixture.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

const [from, to] = [addDays(today, -28), addDays(today, -1)];
const days = ['--from', from, '--to', to];

/** Websites that have data since long ago. */
async function open() {
  const long = { who: 'eve', at: '2024-01-01T12:00:00Z', paths: ['/'] };
  return await umamiHome(recentSeed([long, ...recentVisits()]));
}

test('values are taken as they are printed and as they are stored, in any case', async () => {
  const { shell } = await open();
  const read = async (...where: string[]) => {
    const conditions = where.flatMap(text => ['--where', text]);
    const ran = await shell('stats', 'shop.example', 'page', ...days, ...conditions, '--json');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { rows, where: said } = JSON.parse(ran.stdout);
    return [
      said,
      Object.fromEntries(rows.map(({ value, count }: { value: string; count: number }) => [value, count])),
    ];
  };
  const ofGermany = { '/': 4, '/pricing': 2, '/shop': 2, '/docs': 1, '/shop/cart': 1 };
  for (const typed of [
    'country=DE',
    'country = germany',
    'city=München, DE',
    'system=linux',
    'browser=Firefox',
  ])
    expect((await read(typed))[1]).toEqual(ofGermany);
  expect(await read('country=Germany', 'country=gb', 'page~/p')).toEqual([
    'country=DE, country=GB, page~/p',
    { '/pricing': 4 },
  ]);
  expect(await read('device!=mobile', 'page!=/')).toEqual([
    'device!=mobile, page!=/',
    { '/docs': 4, '/pricing': 2, '/shop': 2, '/docs/install': 1, '/shop/cart': 1 },
  ]);
});

test('what cannot be so ends with one line, before any request where that is known', async () => {
  const { server, shell } = await open();
  const line = async (...args: string[]) => {
    const before = server.asked.length;
    const { code, stderr, stdout } = await shell(...args);
    expect(stdout).toBe('');
    return [code, server.asked.length > before, stderr.replace('sitedeck: ', '').trimEnd()];
  };
  const pages = ['stats', 'shop.example', 'page', ...days];
  expect(await line(...pages, '--where', 'country=Germny')).toEqual([
    1,
    true,
    'There is no country "Germny" in this period. Did you mean Germany (DE)?',
  ]);
  expect(await line(...pages, '--where', 'page=shop')).toEqual([
    1,
    true,
    'There is no page "shop" in this period: the most frequent ones like it are "/shop", "/shop/cart".',
  ]);
  expect(await line(...pages, '--where', 'referrer=t.co')).toEqual([
    2,
    false,
    'Umami does not filter by referrer.',
  ]);
  expect(await line('overview', '--where', 'country!=DE')).toEqual([
    2,
    false,
    'Umami filters by country with "is" only.',
  ]);
  expect(await line(...pages, '--where', 'germany')).toEqual([
    2,
    false,
    '"germany" is no condition: type country=DE, device!=mobile or page~/blog.',
  ]);
  expect(await line('why', 'shop.example', '--where', 'contry=DE')).toEqual([
    2,
    false,
    'There is no filter by "contry". Did you mean country?',
  ]);
  const nine = Array.from({ length: 9 }, (_, at) => ['--where', `page~${at}`]).flat();
  expect((await line(...pages, ...nine))[2]).toBe('A filter has at most 8 conditions.');
  expect(await line('stats', 'shop.example', 'page', 'referrer', ...days, '--where', 'page~/shop')).toEqual([
    2,
    false,
    'Umami does not count referrers within a filter by page.',
  ]);
  expect(await line('watch', '--all', '--measure', 'errors', '--where', 'page~/shop')).toEqual([
    2,
    false,
    'Errors: counted by request, not by page view, so not within a filter.',
  ]);
});

test('every output says the filter, and counts within it', async () => {
  const { shell } = await open();
  const text = async (...args: string[]) => {
    const ran = await shell(...args, '--where', 'device!=mobile');
    expect([args[0], ran.stderr]).toEqual([args[0], '']);
    return ran.stdout;
  };
  expect(await text('stats', 'shop.example', 'pageviews', ...days)).toMatch(
    /^Page views of shop\.example \(device not mobile\), [^]*\n14 page views in all/,
  );
  // A share is of the visitors within the filter.
  expect(await text('stats', 'shop.example', 'country', ...days)).toMatch(
    /Germany +1 +50%\n[^]*of 2 visitors/,
  );
  expect(await text('history', 'shop.example', 'page', '/', ...days)).toMatch(
    /^\/ of shop\.example \(device not mobile\), [^]*First on /,
  );
  const why = await text('why', 'shop.example', ...days);
  expect(why).toMatch(/UTC\ndevice not mobile\n\nVisitors \(device not mobile\) rose by 2 from none/);
  expect(why).toMatch(/PAGES {2}page views.*\n\/ .*\+4 /);
  expect(await text('why', 'shop.example', ...days, '--format', 'markdown')).toMatch(
    /^# `shop\.example` \(device not mobile\), /,
  );
  const report = await text('report', 'shop.example', ...days);
  expect(report).toMatch(/UTC\ndevice not mobile\n\n[^]*\n2 new +14 new/);
  expect(JSON.parse(await text('report', 'shop.example', ...days, '--json'))).toMatchObject({
    where: 'device!=mobile',
    visitors: 2,
    pageviews: 14,
  });
  expect(await text('report', 'shop.example', ...days, '--html')).toMatch(/, UTC\. Device not mobile</);
  expect(await text('report', '--all', ...days)).toMatch(
    /^Websites \(device not mobile\), [^]*3 websites: 4 visitors new [^]*shop\.example: Visitors \(device not mobile\)/,
  );
  expect(await text('overview', ...days)).toMatch(
    /^Websites \(device not mobile\), [^]*shop\.example +2 +0 +new +14\n/,
  );
  expect(await text('overview', ...days, '--format', 'line')).toMatch(
    /^3 websites: 4 visitors \(device not mobile\) new, /,
  );
  expect(JSON.parse(await text('overview', ...days, '--json'))).toMatchObject({
    where: 'device!=mobile',
    visitors: 4,
    pageviews: 28,
  });
});

test('a threshold is of what is within the filter, also where that had no view in the days watched', async () => {
  const { shell } = await open();
  const watch = await shell('watch', 'shop.example', '--below', '1', '--where', 'page=/shop/cart');
  expect(watch).toMatchObject({ code: 4, stderr: '' });
  expect(watch.stdout).toMatch(/^shop\.example \(page \/shop\/cart\): 0 visitors on .*, below 1\n$/);
  const calm = await shell(
    'watch',
    'shop.example',
    '--below',
    '1',
    '--days',
    '28',
    '--where',
    'page=/shop/cart',
  );
  expect(calm).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const nothing = await shell(
    'stats',
    'shop.example',
    'page',
    '--period',
    'yesterday',
    '--where',
    'page=/shop/cart',
  );
  expect(nothing).toMatchObject({ code: 0, stderr: '' });
  expect(nothing.stdout).toMatch(
    /^Pages of shop\.example \(page \/shop\/cart\), .*\n[^]*Nothing was counted\.\n$/,
  );
  const unknown = await shell('watch', '--all', '--below', '1', '--where', 'page=/shop/crt');
  expect(unknown).toMatchObject({ code: 1, stdout: '' });
  expect(unknown.stderr).toBe(
    'sitedeck: There is no page "/shop/crt" in this period. Did you mean /shop/cart?\n',
  );
});

test('completion knows the fields that the service has, and the values of the website that is named', async () => {
  const { shell } = await open();
  const complete = async (...words: string[]) =>
    (await shell('complete-words', '--', ...words)).stdout.split('\n').filter(Boolean);
  expect(await complete('stats', 'shop.example', 'page', '--where', '')).toEqual(
    ['page', 'country', 'city', 'continent', 'language', 'browser', 'os', 'device'].map(name => `${name}=`),
  );
  expect(await complete('stats', 'shop.example', 'page', '--where', 'country=')).toEqual(
    expect.arrayContaining([
      'country=Canada',
      'country=Germany',
      'country=United Kingdom',
      'country=South Korea',
    ]),
  );
  // Names that begin so; a code where none does.
  const countries = (typed: string) => complete('stats', 'shop.example', 'page', '--where', typed);
  expect(await countries('country=G')).toEqual(['country=Germany']);
  expect(await countries('country!=United K')).toEqual(['country!=United Kingdom']);
  expect(await countries('country=D')).toEqual(['country=DE']);
  expect(await complete('why', 'shop.example', '--where=device=m')).toEqual(['--where=device=mobile']);
  expect(await complete('overview', '--where', 'country=')).toEqual([]);
  expect(await complete('stats', 'nowhere.example', 'page', '--where', 'country=')).toEqual([]);
  // Umami has none by hour.
  expect(await complete('stats', 'shop.example', 'page', '--where', 'hour=')).toEqual([]);
  // The demo has all of them.
  const ofDemo = ['stats', 'shop.example', 'page', '--profile', 'demo'];
  expect(await complete(...ofDemo, '--w')).toEqual(['--where']);
  expect(await complete(...ofDemo, '--where', 'e')).toEqual(['event=', 'exit_page=']);
  expect(await complete(...ofDemo, '--where', 'h')).toEqual(['hour=']);
});

test('completion of each comparison has values as they are printed', async () => {
  const home = await temporaryDemo();
  const complete = async (word: string) => {
    const words = ['stats', 'shop.example.com', 'page', '--profile', 'demo', '--where', word];
    return (await run(['complete-words', '--', ...words], { home })).stdout.split('\n').filter(Boolean);
  };
  expect(await complete('country=Ger')).toEqual(['country=Germany']);
  expect(await complete('country!=Ger')).toEqual(['country!=Germany']);
  expect(await complete('country~Ger')).toEqual(['country~Germany']);
});

test('agents filter by the same conditions, and read the same', async () => {
  const { home, shell } = await open();
  const agent = await connect(home.env);
  const where = ['country=Germany', 'page~/p'];
  const args = [...days, ...where.flatMap(text => ['--where', text]), '--json'];
  const same = async (tool: string, given: object, ...line: string[]) => {
    const { texts } = await agent.call(tool, { from, to, where, ...given });
    expect(JSON.parse(texts.join(''))).toEqual(JSON.parse((await shell(...line, ...args)).stdout));
  };
  await same('statistic', { site: 'shop.example', names: ['page'] }, 'stats', 'shop.example', 'page');
  await same('why', { site: 'shop.example' }, 'why', 'shop.example');
  await same('overview', {}, 'overview');
});
