import { onTestFinished } from 'vitest';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally, type LocalServer } from '../listenLocally.ts';
import { type Asked, answerOf } from './route.ts';
import { type Seed, type World, worldOf } from './world.ts';

/** All that a token can be allowed. */
export const allBits = 126;

export interface GoatCounterServer extends LocalServer {
  readonly world: World;
  /** "b.test GET /api/v0/stats/total" of each request, in the order they came. */
  readonly asked: readonly string[];
  /** How many requests were refused because there were too many. */
  readonly refused: () => number;
  /** A token of the owner that may do this. */
  tokenWith(permissions: number): string;
}

/** How many requests it takes in how many milliseconds, by the windows of its own clock. */
interface Limit {
  readonly requests: number;
  readonly window: number;
}

/** A service with the habits of GoatCounter 2.7 on a free port of this machine; it goes with the test. */
export async function startGoatCounter(seed: Seed, limit?: Limit): Promise<GoatCounterServer> {
  const world = worldOf(seed);
  const asked: string[] = [];
  let tokens = 0;
  let refused = 0;
  let window = -1;
  let used = 0;
  const began = performance.now();

  const take = ({ requests, window: length }: Limit) => {
    const current = Math.floor((performance.now() - began) / length);
    if (current !== window) [window, used] = [current, 0];
    used += 1;
    const reset = String(Math.round((length - ((performance.now() - began) % length)) / 1000));
    return {
      isOver: used > requests,
      headers: {
        'x-rate-limit-limit': String(requests),
        'x-rate-limit-remaining': String(Math.max(0, requests - used)),
        'x-rate-limit-reset': reset,
        ...(used > requests && { 'retry-after': reset }),
      },
    };
  };
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await text(incoming).catch(() => '');
    const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
    const request: Asked = {
      method: incoming.method ?? '',
      path,
      query: new URLSearchParams(query),
      headers: incoming.headers,
      body: body === '' ? undefined : JSON.parse(body),
    };
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '');
    asked.push(`${host} ${request.method} ${path}`);
    const isLimited = limit !== undefined && path.startsWith('/api/');
    const { isOver, headers } = isLimited ? take(limit) : { isOver: false, headers: {} };
    if (isOver) refused += 1;
    const reply = isOver
      ? { status: 429, body: { error: 'rate limited exceeded' } }
      : answerOf(world, request);
    const type = reply.status === 200 ? 'application/json' : 'text/plain; charset=utf-8';
    response.writeHead(reply.status, {
      'content-type': type,
      ...headers,
      ...('headers' in reply && reply.headers),
    });
    response.end(JSON.stringify(reply.body));
  };
  const server = createServer((incoming, response) => void serve(incoming, response));
  const local = await listenLocally(server);
  onTestFinished(local.close);
  return {
    ...local,
    world,
    asked,
    refused: () => refused,
    tokenWith(permissions) {
      tokens += 1;
      const token = `token${tokens}`;
      world.tokens.set(token, permissions);
      return token;
    },
  };
}
