import { afterEach, beforeEach, expect, test } from 'vitest';
import { json } from '../helpers/faultAnswers.ts';
import { startFaultServer, type FaultServer } from '../helpers/faultServer.ts';
import { apiKey, run, startService, temporaryHome, type RunOptions } from './fixture.ts';

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

/** The requests of a run that the embedded service answers behind a server that notes them. */
async function requestsOf(args: readonly string[], options: RunOptions = {}): Promise<string[]> {
  const first = server.requests.length;
  await run(args, { env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey }, ...options });
  return server.requests
    .slice(first)
    .map(({ method, path, query }) => `${method} ${path.replace('/api/v1', '')}${query && `?${query}`}`);
}

async function passOn(url: string): Promise<void> {
  server.answerWith(async (response, { method, path, query, headers, body }) => {
    const answer = await fetch(`${url}${path}${query && `?${query}`}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: headers.authorization ?? '',
        'content-type': headers['content-type'] ?? 'text/plain',
      },
      ...(body === '' ? {} : { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
}

const search = (domain: string) =>
  `GET /websites?search=${domain}&search_by=domain&sort_by=domain&sort=asc&per_page=100`;

test('a website is read once, whether it is named by its id or its domain', async () => {
  const service = await startService();
  for (let at = 1; at <= 9; at += 1) await service.add(`site${at}.example`);
  await passOn(service.url);
  expect(await requestsOf(['websites', 'show', '9'])).toEqual(['GET /websites/9']);
  expect(await requestsOf(['websites', 'update', '9', '--privacy', 'public'])).toEqual([
    'GET /websites/9',
    'PUT /websites/9',
  ]);
  // The rows of a list need not have all settings, so what is changed is read on its own.
  expect(await requestsOf(['websites', 'update', 'site9.example', '--email'])).toEqual([
    search('site9.example'),
    'GET /websites/9',
    'PUT /websites/9',
  ]);
  expect(await requestsOf(['websites', 'delete', 'site9.example', '--yes'])).toEqual([
    search('site9.example'),
    'DELETE /websites/9',
  ]);
  expect(await requestsOf(['websites', 'delete', '8', '--yes'])).toEqual([
    'GET /websites/8',
    'DELETE /websites/8',
  ]);
});

test('a name without a dot is an id, unless the websites listed last have it as their domain', async () => {
  const service = await startService();
  await service.add('intranet');
  await passOn(service.url);
  const home = temporaryHome();
  const options = { home, env: {} };
  await run(['profile', 'add', 'work', server.url, '--kind', 'phpanalytics'], { home, stdin: apiKey });
  const show = ['websites', 'show', 'intranet'];
  expect(await requestsOf(show, options)).toEqual([
    'GET /websites/intranet',
    search('intranet'),
    'GET /websites/1',
  ]);
  await requestsOf(['websites', 'list', '--all'], options);
  expect(await requestsOf(show, options)).toEqual([search('intranet'), 'GET /websites/1']);
});

test('a number that the service does not have is not searched for as a domain', async () => {
  const service = await startService();
  await service.add('shop.example');
  await passOn(service.url);
  expect(await requestsOf(['websites', 'show', '999'])).toEqual(['GET /websites/999']);
  expect(await requestsOf(['stats', ' 999 ', 'page'])).toEqual(['GET /websites/999']);
  // A service that fails for it may have it, and is asked once more.
  server.answerWith(json({ message: 'Server Error', status: 500 }, 500));
  expect(new Set(await requestsOf(['websites', 'show', '999']))).toEqual(
    new Set(['GET /websites/999', search('999')]),
  );
});

test('an id that looks like a domain is found after the domains', async () => {
  server.answerWith((response, request) => {
    const isList = request.path.endsWith('/websites');
    json({ data: isList ? [] : { id: 'a.b', domain: 'one.example' } })(response, request);
  });
  expect(await requestsOf(['websites', 'show', 'a.b'])).toEqual([search('a.b'), 'GET /websites/a.b']);
});

test('list --all of a service whose next page is empty before its total is incomplete too', async () => {
  const row = (id: number) => ({ id, domain: `site${id}.example` });
  server.answerWith((response, request) => {
    const isFirst = !request.query.includes('page=2');
    const data = isFirst ? Array.from({ length: 100 }, (_, at) => row(at + 1)) : [];
    json({ data, meta: { current_page: isFirst ? 1 : 2, per_page: 100, total: 137 } })(response, request);
  });
  for (const [args, printed] of [
    [['list', '--all', '--json'], /"complete": ?false/],
    [['export'], /^$/],
  ] as const) {
    const ran = await run(['websites', ...args], {
      env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey },
    });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(printed);
    expect(ran.stderr).toContain('Incomplete: the service says that it has more, but gives the first 100');
  }
});
