import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { jsonLines } from '../umami/replay.ts';
import { listenLocally } from '../listenLocally.ts';

/** What was asked of a real GoatCounter 2.7.0, with whose key, and what it answered. */
export interface Recorded {
  readonly as?: string;
  readonly method: string;
  /** The website it was about, where that was not the one of the base URL. */
  readonly host?: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly status: number;
  readonly type?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer?: unknown;
}

type Asked = {
  readonly [Name in 'as' | 'method' | 'host' | 'path' | 'query' | 'body']?: Recorded[Name] | undefined;
};

export interface Replay {
  readonly url: string;
  /** "b.test GET /api/v0/stats/total?start=..." of each request, in the order they came. */
  readonly asked: readonly string[];
}

const recorded = jsonLines<Recorded>('../../api/goatCounter/recorded.jsonl');

/** Answers as the real service did to this key; a request that was never recorded fails the test with its line. */
export async function startReplay(as: string): Promise<Replay> {
  const asked: string[] = [];
  const unknown: string[] = [];
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await text(incoming);
    const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '');
    const method = incoming.method ?? '';
    asked.push(`${host} ${method} ${incoming.url}`);
    const key = incoming.headers.authorization === undefined ? undefined : as;
    const wanted = keyOf({
      as: key,
      method,
      host,
      path,
      query,
      body: body === '' ? undefined : JSON.parse(body),
    });
    const known = recorded.find(one => keyOf(one) === wanted);
    if (known === undefined) unknown.push(`${host} ${method} ${incoming.url} ${body}`);
    const { status, type = 'text/plain', headers, answer } = known ?? { status: 599, headers: {} };
    // The time among them is the recorded one, as days of other times of a year are told otherwise.
    response.writeHead(status, { ...headers, 'content-type': type });
    response.end(answer === undefined ? '' : JSON.stringify(answer));
  };
  const server = createServer((incoming, response) => void serve(incoming, response));
  const { url, close } = await listenLocally(server);
  onTestFinished(async () => {
    await close();
    if (unknown.length > 0) throw new Error(`Never recorded:\n${unknown.join('\n')}`);
  });
  return { url, asked };
}

function keyOf({ as, method, host, path, query, body }: Asked): string {
  const name = host === undefined || host === '127.0.0.1' ? '' : host.replace(/:.*$/, '');
  const parameters = [...new URLSearchParams(query)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([as ?? '', method, name, path, parameters, body ?? null]);
}
