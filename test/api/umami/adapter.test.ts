import { expect, test } from 'vitest';
import { connectUmami, errorOf } from '../../helpers/apiFixture.ts';
import { createConnection } from '#api/http/client.ts';
import { readShareLink, signIn } from '#api/umami/session.ts';
import { statisticNames } from '#model/statistics/statistics.ts';
import {
  distinctName,
  sharedDomains,
  websiteDefaults,
  type WebsiteFields,
  websiteName,
} from '#model/website/website.ts';
import { exampleSeed, namedWebsites } from '../../helpers/umami/example.ts';
import { startReplay } from '../../helpers/umami/replay.ts';
import { startUmami } from '../../helpers/umami/server.ts';

const alpha = '71ea33eb-7000-456a-bd7e-215c5995e797';
const temporary = '661f2bee-38e3-4616-8731-ee3d65b91aff';
const nobodys = '00000000-0000-4000-8000-000000000000';

/** Somebody with the answers that these users got. */
async function openAs(...users: readonly string[]) {
  const replay = await startReplay(...users);
  return { replay, api: connectUmami({ baseUrl: replay.url, apiKey: 'TOKEN' }) };
}

/** Anna at the small service, which changes. */
async function openAsAnna() {
  const server = await startUmami(exampleSeed);
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna') });
  const sent = () => server.asked.filter(({ method }) => method !== 'GET');
  return { server, api, sent };
}

const fields = (change: Partial<WebsiteFields>) => ({
  ...websiteDefaults,
  domain: 'new.example.com',
  ...change,
});

test('own websites and those of teams are one list, newest first, or by domain', async () => {
  const { api, replay } = await openAs('admin', 'member');
  const { rows, next, total } = await api.listWebsites({ perPage: 100 });
  expect([next, total]).toEqual(['no', rows.length]);
  const dates = rows.map(({ createdAt }) => createdAt ?? '');
  expect(dates).toEqual(dates.toSorted().toReversed());
  const byDomain = await api.listWebsites({ sortBy: 'domain', sort: 'asc' });
  expect(byDomain.rows.map(({ domain }) => domain)).toEqual([
    'alpha.example',
    'beta.example',
    'gamma.example',
    'team.example',
  ]);
  const found = await api.listWebsites({ search: 'GAMMA.ex' });
  expect(found.rows.map(({ domain, privacy }) => [domain, privacy])).toEqual([['gamma.example', 'private']]);
  expect(replay.asked.toSorted()).toEqual([
    'GET /api/teams/a362d092-0845-4238-9599-1d67be9b1419/websites?pageSize=1000',
    'GET /api/teams?pageSize=1000',
    'GET /api/websites?pageSize=1000',
  ]);
});

test('a website without a domain has its name, by which it is found and sorted', async () => {
  const server = await startUmami({ ...exampleSeed, websites: namedWebsites });
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna') });
  const { rows } = await api.listWebsites({ sortBy: 'domain', sort: 'asc' });
  expect(rows.map(({ domain, name }) => [domain, name])).toEqual([
    [undefined, 'Empty'],
    [undefined, 'Only a name'],
    ['same.example', expect.stringMatching(/^Clients [AB]$/)],
    ['same.example', expect.stringMatching(/^Clients [AB]$/)],
    ['shop.example', 'shop.example'],
  ]);
  expect(rows.map(websiteName).slice(0, 3)).toEqual(['Empty', 'Only a name', 'same.example']);
  const shared = sharedDomains(rows);
  expect(rows.map(row => distinctName(row, shared)).toSorted()).toEqual([
    'Empty',
    'Only a name',
    'same.example (Clients A)',
    'same.example (Clients B)',
    'shop.example',
  ]);
  const found = await api.listWebsites({ search: 'only a' });
  expect(found.rows.map(({ name }) => name)).toEqual(['Only a name']);
});

test('one website; what is none is not found, and a text that is no id is not even asked for', async () => {
  const { api, replay } = await openAs('admin');
  expect(await api.showWebsite(alpha)).toMatchObject({
    id: alpha,
    domain: 'alpha.example',
    privacy: 'private',
    createdAt: '2026-11-21T22:58:43.642Z',
    fields: { name: 'Bench Alpha', teamId: null },
  });
  for (const id of [nobodys, '12', '..', 'alpha.example'])
    expect((await errorOf(api.showWebsite(id))).kind).toBe('notFound');
  expect(replay.asked).toHaveLength(2);
});

