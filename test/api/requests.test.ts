import { websiteDefaults } from '#model/website/website.ts';
import { describe, expect, test } from 'vitest';
import { key, useFaultServer } from '../helpers/apiFixture.ts';
import { bare, json } from '../helpers/faultAnswers.ts';

const fixture = useFaultServer();
const period = { from: '2026-01-01', to: '2026-01-31' } as const;

/** "GET /path?query", as it arrived. */
function lines(): string[] {
  return fixture.server.requests.map(
    ({ method, path, query }) => `${method} ${path}${query === '' ? '' : `?${query}`}`,
  );
}

describe('reads', () => {
  test('every parameter of the list of websites', async () => {
    fixture.server.answerWith(json({ data: [] }));
    const query = { search: 'a&b ü', sortBy: 'domain', sort: 'asc', perPage: 25, page: 3 } as const;
    await fixture.api().listWebsites(query);
    expect(lines()).toEqual([
      'GET /api/v1/websites?search=a%26b+%C3%BC&search_by=domain&sort_by=domain&sort=asc&per_page=25&page=3',
    ]);
  });

  test('every parameter of a statistic', async () => {
    fixture.server.answerWith(json({ data: [] }));
    await fixture.api().readStatistic('7', {
      name: 'landing_page',
      period,
      search: '/blog',
      sortBy: 'count',
      sort: 'desc',
      perPage: 100,
      page: 2,
    });
    expect(lines()).toEqual([
      'GET /api/v1/stats/7?name=landing_page&from=2026-01-01&to=2026-01-31' +
        '&search=%2Fblog&search_by=value&sort_by=count&sort=desc&per_page=100&page=2',
    ]);
  });

  test('nothing is sent that was not asked for, nor an empty search, what it would look in, or page 1', async () => {
    fixture.server.answerWith(json({ data: [] }));
    await fixture.api().listWebsites({});
    await fixture.api().listWebsites({ search: '', page: 1 });
    await fixture.api().readStatistic('7', { name: 'os', period, search: '  ' });
    expect(lines()).toEqual([
      'GET /api/v1/websites',
      'GET /api/v1/websites',
      'GET /api/v1/stats/7?name=os&from=2026-01-01&to=2026-01-31',
    ]);
  });

  test('carry the key and ask for JSON', async () => {
    fixture.server.answerWith(json({ data: { id: 7 } }));
    await fixture.api().showWebsite('7');
    const [request] = fixture.server.requests;
    expect(request?.headers.authorization).toBe(`Bearer ${key}`);
    expect(request?.headers.accept).toBe('application/json');
    expect(request?.headers['content-type']).toBeUndefined();
    expect(request?.body).toBe('');
  });

  test('a path prefix is kept and an id is one path segment', async () => {
    fixture.server.answerWith(json({ data: { id: 'x' } }));
    const api = fixture.api({ baseUrl: `${fixture.server.url}/analytics/api/v1/` });
    expect(api.baseUrl).toBe(`${fixture.server.url}/analytics`);
    await api.showWebsite('a/b?c#d%e ü');
    expect(lines()).toEqual(['GET /analytics/api/v1/websites/a%2Fb%3Fc%23d%25e%20%C3%BC']);
  });

  test.each(['', '.', '..', '\ud800'])('an id that is no path segment (%j) sends nothing', async id => {
    const api = fixture.api();
    const requests = [
      api.showWebsite(id),
      api.updateWebsite(id, { email: true }),
      api.deleteWebsite(id),
      api.readStatistic(id, { name: 'os', period }),
      api.readSeries(id, 'visitors', period),
    ];
    for (const request of requests) await expect(request).rejects.toMatchObject({ kind: 'notFound' });
    expect(lines()).toEqual([]);
  });
});

describe('writes', () => {
  test('a new website sends every field but a password that was not typed', async () => {
    fixture.server.answerWith(json({ data: { id: 1 } }, 201));
    await fixture.api().createWebsite({ ...websiteDefaults, domain: 'example.com' });
    const [request] = fixture.server.requests;
    expect(lines()).toEqual(['POST /api/v1/websites']);
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(request?.headers.accept).toBe('application/json');
    expect(request?.headers.authorization).toBe(`Bearer ${key}`);
    expect(request?.body).toBe(
      'domain=example.com&privacy=1&email=0&exclude_bots=1&exclude_params=&exclude_ips=',
    );
  });

  test('a new website with all its fields', async () => {
    fixture.server.answerWith(json({ data: { id: 1 } }, 201));
    await fixture.api().createWebsite({
      domain: 'example.com',
      name: '',
      privacy: 'password',
      password: 'p&ss wörd',
      email: true,
      excludeBots: false,
      excludeParams: 'utm_source\nref',
      excludeIps: '10.0.0.0/8\r\n::1',
      retention: '',
    });
    expect(fixture.server.requests[0]?.body).toBe(
      'domain=example.com&privacy=2&password=p%26ss+w%C3%B6rd&email=1&exclude_bots=0' +
        '&exclude_params=utm_source%0Aref&exclude_ips=10.0.0.0%2F8%0D%0A%3A%3A1',
    );
  });

  test.each([
    [{ privacy: 'public' } as const, 'privacy=0'],
    [{ privacy: 'password', password: 'x' } as const, 'privacy=2&password=x'],
    [{ excludeIps: '' }, 'exclude_ips='],
    [{ password: '' }, 'password='],
    [{ email: false, excludeBots: true, excludeParams: 'a' }, 'email=0&exclude_bots=1&exclude_params=a'],
  ])('an update sends exactly the fields given: %j', async (fields, body) => {
    fixture.server.answerWith(json({ data: { id: 12 } }));
    await fixture.api().updateWebsite('12', fields);
    expect(lines()).toEqual(['PUT /api/v1/websites/12']);
    expect(fixture.server.requests[0]?.body).toBe(body);
    expect(fixture.server.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });

  test('a deletion has no body', async () => {
    fixture.server.answerWith(bare(204));
    await expect(fixture.api().deleteWebsite('12')).resolves.toBeUndefined();
    expect(lines()).toEqual(['DELETE /api/v1/websites/12']);
    expect(fixture.server.requests[0]?.body).toBe('');
    expect(fixture.server.requests[0]?.headers['content-type']).toBeUndefined();
  });

  test.each([
    ['no body', bare(204)],
    ['a body without a website', json({ message: 'ok' })],
  ])('%s after a write is an undefined website', async (_, answer) => {
    fixture.server.answerWith(answer);
    const api = fixture.api();
    expect(await api.createWebsite({ ...websiteDefaults, domain: 'a.example' })).toBeUndefined();
    expect(await api.updateWebsite('1', { email: true })).toBeUndefined();
  });
});
