import { expect, test } from 'vitest';
import { withDatabase } from '#server/database/openDatabase.ts';
import { startServer, temporaryFile } from './serverFixture.ts';

const bare = {
  privacy: 1,
  email: 0,
  exclude_bots: 1,
  exclude_params: null,
  exclude_ips: null,
  created_at: expect.stringMatching(/^2026-11-20 \d\d:\d\d:\d\d$/),
};

test('a created website has the defaults of the interface and is shown as it was answered', async () => {
  const { call } = await startServer();
  const created = await call('POST /websites', { form: { domain: 'example.com' } });
  expect(created.status).toBe(201);
  expect(created.headers.get('content-type')).toBe('application/json');
  expect(created.body).toEqual({ data: { id: 1, domain: 'example.com', ...bare } });
  const shown = await call('GET /websites/1');
  expect(shown.status).toBe(200);
  expect(shown.body).toEqual(created.body);
});

test('every field of a create is stored; lists of parameters and addresses as they were sent', async () => {
  const { call } = await startServer();
  const form = {
    domain: 'Shop.Example.COM',
    privacy: '2',
    password: 'sesame',
    email: '1',
    exclude_bots: '0',
    exclude_params: ' utm_source\r\ngclid ',
    exclude_ips: '203.0.113.7, 198.51.100.0/24',
  };
  const { status, body, text } = await call('POST /websites', { form });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: 1,
    domain: 'shop.example.com',
    privacy: 2,
    email: 1,
    exclude_bots: 0,
    exclude_params: ' utm_source\r\ngclid ',
    exclude_ips: '203.0.113.7, 198.51.100.0/24',
    created_at: bare.created_at,
  });
  expect(text).not.toContain('password');
});

test('a domain outside ASCII is stored as browsers write it', async () => {
  const { call } = await startServer();
  const { body } = await call('POST /websites', { form: { domain: 'bücher.example' } });
  expect(body.data).toMatchObject({ domain: 'xn--bcher-kva.example' });
});

test('an update changes the fields sent and no others, never the domain', async () => {
  const { call } = await startServer();
  const form = { domain: 'example.com', email: '1', exclude_params: 'ref', exclude_ips: '192.0.2.1' };
  await call('POST /websites', { form });
  const updated = await call('PUT /websites/1', {
    form: { domain: 'other.example', privacy: '0', exclude_params: '' },
  });
  expect(updated.status).toBe(200);
  expect(updated.body.data).toEqual({
    ...bare,
    id: 1,
    domain: 'example.com',
    privacy: 0,
    email: 1,
    exclude_ips: '192.0.2.1',
  });
  expect((await call('PUT /websites/1', { form: {} })).body).toEqual(updated.body);
  expect((await call('GET /websites/1')).body).toEqual(updated.body);
});

test('a website that has a password is saved without one, and needs a new one after it had none', async () => {
  const file = temporaryFile();
  const { call } = await startServer({ file });
  await call('POST /websites', { form: { domain: 'example.com', privacy: '2', password: 'sesame' } });
  const hash = async () =>
    await withDatabase(file, async database => {
      const row = database.statement('select password_hash from website').get();
      return row?.['password_hash'];
    });
  expect(await hash()).toMatch(/^scrypt:/);
  expect((await call('PUT /websites/1', { form: { privacy: '2', email: '1' } })).status).toBe(200);
  expect((await call('PUT /websites/1', { form: { password: 'open' } })).status).toBe(200);
  expect((await call('PUT /websites/1', { form: { privacy: '1' } })).status).toBe(200);
  expect(await hash()).toBeNull();
  const refused = await call('PUT /websites/1', { form: { privacy: '2' } });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({ password: ['The password field is required when privacy is 2.'] });
  expect((await call('GET /websites/1')).body.data).toMatchObject({ privacy: 1 });
});

test('a deleted website is gone, with an empty answer, and its id is not given again', async () => {
  const { call } = await startServer();
  await call('POST /websites', { form: { domain: 'example.com' } });
  const deleted = await call('DELETE /websites/1');
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  expect((await call('GET /websites/1')).status).toBe(404);
  expect((await call('DELETE /websites/1')).status).toBe(404);
  const again = await call('POST /websites', { form: { domain: 'example.com' } });
  expect(again.body.data).toMatchObject({ id: 2 });
});

test('the list sorts by date created, newest first, unless told otherwise', async () => {
  const { call } = await startServer();
  for (const name of ['bravo', 'alpha', 'charlie']) {
    await call('POST /websites', { form: { domain: `${name}.example` } });
  }
  const listed = async (query: string): Promise<unknown> => {
    const { body } = await call(`GET /websites${query}`);
    return Array.isArray(body.data) ? body.data.map((website: { id: number }) => website.id) : body;
  };
  expect(await listed('')).toEqual([3, 2, 1]);
  expect(await listed('?sort=asc')).toEqual([1, 2, 3]);
  expect(await listed('?sort_by=id&sort=desc')).toEqual([3, 2, 1]);
  expect(await listed('?sort_by=domain&sort=asc')).toEqual([2, 1, 3]);
  expect(await listed('?sort_by=domain')).toEqual([3, 1, 2]);
  expect(await listed('?search=A.EX')).toEqual([2]);
  expect(await listed('?search=ha&search_by=domain&sort=asc')).toEqual([2, 3]);
  expect(await listed('?search=&search_by=domain')).toEqual([3, 2, 1]);
});

test.each([
  ['%', []],
  ['_', []],
  ['\\', []],
  ['\0', []],
  ['a\0', []],
  ['\0a', []],
  ['\x01', []],
  ['\x7f', []],
  ['\ufffe', []],
  ['a-b', ['a-b.example']],
  [`'; drop table website; --`, []],
])('a search for %j is for that text and no pattern', async (search, found) => {
  const { call } = await startServer();
  for (const domain of ['a-b.example', 'axb.example']) await call('POST /websites', { form: { domain } });
  const { body } = await call(`GET /websites?search=${encodeURIComponent(search)}`);
  expect(body.data).toEqual(found.map(domain => expect.objectContaining({ domain })));
});

test('a long list comes in pages of ten, with links and numbers', async () => {
  const { call, url } = await startServer({ file: temporaryFile() });
  for (let number = 1; number <= 26; number++) {
    await call('POST /websites', { form: { domain: `site-${number}.example` } });
  }
  const last = await call('GET /websites?search=site&page=3');
  const list = `${url}/api/v1/websites`;
  expect(last.body).toEqual({
    data: [6, 5, 4, 3, 2, 1].map(id => ({ ...bare, id, domain: `site-${id}.example` })),
    links: {
      first: `${list}?search=site&page=1`,
      last: `${list}?search=site&page=3`,
      prev: `${list}?search=site&page=2`,
      next: null,
    },
    meta: { current_page: 3, from: 21, last_page: 3, path: list, per_page: 10, to: 26, total: 26 },
  });
  expect((await call('GET /websites')).body.meta).toMatchObject({ current_page: 1, to: 10, last_page: 3 });
  expect((await call('GET /websites?per_page=25')).body.meta).toMatchObject({ to: 25, last_page: 2 });
  expect((await call('GET /websites?per_page=100')).body.meta).toMatchObject({ to: 26, last_page: 1 });
  expect((await call('GET /websites?page=4')).body).toMatchObject({
    data: [],
    meta: { total: 26, from: null },
  });
  for (const page of ['x', '0', '-1', '01'])
    expect((await call(`GET /websites?page=${page}`)).body.meta).toMatchObject({ current_page: 1 });
});