test('a 401 for a website of others is no refusal of the token', async () => {
  const refused: string[] = [];
  const replay = await startReplay('member', 'admin');
  const api = connectUmami({
    baseUrl: replay.url,
    apiKey: 'TOKEN',
    onAuthFailure: () => refused.push('token'),
  });
  // As a member, and then verify, which takes the token.
  const error = await errorOf(api.showWebsite(nobodys));
  expect([error.kind, error.details.status]).toEqual(['forbidden', 401]);
  expect(error.message).toBe('Umami does not allow you to do this, or does not know this website.');
  expect(replay.asked).toEqual([`GET /api/websites/${nobodys}`, 'POST /api/auth/verify']);
  expect(refused).toEqual([]);
});

test('somebody who may not add a website is told that, and nothing of a website', async () => {
  const server = await startUmami(exampleSeed);
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('vera') });
  const error = await errorOf(api.createWebsite(fields({})));
  expect([error.kind, error.message]).toEqual(['forbidden', 'Umami does not allow you to do this.']);
});

test('a token that verify refuses too is asked for again', async () => {
  const { server, api } = await openAsAnna();
  await api.listWebsites({});
  const tokens = [server.tokenOf('anna')];
  const refused: string[] = [];
  const again = connectUmami({
    baseUrl: server.url,
    apiKey: () => Promise.resolve(tokens.at(-1) ?? ''),
    onAuthFailure: () => refused.push('token'),
  });
  await again.listWebsites({});
  server.endTokens();
  again.forget();
  expect((await errorOf(again.listWebsites({}))).kind).toBe('auth');
  expect(refused.length).toBeGreaterThan(0);
  tokens.push(server.tokenOf('anna'));
  expect((await again.listWebsites({})).rows.length).toBeGreaterThan(0);
});

test.each([
  ['of a website of others', 'forbidden'],
  ['of a token that has ended', 'auth'],
] as const)('17 refused requests %s are one question whether the token is taken', async (_, kind) => {
  const { server, api } = await openAsAnna();
  if (kind === 'auth') server.endTokens();
  const period = { from: '2026-11-02', to: '2026-11-08' } as const;
  const names = [...statisticNames].slice(0, 17);
  const before = server.asked.length;
  const kinds = names.map(async name => (await errorOf(api.readStatistic(nobodys, { name, period }))).kind);
  expect(new Set(await Promise.all(kinds))).toEqual(new Set([kind]));
  const asked = server.asked.slice(before).map(({ path }) => path);
  // More than the four that are sent at once; those that wait meanwhile may not be sent at all.
  expect(asked.length).toBeGreaterThan(4);
  expect(asked.filter(path => path === '/api/auth/verify')).toHaveLength(1);
});

test('a failure of the service while it is asked about a token is no refusal of the token', async () => {
  const { server, api } = await openAsAnna();
  server.faultWith(({ path }) => (path === '/api/auth/verify' ? { status: 502 } : undefined));
  expect((await errorOf(api.showWebsite(nobodys))).kind).toBe('forbidden');
});

test('to sign in gives the token; a wrong name or password and a broken answer are told apart', async () => {
  const replay = await startReplay('admin');
  const http = createConnection({ apiKey: '' }).http(replay.url);
  expect(await signIn(http, { name: 'admin', password: 'PASSWORD' })).toBe('TOKEN');
  const wrong = await errorOf(signIn(http, { name: 'admin', password: 'wrong' }));
  expect([wrong.kind, wrong.message]).toEqual(['auth', 'Umami does not accept this name and password.']);
});

test('a website is added first and shared second; what it is called is its domain', async () => {
  const { api, sent, server } = await openAsAnna();
  const plain = await api.createWebsite(fields({ domain: 'plain.example.com' }));
  expect(plain).toMatchObject({ domain: 'plain.example.com', privacy: 'private' });
  const shared = await api.createWebsite(fields({ domain: 'open.example.com', privacy: 'public' }));
  expect(shared).toMatchObject({ domain: 'open.example.com', privacy: 'public' });
  expect(sent().map(({ method, path, body }) => [method, path, Object.keys(body ?? {})])).toEqual([
    ['POST', '/api/websites', ['name', 'domain']],
    ['POST', '/api/websites', ['name', 'domain']],
    ['POST', `/api/websites/${shared?.id}`, ['shareId']],
  ]);
  const slugs = server.world.shares.filter(({ websiteId }) => websiteId === shared?.id);
  expect(slugs.map(({ slug }) => slug)).toEqual([expect.stringMatching(/^[a-zA-Z0-9]{16}$/)]);
  // The list that was kept does not hide them.
  const { rows } = await api.listWebsites({ search: 'open.example' });
  expect(rows.map(({ id }) => id)).toEqual([shared?.id]);
});

