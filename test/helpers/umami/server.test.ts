import { expect, test } from 'vitest';
import { exampleSeed, people } from './example.ts';
import { startUmami } from './server.ts';

/** A server with somebody signed in. Reads give the JSON of the answer, or its status where there is none. */
async function open(username = 'anna', seed = exampleSeed) {
  const server = await startUmami(seed);
  const authorization = `Bearer ${server.tokenOf(username)}`;
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { authorization },
      ...sent,
    });
    const text = await response.text();
    return text === '' ? response.status : JSON.parse(text);
  };
  const idOf = (name: string) => server.world.websites.find(website => website.name === name)?.id ?? '';
  const [start, end] = [Date.parse('2026-10-20T00:00:00Z'), Date.parse('2026-11-21T00:00:00Z') - 1];
  const read = async (what: string, startAt = start, endAt = end, name = 'The shop') => {
    const joined = what.includes('?') ? '&' : '?';
    return await send('GET', `websites/${idOf(name)}/${what}${joined}startAt=${startAt}&endAt=${endAt}`);
  };
  return { server, send, idOf, read };
}

const zeros = { pageviews: 0, visitors: 0, visits: 0, bounces: 0, totaltime: 0 };

test('the visits of the example, counted by hand', async () => {
  const { read } = await open();
  expect(await read('stats')).toEqual({
    pageviews: 20,
    visitors: 6,
    visits: 11,
    bounces: 4,
    totaltime: 540,
    comparison: zeros,
  });
  expect(await read('metrics/expanded?type=entry')).toContainEqual({
    name: '/',
    pageviews: '6',
    visitors: 4,
    visits: 6,
    bounces: 6,
    totaltime: '0',
  });
  expect(await read('metrics?type=country')).toEqual(
    expect.arrayContaining([
      { x: 'DE', y: 2 },
      { x: 'GB', y: 1 },
      { x: 'KR', y: 1 },
      { x: 'CA', y: 1 },
    ]),
  );
  expect(await read('metrics?type=city')).toEqual(
    expect.arrayContaining([
      { x: 'München', y: 2, country: 'DE' },
      { x: 'London', y: 1, country: 'GB' },
      { x: 'London', y: 1, country: 'CA' },
    ]),
  );
  const events = [
    { x: 'signup', y: 2 },
    { x: 'download', y: 2 },
  ];
  expect(await read('metrics?type=event')).toEqual(expect.arrayContaining(events));
  expect(await read('pageviews?unit=day&timezone=Europe/Berlin')).toMatchObject({
    pageviews: [
      { x: '2026-10-30 00:00:00', y: 3 },
      { x: '2026-11-02 00:00:00', y: 3 },
      { x: '2026-11-03 00:00:00', y: 3 },
      { x: '2026-11-09 00:00:00', y: 2 },
      { x: '2026-11-10 00:00:00', y: 5 },
      { x: '2026-11-12 00:00:00', y: 1 },
      { x: '2026-11-14 00:00:00', y: 1 },
      { x: '2026-11-20 00:00:00', y: 2 },
    ],
  });
});

const hour = 3_600_000;

test('hours become days at 31 days, days months over eight months, and years only what is finer than months', async () => {
  const { read } = await open();
  const start = Date.parse('2026-10-20T00:00:00Z');
  const labels = async (unit: string, from: number, to: number) => {
    const answer = await read(`pageviews?unit=${unit}&timezone=UTC`, from, to);
    const first = new Set(JSON.stringify(answer).match(/\d{4}-\d\d-\d\d \d\d:\d\d/g));
    return [...first].slice(0, 2);
  };
  expect(await labels('hour', start, start + 31 * 24 * hour - 1)).toEqual([
    '2026-10-30 08:00',
    '2026-11-02 08:00',
  ]);
  expect(await labels('hour', start, start + 31 * 24 * hour)).toEqual([
    '2026-10-30 00:00',
    '2026-11-02 00:00',
  ]);
  const end = Date.parse('2026-11-15T00:00:00Z');
  expect(await labels('day', Date.parse('2026-04-30T00:00:00Z'), end)).toHaveLength(2);
  expect(await labels('day', Date.parse('2026-03-31T00:00:00Z'), end)).toEqual([
    '2026-10-01 00:00',
    '2026-11-01 00:00',
  ]);
  const longAgo = Date.parse('2023-11-15T00:00:00Z');
  expect(await labels('day', longAgo, end)).toEqual(['2026-01-01 00:00']);
  expect(await labels('month', longAgo, end)).toEqual(['2026-10-01 00:00', '2026-11-01 00:00']);
});

test('rows are cut at 500, and of equal ones each page has another order', async () => {
  const paths = Array.from({ length: 620 }, (_, index) => `/item/${index}`);
  const visits = paths.map(path => ({ who: 'ada', at: '2026-11-10T10:00:00Z', paths: [path] }));
  const websites = [{ name: 'The shop', domain: 'shop.example', owner: 'anna', visits }];
  const { read } = await open('anna', { ...exampleSeed, people, websites });
  const count = async (what: string) => JSON.stringify(await read(what)).match(/\/item\/\d+/g) ?? [];
  expect(await count('metrics?type=path')).toHaveLength(500);
  expect(new Set(await count('metrics?type=path&limit=10000')).size).toBe(620);
  const pages = await Promise.all(
    Array.from({ length: 62 }, (_, index) => count(`metrics?type=path&limit=10&offset=${index * 10}`)),
  );
  expect(new Set(pages.flat()).size).toBeLessThan(620);
});

