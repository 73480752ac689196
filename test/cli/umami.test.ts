import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import { namedWebsites, recentSeed, recentVisits } from '../helpers/umami/example.ts';
import { countBy, entriesOf, viewsOf } from '../helpers/umami/recount.ts';
import type { Seed } from '../helpers/umami/world.ts';
import { errorLine, obeyed, refusal, temporaryHome, today, umamiHome } from './fixture.ts';

const [from, to] = [addDays(today, -28), addDays(today, -1)];

/** Websites that have data since long ago. */
function knownSeed(): Seed {
  return recentSeed([{ who: 'eve', at: '2024-01-01T12:00:00Z', paths: ['/'] }, ...recentVisits()]);
}

/** A service with somebody who is signed in to it. */
const open = (username = 'anna', seed: Seed = knownSeed()) => umamiHome(seed, username);

test('every statistic is what a recount of the visits gives, of 28 days over the border of a month', async () => {
  const { shell } = await open();
  const views = viewsOf(recentVisits(), from, to);
  const read = async (name: string) => {
    const ran = await shell('stats', 'shop.example', name, '--from', from, '--to', to, '--json');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { rows } = JSON.parse(ran.stdout);
    return Object.fromEntries(
      rows
        .filter(({ value, count }: { value: string; count: number }) => value !== '' && count > 0)
        .map(({ value, count }: { value: string; count: number }) => [value, count]),
    );
  };
  type View = (typeof views)[number];
  const visitor = (view: View) => view.visitor;
  const visit = (view: View) => view.visit;
  const each = (view: View) => view;
  const day = ({ minute }: View) => minute.slice(0, 10);
  const path = (view: View) => view.path;
  const entries = entriesOf(views);
  const continents: Readonly<Record<string, string>> = { DE: 'EU', GB: 'EU', KR: 'AS', CA: 'NA' };
  const names: Readonly<Record<string, string>> = {
    EU: 'EU:Europe',
    AS: 'AS:Asia',
    NA: 'NA:North America',
  };
  expect(await read('visitors')).toEqual(countBy(views, day, visitor));
  expect(await read('pageviews')).toEqual(countBy(views, day, each));
  expect(await read('page')).toEqual(countBy(views, path, each));
  expect(await read('landing_page')).toEqual(countBy(entries, path, visit));
  expect(await read('referrer')).toEqual(countBy(views, view => view.referrer, visit));
  expect(await read('campaign')).toEqual(countBy(views, view => view.campaign, visit));
  expect(await read('country')).toEqual(countBy(views, ({ person }) => person.country, visitor));
  expect(await read('city')).toEqual(
    countBy(
      views,
      ({ person: { city, country } }) => (city === undefined ? undefined : `${country}:${city}`),
      visitor,
    ),
  );
  expect(await read('continent')).toEqual(
    countBy(views, ({ person }) => names[continents[person.country ?? ''] ?? ''], visitor),
  );
  expect(await read('language')).toEqual(
    countBy(views, ({ person }) => person.language?.slice(0, 2), visitor),
  );
  expect(await read('device')).toEqual(countBy(views, ({ person }) => person.device, visitor));
  expect(await read('resolution')).toEqual(countBy(views, ({ person }) => person.screen, visitor));
  expect(await read('event')).toEqual({ signup: 2, download: 2 });
  // Of each hour the visitors of every day, added up.
  const hours = countBy(
    views,
    ({ minute }) => minute.slice(11, 13),
    ({ visitor: who, minute }) => `${who} ${minute.slice(0, 10)}`,
  );
  expect(await read('visitors_hours')).toEqual(hours);
});

test('what Umami does not have is refused with the reason before it is asked anything', async () => {
  const { server, shell } = await open();
  for (const [args, line] of [
    [['stats', 'shop.example', 'bot'], 'Umami does not record bots.'],
    [['websites', 'update', 'shop.example', '--email'], 'Umami does not send reports by email.'],
    [
      ['websites', 'update', 'shop.example', '--privacy', 'password'],
      'Umami does not have the privacy "password", only public and private.',
    ],
  ] as const) {
    expect(refusal(await shell(...args))).toBe(`sitedeck: ${line}`);
  }
  expect(server.asked).toEqual([]);
});