test('a website is renamed, and found by its name; with its privacy in two requests, of which the first may be all', async () => {
  const { api, server, sent } = await openAsAnna();
  const [website] = (await api.listWebsites({ search: 'shop.example' })).rows;
  const id = website?.id ?? '';
  expect(website?.name).toBe('The shop');
  expect(await api.updateWebsite(id, { name: 'Boutique' })).toMatchObject({
    name: 'Boutique',
    privacy: 'private',
  });
  expect(sent().map(({ body }) => body)).toEqual([{ name: 'Boutique' }]);
  expect((await api.listWebsites({ search: 'BOUT' })).rows.map(row => row.domain)).toEqual(['shop.example']);
  await api.updateWebsite(id, { name: 'Boutique' });
  expect(sent()).toHaveLength(1);
  server.faultWith(({ body }) => (body?.['shareId'] === undefined ? undefined : { status: 400 }));
  const error = await errorOf(api.updateWebsite(id, { name: 'Laden', privacy: 'public' }));
  expect(error.message).toMatch(/^The name was saved, and the privacy was not\. /);
  expect(error.details.maybeSaved).toBe(true);
  expect(await api.showWebsite(id)).toMatchObject({ name: 'Laden', privacy: 'private' });
});

test('a website that was added and could not be shared says so', async () => {
  const { api, server } = await openAsAnna();
  server.faultWith(({ method, path }) =>
    method === 'POST' && path !== '/api/websites' ? { status: 500 } : undefined,
  );
  const error = await errorOf(api.createWebsite(fields({ domain: 'half.example.com', privacy: 'public' })));
  expect(error.message).toMatch(/^The website was added, and is private\. /);
  expect(error.details.maybeSaved).toBe(true);
  expect(server.world.websites.map(({ domain }) => domain)).toContain('half.example.com');
});

test('sharing is sent only where it changes', async () => {
  const { api, sent } = await openAsAnna();
  const made = await api.createWebsite(fields({ domain: 'one.example.com' }));
  const id = made?.id ?? '';
  const changes = ['private', 'public', 'public', 'private', 'private'] as const;
  for (const privacy of changes)
    expect(await api.updateWebsite(id, { privacy })).toMatchObject({ id, privacy });
  expect(
    sent()
      .slice(1)
      .map(({ body }) => body),
  ).toEqual([{ shareId: expect.any(String) }, { shareId: null }]);
});

/** Anna's website with two named links, in either version; 3.0 has one for a website, without a name. */
async function openShared(version: '3.0' | '3.1') {
  const shares =
    version === '3.0' ? { clients2026: 'Quiet' } : { clients2026: 'For clients', board12345: 'Quiet' };
  const websites = [{ name: 'Quiet', domain: 'quiet.example', owner: 'anna', shares }];
  const server = await startUmami({ ...exampleSeed, version, websites });
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna') });
  const links = () => server.world.shares.map(({ slug, name, parameters }) => ({ slug, name, parameters }));
  return { server, api, links, id: server.world.websites[0]?.id ?? '' };
}

test.each(['3.0', '3.1'] as const)(
  '%s: share links are read with a website, and come back as they were',
  async version => {
    const { server, api, links, id } = await openShared(version);
    const [first] = server.world.shares;
    if (first && version === '3.1') first.parameters = { overview: true, secret: 'kept' };
    const before = links();
    const shared = await api.showWebsite(id);
    expect(shared.shareLinks?.map(({ slug, name }) => [slug, name])).toEqual(
      before.map(({ slug, name }) => [slug, name]),
    );
    expect(await api.updateWebsite(id, { privacy: 'private' })).toMatchObject({ privacy: 'private' });
    expect(links()).toEqual([]);
    expect((await api.showWebsite(id)).shareLinks).toBeUndefined();
    expect(await api.updateWebsite(id, { privacy: 'public' }, shared)).toMatchObject({ privacy: 'public' });
    expect(links()).toEqual(before);
    // Once more: nothing is there twice.
    await api.updateWebsite(id, { privacy: 'public' }, shared);
    expect(links()).toEqual(before);
  },
);

