import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { differences, shapeOf } from '../shapes.ts';
import { jsonLines } from '../umami/replay.ts';
import { startGoatCounter } from './server.ts';
import type { Recorded } from './replay.ts';
import type { Visit } from './world.ts';

const recorded = jsonLines<Recorded>('../../api/goatCounter/recorded.jsonl');

const permissions: Readonly<Record<string, number>> = { all: 126, read: 72, noread: 64 };

/** A visit to a page and an event of every day of the recorded weeks. */
const visits = Array.from({ length: 65 }, (_, day): Visit[] => {
  const at = new Date(Date.parse('2026-09-26T11:00:00Z') + day * 86_400_000).toISOString();
  const visit = {
    at,
    browser: 'Firefox',
    system: 'Linux',
    location: 'DE',
    language: 'eng',
    width: 1366,
    referrer: 'news.example',
    campaign: 'autumn',
  };
  return [
    { ...visit, path: '/' },
    // Most visits had no referrer.
    { ...visit, path: 'signup', isEvent: true, referrer: '' },
  ];
}).flat();

/** The server in the state that the recorded one had. */
async function open() {
  const sites = ['a.test', 'b.test', 'c.test'].map(cname => ({ cname, visits }));
  const server = await startGoatCounter({ sites, timeZone: 'DE.Europe/Berlin' });
  const { port } = new URL(server.url);
  const tokens = new Map(Object.entries(permissions).map(([as, bits]) => [as, server.tokenWith(bits)]));
  const ask = async ({ as, method, host, path, query = '', body }: Recorded) => {
    const token = as === undefined ? undefined : (tokens.get(as) ?? 'wrong');
    const headers = {
      host: host?.replace('PORT', port) ?? `a.test:${port}`,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      type: string | undefined;
      body: string;
    }>();
    const asked = send(
      { port, method, path: path + (query === '' ? '' : `?${query}`), headers },
      response => {
        const { statusCode: status = 0, headers: given } = response;
        const type = given['content-type']?.split(';')[0];
        text(response).then(all => resolve({ status, type, body: all }), reject);
      },
    );
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    return await promise;
  };
  return { ask };
}

test('every recorded request has an answer of the same status and shape, in the order they were made', async () => {
  const { ask } = await open();
  for (const one of recorded) {
    const { status, type, body } = await ask(one);
    const of = `${one.as} ${one.method} ${one.path} ${one.query ?? ''}`;
    const isJson = one.answer !== undefined;
    const found = isJson ? differences(shapeOf(JSON.parse(body)), shapeOf(one.answer)) : [];
    expect
      .soft({ of, status, type, differences: found })
      .toEqual({ of, status: one.status, type: one.type ?? type, differences: [] });
  }
});