test('a list that the service cuts is never told as whole', async () => {
  const screens = Array.from({ length: 10_001 }, (_, place) => `${place + 100}x900`);
  const people = Object.fromEntries(
    screens.map(screen => [screen, { browser: 'chrome', os: 'Linux', device: 'laptop', screen }]),
  );
  const visits = screens.map(who => ({ who, at: `${to}T10:00:00Z`, paths: [`/${who}`] }));
  const seed = {
    ...knownSeed(),
    people,
    websites: [{ name: 'Many', domain: 'many.example', owner: 'anna', visits }],
  };
  const { shell } = await open('anna', seed);
  const stats = async (...args: string[]) =>
    await shell('stats', 'many.example', ...args, '--from', from, '--to', to);
  // What is searched for by the service itself is all there is.
  const found = JSON.parse((await stats('page', '--search', '/10100x', '--json')).stdout);
  expect([found.complete, found.rows]).toMatchObject([true, [{ value: '/10100x900', count: 1 }]]);
  const none = await stats('page', '--search', 'nowhere');
  expect([none.code, none.stdout.trim().split('\n').at(-1), none.stderr]).toEqual([0, 'No such rows.', '']);
  // It does not search screens.
  const left = 'The service has more rows of resolution than it gives: others are left out.\n';
  const screen = await stats('resolution', '--search', 'nowhere');
  expect(screen.stdout).toContain('No such rows among those that the service gives.');
  expect(screen.stderr).toBe(left);
  for (const more of [['--per-page', '25'], ['--all']]) {
    const { complete } = JSON.parse((await stats('resolution', ...more, '--json')).stdout);
    expect({ more, complete }).toEqual({ more, complete: false });
  }
});

test.each([
  ['3.0.3', '3.0.3'],
  ['3.1.0', '3.1.0'],
  ['3.10.0', '3.10.0, newer than any that Sitedeck was tried with: 3.1.0'],
  // Nobody is told, and no script is believed.
  [undefined, 'it does not say which'],
  ['<script>', 'it does not say which'],
] as const)('doctor says the version %s', async (told, shown) => {
  const { shell } = await open('anna', { ...knownSeed(), ...(told !== undefined && { told }) });
  const ran = await shell('doctor', '--json');
  const { rows } = JSON.parse(ran.stdout);
  expect(ran.code).toBe(0);
  expect(rows.find(({ name }: { name: string }) => name === 'version')?.value).toBe(shown);
});

test('doctor tells the rest where the version cannot be read', async () => {
  const { server, shell } = await open();
  server.faultWith(({ path }) => (path.includes('telemetry') ? { status: 500 } : undefined));
  expect((await shell('doctor')).stdout).toMatch(/version +it does not say which\n[^]*websites +\d websites/);
});

test('3.0 has no campaigns: what asks for several statistics has the others, and the reason', async () => {
  const { server, shell } = await open('anna', { ...knownSeed(), version: '3.0' });
  const reason = 'This Umami does not record campaigns: version 3.1 does.';
  const period = ['--from', from, '--to', to];
  expect(refusal(await shell('stats', 'shop.example', 'campaign', ...period), 1)).toBe(`sitedeck: ${reason}`);
  const several = await shell('stats', 'shop.example', 'page', 'campaign', ...period, '--json');
  expect([several.code, errorLine(several)]).toEqual([1, `sitedeck: ${reason}`]);
  const { rows } = JSON.parse(several.stdout);
  expect(new Set(rows.map(({ statistic }: { statistic: string }) => statistic))).toEqual(new Set(['page']));

  const asked = () => server.asked.filter(({ query }) => query.get('type') === 'utmCampaign').length;
  for (const [args, most] of [
    [['why', 'shop.example'], 2],
    [['report', 'shop.example', '--compare', 'previous'], 2],
    [['report', 'shop.example', '--compare', 'none'], 1],
    // Of the three websites that moved most it is found out once.
    [['report', '--all', '--compare', 'previous'], 2],
  ] as const)
    for (const format of [[], ['--format', 'markdown'], ['--json']]) {
      const before = asked();
      const ran = await shell(...args, ...period, ...format);
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      expect(ran.stdout.replaceAll(/\s+/g, ' ')).toContain(reason);
      expect(ran.stdout).not.toContain('autumn-sale');
      expect(asked() - before).toBeLessThanOrEqual(most);
    }
  const html = await shell('report', 'shop.example', ...period, '--html');
  expect(html.stdout).toContain(reason);
  expect(html.stdout).toContain('/pricing');
});