test('a share that is taken, also by the website itself, saves the name of the same request', async () => {
  const { send, idOf } = await open();
  const path = `websites/${idOf('Quiet')}`;
  expect(await send('POST', path, { name: 'Loud', shareId: 'quietShare1' })).toMatchObject({
    error: { status: 400, message: 'That share ID is already taken.' },
  });
  expect(await send('GET', path)).toMatchObject({ name: 'Loud', shareId: 'quietShare1' });
  expect(await send('POST', 'websites', { name: 'New', domain: 'n', shareId: 'quietShare1' })).toBe(500);
  expect(await send('GET', `websites/${idOf('New')}`)).toMatchObject({ name: 'New', shareId: null });
});

test('3.0 has no campaigns, one share link, and rows of those who have no value', async () => {
  const { send, idOf, read } = await open('anna', { ...exampleSeed, version: '3.0' });
  expect(await read('metrics/expanded?type=utmCampaign')).toEqual({
    error: { message: 'Bad request', code: 'bad-request', status: 400 },
  });
  expect(await read('metrics?type=city')).toContainEqual({ x: null, y: 1, country: 'KR' });
  expect(await read('metrics?type=country')).toContainEqual({ x: null, y: 1 });
  const path = `websites/${idOf('Quiet')}`;
  expect(await send('GET', path)).not.toHaveProperty('replayEnabled');
  expect(await send('POST', path, { shareId: 'short' })).toMatchObject({ error: { status: 400 } });
  for (const shareId of ['quietShare1', 'another1', 'another1'])
    expect(await send('POST', path, { shareId })).toMatchObject({ shareId });
  expect(await send('GET', 'share/another1')).toEqual({
    websiteId: idOf('Quiet'),
    token: expect.any(String),
  });
  expect(await send('GET', 'share/quietShare1')).toMatchObject({ error: { status: 404 } });
});

test('3.1 has several share links with names, which all go where it is made private', async () => {
  const { send, idOf } = await open();
  const entityId = idOf('Quiet');
  const link = {
    entityId,
    shareType: 1,
    name: 'Clients',
    slug: 'for-clients',
    parameters: { overview: true },
  };
  expect(await send('POST', 'share', link)).toMatchObject(link);
  expect(await send('POST', 'share', link)).toBe(500);
  expect(await send('GET', `websites/${entityId}/shares`)).toMatchObject({
    data: [link, { name: 'Quiet', slug: 'quietShare1' }],
    count: 2,
  });
  expect(await send('POST', `websites/${entityId}`, { shareId: null })).toMatchObject({ shareId: null });
  expect(await send('GET', `websites/${entityId}/shares`)).toMatchObject({ data: [], count: 0 });
});

test('who may do what', async () => {
  const refused = { error: { message: 'Unauthorized', code: 'unauthorized', status: 401 } };
  const { send, idOf } = await open('mia');
  const team = `websites/${idOf('Of the team')}`;
  expect(await send('GET', team)).toMatchObject({ domain: 'team.example' });
  expect(await send('POST', team, { name: 'x' })).toEqual(refused);
  expect(await send('DELETE', team)).toEqual(refused);
  expect(await send('GET', `websites/${idOf('Quiet')}`)).toEqual(refused);
  expect(await send('GET', 'websites?includeTeams=true')).toMatchObject({ count: 0 });

  const admin = await open('admin');
  const gone = `websites/${admin.idOf('Quiet')}`;
  expect(await admin.send('DELETE', gone)).toEqual({ ok: true });
  expect(await admin.send('GET', gone)).toBeNull();
  expect(await admin.send('DELETE', gone)).toBe(500);
  admin.server.endTokens();
  expect(await admin.send('POST', 'auth/verify')).toEqual(refused);
});

test('filters, counted by hand: a row without a value meets none, and a search takes the place of its own', async () => {
  const { read } = await open();
  const views = async (filter: string) =>
    JSON.stringify(await read(`stats?${filter}`)).match(/"pageviews":(\d+)/)?.[1];
  expect(await views('country=eq.DE')).toBe('10');
  expect(await views('country=DE,GB')).toBe('13');
  // Eve, with one view, has no country.
  expect(await views('country=neq.DE')).toBe('9');
  expect(await views('path=c.shop')).toBe('5');
  expect(await views('path=c.shop&path1=dnc.cart')).toBe('3');
  expect(await views('language=re.^EN')).toBe('7');
  expect(await views('language=eq.en')).toBe('0');
  expect(await views('screen=eq.390x844&nonsense=1')).toBe('20');
  expect(await read('stats?referrer=t.co')).toBe(500);
  const found = await read('metrics?type=path&path=eq./pricing&search=docs');
  expect(found).toEqual(expect.arrayContaining([{ x: '/docs/install', y: 1 }]));
  // Only ada's visit on 30 October and ben's on 2 November have this page; ben's alone began with it.
  expect(await read('metrics?type=entry&path=eq./pricing')).toEqual([{ x: '/pricing', y: 1 }]);
});

test('3.0 takes a value as a whole, ignores a second condition, and has hours of two days', async () => {
  const { read } = await open('anna', { ...exampleSeed, version: '3.0' });
  const empty = { pageviews: 0 };
  expect(await read('stats?country=eq.DE,GB')).toMatchObject(empty);
  expect(await read('stats?language=re.^en')).toMatchObject(empty);
  expect(await read('stats?path=c.shop&path1=dnc.cart')).toMatchObject({ pageviews: 5 });
  const start = Date.parse('2026-11-02T00:00:00Z');
  const label = async (hours: number) =>
    /\d\d:\d\d/.exec(
      JSON.stringify(await read('pageviews?unit=hour&timezone=UTC', start, start + hours * hour - 1)),
    )?.[0];
  expect([await label(48), await label(72)]).toEqual(['08:00', '00:00']);
});
