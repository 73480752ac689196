import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bare, json } from '../helpers/faultAnswers.ts';
import { endlessPages } from '../helpers/endlessPages.ts';
import { startFaultServer, type FaultServer } from '../helpers/faultServer.ts';
import { mostMemory } from '../fuzz/memory.ts';
import { apiKey, errorLine, run, start, type Ran } from './fixture.ts';

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const ask = async (...args: string[]): Promise<Ran> =>
  await run(args, {
    env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey },
    stdin: 'websites: []',
  });

const pagesAsked = () => server.requests.filter(({ query }) => query.includes('name=page&')).length;
const csvRows = ({ stdout }: Ran) => stdout.trimEnd().split('\n').slice(1);

/** Pages that come, and requests it takes to know that no others follow. */
const services = [
  ['the first page for every page', () => 1, 1, 2],
  ['two pages in turn', (page: number) => ((page - 1) % 2) + 1, 2, 3],
  ['three pages in turn', (page: number) => ((page - 1) % 3) + 1, 3, 4],
  ['pages without end', (page: number) => page, 1_000, 1_000],
] as const;

test('rows that are large are held up to 20 million characters', async () => {
  // Ten rows a page, each a little more than 100,000 characters: 20 pages pass the limit.
  server.answerWith((response, request) => {
    const page = new URLSearchParams(request.query).get('page') ?? '1';
    const value = (at: number) => `/page-${page}-${at}-`.padEnd(100_000, 'x');
    const rows = Array.from({ length: 10 }, (_, at) => ({ value: value(at), count: 1 }));
    const isPages = request.query.includes('name=page&');
    const body = isPages ? rows : request.path.includes('/stats/') ? [] : { id: 1, domain: 'one.example' };
    json({ data: body })(response, request);
  });
  const ran = await ask('stats', '1', 'page', '--all', '--format', 'csv');
  expect(csvRows(ran)).toHaveLength(200);
  expect(errorLine(ran)).toBe(
    'sitedeck: Incomplete: the service has more rows of page than are read, these are the first 200.',
  );
  expect({ code: ran.code, requests: pagesAsked() }).toEqual({ code: 1, requests: 20 });
});

test.each([
  ['a domain that is not there', 'websites', 'show', 'absent.example'],
  ['a list as JSON', 'websites', 'list', '--all', '--json'],
  ['a statistic', 'stats', '1', 'page', '--all', '--format', 'csv'],
])('pages of 5 MB take little memory: %s', async (_, ...args) => {
  const filler = '-'.repeat(49_000);
  let asked = 0;
  server.answerWith((response, request) => {
    const [, , , endpoint, id] = request.path.split('/');
    if (id === 'absent.example') return bare(404)(response, request);
    if (endpoint === 'websites' && id !== undefined)
      return json({ data: { id: 1, domain: 'one.example' } })(response, request);
    if (endpoint === 'stats' && !request.query.includes('name=page&'))
      return json({ data: [] })(response, request);
    asked += 1;
    const texts = Array.from({ length: asked > 30 ? 0 : 100 }, (_, at) => `${asked}-${at}${filler}`);
    const rows = texts.map((text, at) =>
      endpoint === 'stats' ? { value: text, count: 1 } : { id: asked * 100 + at, domain: text },
    );
    return json({ data: rows })(response, request);
  });
  const child = start(args, { env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: apiKey } });
  child.stdin.end();
  child.stdout.resume();
  child.stderr.resume();
  let memory = 0;
  const look = setInterval(() => (memory = Math.max(memory, mostMemory(child.pid ?? 0))), 10);
  await once(child, 'close');
  clearInterval(look);
  expect(child.exitCode).toBe(1);
  expect(asked).toBeGreaterThan(3);
  // Thirty pages that were all held are 150 MB more than what it takes, which is 110 to 170 where garbage is collected late.
  expect(memory).toBeLessThan(200);
});

describe.each(services)('a service that gives %s', (_, pageOf, pages, requests) => {
  const rows = pages * 10;
  const told =
    pages === 1_000
      ? 'Incomplete: the service has more WHAT than are read, these are the first 10,000.'
      : `Incomplete: the service gives a page again that it gave before, so the first ${rows} WHAT are all it gives.`;
  beforeEach(() => server.answerWith(endlessPages(pageOf)));

  test('ends a list of all websites, which is printed, with exit code 1', async () => {
    const ran = await ask('websites', 'list', '--all', '--format', 'csv');
    expect(csvRows(ran)).toHaveLength(rows);
    expect(csvRows(ran).at(-1)).toMatch(new RegExp(`^${rows},site-${rows}[.]example,`));
    expect(errorLine(ran)).toBe(`sitedeck: ${told.replace('WHAT', 'websites')}`);
    expect({ code: ran.code, requests: server.requests.length }).toEqual({ code: 1, requests });
  });

  test('ends a statistic', async () => {
    const ran = await ask('stats', '1', 'page', '--all', '--json');
    expect(JSON.parse(ran.stdout)).toMatchObject({ complete: false, rows: { length: rows } });
    expect(errorLine(ran)).toBe(`sitedeck: ${told.replace('WHAT', 'rows of page')}`);
    expect({ code: ran.code, requests: pagesAsked() }).toEqual({ code: 1, requests });
  });

  // A thousand pages take a second: they are not read once more for what reads them in the same way, and says so.
  if (pages === 1_000) return;

  test('ends a table', async () => {
    const ran = await ask('stats', '1', 'page', '--all');
    expect(ran.stdout.split('\n').filter(line => line.startsWith('/page-'))).toHaveLength(rows);
    expect(errorLine(ran)).toBe(`sitedeck: ${told.replace('WHAT', 'rows of page')}`);
    expect(ran.code).toBe(1);
  });

  test.each([
    ['export', 'websites', 'export'],
    ['plan', 'websites', 'plan', '-'],
  ])('ends %s, which makes nothing of a part', async (_, ...args) => {
    const ran = await ask(...args);
    expect(ran.stdout).toBe('');
    expect(ran.stderr.split('\n')).toEqual([
      `sitedeck: ${told.replace('WHAT', 'websites')}`,
      'sitedeck: Not all websites of this service can be read, so its settings cannot be compared.',
      '',
    ]);
    expect({ code: ran.code, requests: server.requests.length }).toEqual({ code: 1, requests });
  });

  test.each([
    ['show', 'websites', 'show', 'absent.example'],
    ['watch', 'watch', 'absent.example', '--below', '1'],
    ['stats', 'stats', 'absent.example', 'page'],
  ])('ends %s of a domain that is not there', async (_, ...args) => {
    const ran = await ask(...args);
    expect(errorLine(ran)).toContain(
      '"absent.example" is not among the websites that could be read, which are not all: name it by its id.',
    );
    // One reads it as an id, in case it is one.
    expect({ code: ran.code, requests: server.requests.length }).toEqual({ code: 1, requests: requests + 1 });
  });
});