test('websites are added, shared, made private again and deleted, by those who may', async () => {
  const { server, shell } = await open();
  const shares = () => server.world.shares.length;
  const before = shares();
  expect((await shell('websites', 'create', 'new.example', '--privacy', 'public')).code).toBe(0);
  expect(server.world.websites.map(({ domain }) => domain)).toContain('new.example');
  expect(shares()).toBe(before + 1);
  // Public already: the share that it has would be refused as taken.
  const renamed = await shell('websites', 'update', 'new.example', '--name', 'The new one', '--json');
  expect(JSON.parse(renamed.stdout)).toMatchObject({
    rows: [{ domain: 'new.example', name: 'The new one' }],
  });
  expect((await shell('websites', 'list')).stdout).toMatch(/new\.example +The new one +public/);
  expect((await shell('websites', 'export')).stdout).toContain('name: The new one');
  expect((await shell('websites', 'show', 'new.example')).stdout).not.toMatch(/Email|Bots|Excluded/);
  expect((await shell('websites', 'update', 'new.example', '--name', ' ')).stderr).toContain(
    'name: Type what the website is called.',
  );
  expect((await shell('websites', 'update', 'new.example', '--privacy', 'public')).code).toBe(0);
  expect(shares()).toBe(before + 1);
  expect((await shell('websites', 'update', 'new.example', '--privacy', 'private')).code).toBe(0);
  expect(shares()).toBe(before);
  expect((await shell('websites', 'delete', 'new.example', '--yes')).code).toBe(0);
  expect(server.world.websites.map(({ domain }) => domain)).not.toContain('new.example');
});

test('what makes a website private says which share links end: alone, of several, in a plan', async () => {
  const seed = recentSeed();
  const websites = seed.websites.map(one =>
    one.domain === 'quiet.example' ? { ...one, shares: { board12345: 'For the board' } } : one,
  );
  const { server, shell } = await open('anna', { ...seed, websites });
  const ended = 'share links that end: /share/quietShare1, /share/board12345 (For the board)';
  const plan = join(temporaryHome().path, 'sites.yaml');
  writeFileSync(plan, 'websites:\n  - domain: quiet.example\n    privacy: private\n');
  const planned = await shell('websites', 'plan', plan, '--json');
  expect(
    JSON.parse(planned.stdout).rows.find(({ action }: { action: string }) => action === 'update'),
  ).toMatchObject({
    changes: `privacy: public -> private; ${ended}`,
  });
  const asked = await shell('websites', 'update', 'quiet.example', 'shop.example', '--privacy', 'private');
  expect(asked.code).toBe(2);
  expect(asked.stdout + asked.stderr).toContain(ended);
  expect(server.world.shares).toHaveLength(2);
  const alone = await shell('websites', 'update', 'quiet.example', '--privacy', 'private');
  expect(alone.code).toBe(0);
  expect(alone.stderr).toContain(`quiet.example: ${ended}`);
  expect(server.world.shares).toHaveLength(0);
  const again = await shell('websites', 'update', 'quiet.example', '--privacy', 'private');
  expect(again.stderr).not.toContain('share links');
});

test('websites are addressed by their names where domains do not tell them apart', async () => {
  const { server, shell } = await open('anna', { ...recentSeed(), websites: namedWebsites });
  const idOf = (name: string) => server.world.websites.find(website => website.name === name)?.id ?? '';
  for (const [site, name] of [
    ['Only a name', 'Only a name'],
    ['clients b', 'Clients B'],
    ['Empty', 'Empty'],
    ['SHOP.example', 'shop.example'],
  ] as const) {
    const shown = await shell('websites', 'show', site, '--json');
    expect(JSON.parse(shown.stdout).rows).toMatchObject([{ id: idOf(name), name }]);
  }
  expect(refusal(await shell('stats', 'same.example', 'page'))).toMatch(
    /^sitedeck: Several websites have the domain same\.example: name one by its name or id, (?:Clients [AB] \([\da-f-]{36}\)(?:, )?){2}\.$/,
  );
  const tagged = await shell('tag', 'Only a name', 'clients a', 'mine');
  expect(tagged.code).toBe(0);
  expect((await shell('tag', 'same.example', 'mine')).stderr).toContain('name one by its name or id');
  const list = await shell('tag', '--list', '--json');
  expect(JSON.parse(list.stdout).rows).toEqual([
    { tag: 'mine', websites: 2, domains: expect.stringContaining('Only a name') },
  ]);
  const overview = await shell('overview');
  for (const words of [/same\.example +Clients A /, /same\.example +Clients B /, /^Only a name /m])
    expect(overview.stdout).toMatch(words);
  const rows = JSON.parse((await shell('overview', '--json')).stdout).rows;
  expect(rows.find(({ id }: { id: string }) => id === idOf('Clients A'))).toMatchObject({
    domain: 'same.example',
    name: 'Clients A',
  });
  const report = await shell('report', 'Only a name');
  expect(report.stdout).toMatch(/^Only a name /);
  expect((await shell('stats', 'Only a name', 'page')).stdout).toMatch(/^Pages of Only a name,/);
  const asked = await shell('websites', 'delete', 'clients a');
  expect(asked.stderr).toContain('delete same.example (Clients A)');
  expect((await shell('websites', 'delete', 'Only a name', '--yes')).stderr).toBe(
    'Deleted Only a name and its statistics.\n',
  );
  const settings = await shell('websites', 'export');
  expect(settings.stdout).not.toContain('Empty');
  expect(settings.stderr).toBe('1 website without a domain is left out.\n');
});

