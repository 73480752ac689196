import { expect, test } from 'vitest';
import { ask, openForTest, startServer } from './serverFixture.ts';

test.each([
  ['no key', ''],
  ['a wrong key', 'Bearer a-key-of-the-test'],
  ['another scheme', 'Basic a-key-of-the-tests'],
  ['an empty key', 'Bearer '],
])('%s is a 401', async (_, authorization) => {
  const { call } = await startServer();
  for (const request of ['GET /websites', 'GET /websites/1', 'GET /stats/1', 'DELETE /websites/1']) {
    const answer = await call(request, { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body).toEqual({ message: 'Unauthenticated.' });
  }
});

test('a refused write changes nothing', async () => {
  const { call } = await startServer();
  const form = { domain: 'example.com' };
  expect((await call('POST /websites', { form, headers: { authorization: '' } })).status).toBe(401);
  expect((await call('GET /websites')).body.data).toEqual([]);
});

test('a service without a key asks for none', async () => {
  const service = await openForTest();
  expect((await ask(service, 'GET /websites')).status).toBe(200);
});

test.each(['/', '/website', '/websites/1/stats', '/stats', '/websites/1/2'])(
  '%s is a 404 as JSON',
  async path => {
    const { call } = await startServer();
    const answer = await call(`GET ${path}`);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ message: 'Resource not found.' });
  },
);

test.each(['7', '0', '-1', '1.0', 'abc', '1e3', '%00', '999999999999999999999'])(
  'the website %s, which is none, is a 404 everywhere',
  async id => {
    const { call } = await startServer();
    await call('POST /websites', { form: { domain: 'example.com' } });
    const period = 'name=page&from=2026-11-01&to=2026-11-02';
    for (const request of [`GET /websites/${id}`, `DELETE /websites/${id}`, `GET /stats/${id}?${period}`]) {
      expect((await call(request)).status).toBe(404);
    }
    expect((await call(`PUT /websites/${id}`, { form: { email: '1' } })).status).toBe(404);
  },
);

test.each([
  ['PUT /websites', 'GET, HEAD, POST'],
  ['DELETE /websites', 'GET, HEAD, POST'],
  ['POST /websites/1', 'GET, HEAD, PUT, DELETE'],
  ['PATCH /websites/1', 'GET, HEAD, PUT, DELETE'],
  ['POST /stats/1', 'GET, HEAD'],
  ['DELETE /stats/1', 'GET, HEAD'],
])('%s is a 405 that names what is allowed', async (request, allow) => {
  const { call } = await startServer();
  const answer = await call(request);
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe(allow);
  expect(answer.body.message).toContain(allow);
});

const isTaken = 'The domain has already been taken.';
const isNoHost = 'The domain must be a host name, such as example.com.';

test.each([
  [{}, { domain: ['The domain field is required.'] }],
  [{ domain: '  ' }, { domain: ['The domain field is required.'] }],
  [{ domain: 'https://new.example' }, { domain: [isNoHost] }],
  [{ domain: 'new.example/path' }, { domain: [isNoHost] }],
  [{ domain: 'new.example:8080' }, { domain: [isNoHost] }],
  [{ domain: 'new..example' }, { domain: [isNoHost] }],
  [{ domain: '-new.example' }, { domain: [isNoHost] }],
  [{ domain: 'new_site.example' }, { domain: [isNoHost] }],
  [{ domain: `${'x'.repeat(64)}.example` }, { domain: [isNoHost] }],
  [{ domain: 'taken.example' }, { domain: [isTaken] }],
  [{ domain: 'TAKEN.example' }, { domain: [isTaken] }],
  [
    { domain: 'new.example', privacy: '3' },
    { privacy: ['The selected privacy is invalid, use one of: 0, 1, 2.'] },
  ],
  [
    { domain: 'new.example', privacy: '2' },
    { password: ['The password field is required when privacy is 2.'] },
  ],
  [
    { domain: 'new.example', email: 'yes', exclude_bots: '-1' },
    {
      email: ['The selected email is invalid, use one of: 0, 1.'],
      exclude_bots: ['The selected exclude_bots is invalid, use one of: 0, 1.'],
    },
  ],
])('creating %j is a 422', async (form, errors) => {
  const { call } = await startServer();
  await call('POST /websites', { form: { domain: 'taken.example' } });
  const answer = await call('POST /websites', { form: { ...form } });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual(errors);
  const [first, ...others] = Object.values(errors).flat();
  expect(answer.body.message).toBe(others.length === 0 ? first : `${first} (and 1 more error)`);
  expect((await call('GET /websites')).body.meta).toMatchObject({ total: 1 });
});