test('a share link whose address is taken by then is named, and the others are back, also those after it', async () => {
  const { server, api, links, id } = await openShared('3.1');
  const shared = await api.showWebsite(id);
  await api.updateWebsite(id, { privacy: 'private' });
  server.faultWith(({ path, body }) =>
    path === '/api/share' && body?.['slug'] === 'clients2026' ? { status: 500 } : undefined,
  );
  const error = await errorOf(api.updateWebsite(id, { privacy: 'public' }, shared));
  expect(error.message).toMatch(/^The website is public again, but without \/share\/clients2026\. /);
  expect(error.details.maybeSaved).toBe(true);
  expect(links().map(({ slug }) => slug)).toEqual(['board12345']);
});

test('a website that was gone already is deleted all the same', async () => {
  const { api, replay } = await openAs('admin');
  await api.deleteWebsite(temporary);
  expect(replay.asked).toEqual([`DELETE /api/websites/${temporary}`]);
  await api.deleteWebsite(temporary);
  expect(replay.asked.slice(1)).toEqual([
    `DELETE /api/websites/${temporary}`,
    `GET /api/websites/${temporary}`,
  ]);
});

test('a failure to delete a website that is still there is a failure', async () => {
  const { api, server } = await openAsAnna();
  const [website] = (await api.listWebsites({})).rows;
  server.faultWith(({ method }) => (method === 'DELETE' ? { status: 500 } : undefined));
  const error = await errorOf(api.deleteWebsite(website?.id ?? ''));
  expect([error.kind, error.details.status]).toEqual(['server', 500]);
});

test('a share link is a key to one website, which it reads only', async () => {
  const replay = await startReplay('admin');
  const link = readShareLink(`${replay.url}/share/tempTwoShare01/temp-two.example`);
  expect(link).toEqual({ baseUrl: replay.url, apiKey: 'share:tempTwoShare01' });
  const api = connectUmami({ baseUrl: replay.url, apiKey: link?.apiKey ?? '' });
  const shared = '5e6d1127-8cdd-46cb-8fea-e15b3a74a8c6';
  const week = { from: '2026-11-02', to: '2026-11-08' } as const;
  expect(await api.readVisitors(shared, week)).toBe(0);
  for (const error of [
    await errorOf(api.readVisitors(alpha, week)),
    await errorOf(api.deleteWebsite(shared)),
  ])
    expect([error.kind, error.message]).toEqual([
      'forbidden',
      'Umami does not allow this share link to do this, or does not know this website.',
    ]);
  const unknown = connectUmami({ baseUrl: replay.url, apiKey: 'share:nope' });
  expect((await errorOf(unknown.readVisitors(shared, week))).kind).toBe('auth');
});

test.each(['\\ud800', '..'])(
  'a team whose id fits into no path, %s, is an error of the service',
  async id => {
    const asked: string[] = [];
    const fetch = async ({ url }: Request) => {
      asked.push(new URL(url).pathname);
      return new Response(url.includes('/api/teams') ? `{"data":[{"id":"${id}"}]}` : '{"data":[]}');
    };
    const api = connectUmami({ baseUrl: 'https://stats.example.com', apiKey: 'TOKEN', fetch });
    expect((await errorOf(api.listWebsites({}))).kind).toBe('notFound');
    expect(asked.toSorted()).toEqual(['/api/teams', '/api/websites']);
  },
);

test('the one website of a share link is the list', async () => {
  const server = await startUmami({
    ...exampleSeed,
    websites: exampleSeed.websites.map((one, index) => (index === 0 ? { ...one, share: 'open-slug' } : one)),
  });
  const api = connectUmami({ baseUrl: server.url, apiKey: 'share:open-slug' });
  const { rows } = await api.listWebsites({});
  expect(rows.map(({ domain }) => domain)).toEqual([exampleSeed.websites[0]?.domain]);
});

test.each([
  ['https://stats.example.com/share/Ab-1', 'https://stats.example.com', 'share:Ab-1'],
  ['https://example.com/umami/share/Ab_1/x.example?a=b', 'https://example.com/umami', 'share:Ab_1'],
  [' https://example.com/share/a%20b ', 'https://example.com', 'share:a%20b'],
])('the share link %s', (address, baseUrl, apiKey) => {
  expect(readShareLink(address)).toEqual({ baseUrl, apiKey });
});

test.each(['https://stats.example.com', 'https://stats.example.com/share', 'share/x', ''])(
  'no share link: %s',
  address => {
    expect(readShareLink(address)).toBeUndefined();
  },
);