test('somebody who may only look is told so, and nothing is changed', async () => {
  const { server, shell } = await open('mia');
  const list = await shell('websites', 'list', '--format', 'csv');
  expect(list.stdout).toContain('team.example');
  expect(list.stdout).not.toContain('shop.example');
  for (const args of [
    ['websites', 'update', 'team.example', '--privacy', 'public'],
    ['websites', 'delete', 'team.example', '--yes'],
  ]) {
    expect(refusal(await shell(...args), 1)).toContain('Umami does not allow you to do this');
  }
  expect(server.world.websites.map(({ domain }) => domain)).toContain('team.example');
  expect(server.world.shares).toHaveLength(1);
});

test('a service that fails once is asked again; one that goes on failing is said in one line', async () => {
  const { server, shell } = await open();
  const failed = new Set<string>();
  server.faultWith(({ path, query }) => {
    const request = `${path}?${query.toString()}`;
    if (failed.has(request)) return undefined;
    failed.add(request);
    return { status: 503 };
  });
  const again = await shell('stats', 'shop.example', 'page', '--from', from, '--to', to, '--format', 'csv');
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toContain('/pricing');
  server.faultWith(({ path }) => (path.includes('/metrics') ? { status: 500 } : undefined));
  expect(refusal(await shell('stats', 'shop.example', 'page'), 1)).toContain('The service failed (500).');
});

test('names, paths and campaigns are an attacker’s text: nothing of it is obeyed', async () => {
  const visits = hostileTexts.map(text => ({
    who: 'ada',
    at: `${to}T10:00:00Z`,
    paths: [`/${text}`],
    referrer: text,
    campaign: text,
  }));
  const seed = recentSeed(visits);
  const websites = seed.websites.map(website => ({ ...website, name: hostileTexts[2] ?? '' }));
  const { shell } = await open('anna', { ...seed, websites });
  for (const args of [
    ['stats', 'shop.example', 'page', 'referrer', 'campaign', '--from', from, '--to', to],
    ['websites', 'show', 'shop.example'],
    ['report', 'shop.example'],
  ]) {
    const ran = await shell(...args);
    expect(ran.code).toBe(0);
    expect(ran.stdout).not.toMatch(obeyed);
    expect(ran.stderr).not.toMatch(obeyed);
  }
});

test('overview has the visitors that the list has, counted once on both sides of their change', async () => {
  const { server, shell } = await open();
  const views = viewsOf(recentVisits(), from, to);
  const exact = new Set(views.map(({ visitor }) => visitor)).size;
  const days = new Set(views.map(({ visitor, minute }) => minute.slice(0, 10) + visitor)).size;
  expect(days).toBeGreaterThan(exact);
  const args = ['overview', '--from', from, '--to', to, '--search', 'shop.example'];
  const { rows, visitors } = JSON.parse((await shell(...args, '--json')).stdout);
  expect(rows).toMatchObject([{ domain: 'shop.example', visitors: exact, visitors_compared: exact }]);
  expect(visitors).toBe(exact);
  const asked = server.asked.filter(({ path }) => path.startsWith('/api/websites/'));
  // The days, since when there are any, and the visitors of both periods.
  expect(asked).toHaveLength(4);
  const { stdout } = await shell(...args);
  expect(stdout).toMatch(/DOMAIN +VISITORS +BEFORE +CHANGE/);
  expect(stdout).toContain(`1 website: ${exact} visitors new against`);
});

test('overview says in a line which website cannot be counted, and has the numbers of the others', async () => {
  const { server, shell } = await open();
  const args = ['overview', '--from', from, '--to', to, '--json'];
  const before = JSON.parse((await shell(...args)).stdout);
  const [{ id, domain }, ...others] = before.rows;
  expect(others.length).toBeGreaterThan(0);
  for (const failing of ['/stats', '/pageviews', '']) {
    server.faultWith(({ path }) =>
      path.startsWith(`/api/websites/${id}/`) && path.endsWith(failing) ? { status: 500 } : undefined,
    );
    const ran = await shell(...args);
    expect([ran.code, errorLine(ran)]).toEqual([1, `sitedeck: ${domain}: The service failed (500).`]);
    const rows: { id: string }[] = JSON.parse(ran.stdout).rows;
    expect(rows.filter(row => row.id === id)).toMatchObject([{ visitors: null, pageviews: null }]);
    expect(new Set(rows.filter(row => row.id !== id))).toEqual(new Set(others));
  }
});