test('an update with a wrong value is a 422 and saves none of its fields', async () => {
  const { call } = await startServer();
  await call('POST /websites', { form: { domain: 'example.com' } });
  const answer = await call('PUT /websites/1', { form: { email: '1', privacy: 'public' } });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors ?? {})).toEqual(['privacy']);
  expect((await call('GET /websites/1')).body.data).toMatchObject({ email: 0, privacy: 1 });
});

test.each([
  ['per_page=20', 'per_page'],
  ['per_page=0', 'per_page'],
  ['per_page=10.0', 'per_page'],
  ['search_by=id', 'search_by'],
  ['sort_by=email', 'sort_by'],
  ['sort=up', 'sort'],
])('a list of websites with %s is a 422', async (query, field) => {
  const { call } = await startServer();
  const answer = await call(`GET /websites?${query}`);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
});

const period = 'from=2026-11-01&to=2026-11-02';

test.each([
  ['city=Berlin', 422],
  ['hour~1', 422],
  ['page', 422],
  ['page=/', 200],
  ['utm_term=x', 200],
])('of a filter by %s a service of logs says %i', async (where, status) => {
  const { call } = await startServer({ countsLogs: true });
  await call('POST /websites', { form: { domain: 'example.com' } });
  for (const asked of [`stats/1?name=browser&${period}`, `stats/1/sessions?${period}`]) {
    const { status: found, body } = await call(`GET /${asked}&where=${encodeURIComponent(where)}`);
    expect([found, Object.keys(body.errors ?? {})]).toEqual([status, status === 200 ? [] : ['where']]);
  }
});

test.each([
  [period, 'name'],
  [`name=pages&${period}`, 'name'],
  ['name=page&to=2026-11-02', 'from'],
  ['name=page&from=2026-11-01', 'to'],
  ['name=page&from=2026-11-31&to=2026-12-02', 'from'],
  ['name=page&from=2026-11-01&to=2026-1-2', 'to'],
  ['name=page&from=2026-11-01&to=02.11.2026', 'to'],
  ['name=page&from=2026-11-02&to=2026-11-01', 'to'],
  [`name=page&${period}&search_by=url`, 'search_by'],
  [`name=page&${period}&sort_by=day`, 'sort_by'],
  [`name=page&${period}&sort=random`, 'sort'],
  [`name=page&${period}&per_page=1000`, 'per_page'],
])('a statistic with %s is a 422 for %s', async (query, field) => {
  const { call } = await startServer();
  await call('POST /websites', { form: { domain: 'example.com' } });
  const answer = await call(`GET /stats/1?${query}`);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  expect(answer.body.message).toBe(answer.body.errors?.[field]?.[0]);
});

test('fields that are not form-encoded are a 415', async () => {
  const { call } = await startServer();
  const json = { body: '{"domain":"example.com"}', headers: { 'content-type': 'application/json' } };
  const answer = await call('POST /websites', json);
  expect(answer.status).toBe(415);
  expect(answer.body.message).toBe('Send the fields as application/x-www-form-urlencoded.');
});

test('HEAD answers as GET does, without the body', async () => {
  const { call } = await startServer();
  const answer = await call('HEAD /websites');
  expect([answer.status, answer.text]).toEqual([200, '']);
});
