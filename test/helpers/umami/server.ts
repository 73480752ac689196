import { onTestFinished } from 'vitest';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { listenLocally, type LocalServer } from '../listenLocally.ts';
import type { Reply } from './reply.ts';
import { answerOf, type Asked } from './route.ts';
import { secret, worldOf, type Seed, type World } from './world.ts';

/** What goes wrong with a request: a status without a body, or a time before its answer; Infinity: none comes. */
export interface Fault {
  readonly status?: number;
  /** Milliseconds. */
  readonly delay?: number;
}

export interface UmamiServer extends LocalServer {
  /** What it holds now. */
  readonly world: World;
  /** What it was asked, in the order it arrived. */
  readonly asked: readonly Asked[];
  /** The most requests that were ever unanswered at once. */
  readonly mostAtOnce: () => number;
  /** A token of a user, as its sign-in gives. */
  tokenOf(username: string): string;
  /** No token that was given is taken any more. */
  endTokens(): void;
  /** From now on; undefined: nothing goes wrong. */
  faultWith(fault: ((asked: Asked) => Fault | undefined) | undefined): void;
}

/** A service with the habits of Umami 3.1, or 3.0, on a free port of this machine, under a path prefix where one is given; it goes with the test. */
export async function startUmami(seed: Seed, prefix = ''): Promise<UmamiServer> {
  const world = worldOf(seed);
  const asked: Asked[] = [];
  let faultOf: ((request: Asked) => Fault | undefined) | undefined;
  let open = 0;
  let most = 0;

  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await read(incoming, prefix);
    if (request === undefined) return;
    asked.push(request);
    const { status, delay = 0 } = faultOf?.(request) ?? {};
    if (delay === Infinity) return;
    await after(delay);
    send(response, status === undefined ? answerOf(world, request) : { status });
  };
  const server = createServer((incoming, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    void serve(incoming, response);
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  return {
    url: url + prefix,
    close,
    world,
    asked,
    mostAtOnce: () => most,
    tokenOf(username) {
      const token = secret();
      world.tokens.set(token, username);
      return token;
    },
    endTokens: () => world.tokens.clear(),
    faultWith: fault => (faultOf = fault),
  };
}

async function read(incoming: IncomingMessage, prefix: string): Promise<Asked | undefined> {
  const body = await text(incoming).catch(() => undefined);
  // A client that went away while it sent leaves nothing to answer.
  if (body === undefined) return undefined;
  const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
  return {
    method: incoming.method ?? '',
    path: path.startsWith(prefix) ? path.slice(prefix.length) : '/elsewhere',
    query: new URLSearchParams(query),
    headers: incoming.headers,
    body: objectOf(body),
  };
}

function objectOf(body: string): Asked['body'] {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value))
      : undefined;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body, html, location }: Reply): void {
  const page = html === undefined ? undefined : 'text/html';
  const type = body === undefined ? page : 'application/json';
  response.writeHead(status, {
    'cache-control': 'no-cache',
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(location === undefined ? {} : { location }),
  });
  response.end(body === undefined ? (html ?? location ?? '') : JSON.stringify(body));
}