test('why tells the visitors of a period as they are counted elsewhere, everybody once, within a filter too', async () => {
  const earlier = recentVisits().map(visit => ({
    ...visit,
    at: new Date(Date.parse(visit.at) - 28 * 86_400_000).toISOString(),
  }));
  const longAgo = { who: 'eve', at: '2024-01-01T12:00:00Z', paths: ['/'] } as const;
  const visits = [longAgo, ...earlier.filter(({ who }) => who !== 'ben'), ...recentVisits()];
  const { server, shell } = await open('anna', recentSeed(visits));
  const before = [addDays(from, -28), addDays(from, -1)] as const;
  for (const [where, ofCountry] of [
    [[], undefined],
    [['--where', 'country=DE'], 'DE'],
  ] as const) {
    const once = (first: Day, last: Day) =>
      new Set(
        viewsOf(visits, first, last)
          .filter(({ person }) => ofCountry === undefined || person.country === ofCountry)
          .map(({ visitor }) => visitor),
      ).size;
    const numbers = { visitors: once(from, to), visitors_before: once(...before) };
    const options = ['shop.example', '--from', from, '--to', to, ...where];
    const stats = await shell('stats', ...options.toSpliced(1, 0, 'visitors'), '--compare', '--json');
    expect(JSON.parse(stats.stdout)).toMatchObject(numbers);
    const counts = () =>
      server.asked.filter(
        ({ path, query }) => path.endsWith('/stats') && query.has('country') === (ofCountry !== undefined),
      ).length;
    const asked = counts();
    const told = JSON.parse((await shell('why', ...options, '--json')).stdout);
    expect(told).toMatchObject({ ...numbers, change: numbers.visitors - numbers.visitors_before });
    expect(told.visitors_are).toBeUndefined();
    // One for each side, of which the sessions are told as well.
    expect(counts() - asked).toBe(2);
    const { stdout } = await shell('why', ...options);
    const size = Math.abs(told.change);
    expect(stdout).toMatch(
      size === 0 ? /There were as many visitors/ : new RegExp(`Visitors.* (?:rose|fell) by ${size} `),
    );
    // Not as the total; what the days did may be said beside it.
    expect(stdout).not.toMatch(/The sum of daily visitors[^.]*(?:against|\()/);
  }
});

test('rows of today are compared by its hours that are over; those of other services are not', async () => {
  const [before, at] = [addDays(today, -7), 'T00:05:00Z'];
  const seed = recentSeed([
    { who: 'ada', at: `${before}${at}`, paths: ['/', '/'] },
    { who: 'ada', at: `${before}T23:59:59Z`, paths: ['/', '/late'] },
    { who: 'ben', at: `${today}${at}`, paths: ['/', '/', '/', '/b'] },
  ]);
  const { shell } = await open('anna', seed);
  const args = ['stats', 'shop.example', 'page', '--period', 'today', '--compare'];
  const hours = [new Date().getUTCHours()];
  const ran = await shell(...args, '--json');
  const printed = await shell(...args);
  hours.push(new Date().getUTCHours());
  const isOver = !hours.includes(0);
  expect(ran.stderr.includes('Not compared: no hour of today is over yet.')).toBe(!isOver);
  const { up_to, before_from, rows } = JSON.parse(ran.stdout);
  const known = hours.map(hour => `${String(hour).padStart(2, '0')}:00`);
  expect(isOver ? known : [undefined]).toContain(up_to);
  expect([
    before_from,
    ...rows.map(({ value, count, count_before }: Record<string, unknown>) => [value, count, count_before]),
  ]).toEqual([
    isOver ? before : undefined,
    ['/', 3, isOver ? 2 : undefined],
    ['/b', 1, isOver ? 0 : undefined],
  ]);
  expect(printed.stdout).toMatch(
    isOver ? /^Pages of shop\.example, .*, up to \d\d:00 against / : /^Pages of shop\.example, /,
  );
  const both = await shell('stats', 'shop.example', 'page', 'visitors', '--period', 'today', '--compare');
  expect(both.stdout).toContain('1 visitor in all');
  const mixed = await shell(
    'stats',
    'shop.example',
    'page',
    'visitors_hours',
    '--period',
    'today',
    '--compare',
  );
  expect(mixed).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      isOver
        ? 'Without a change, of all of today so far: visitors_hours.'
        : 'Not compared: no hour of today is over yet.',
    ),
  });
});
