import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listenLocally } from '../listenLocally.ts';

/** What was asked of a real Umami 3.1.0, by whom, and what it answered. */
interface Recorded {
  readonly name: string;
  readonly as: string;
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly type?: string;
  readonly location?: string;
  readonly answer: unknown;
}

/** "GET /api/websites?pageSize=1000" of each request, in the order they came. */
export interface Replay {
  readonly url: string;
  readonly asked: readonly string[];
  /** The most requests that were ever unanswered at once. */
  readonly mostAtOnce: () => number;
}

const recorded: readonly Recorded[] = jsonLines('../../api/umami/recorded.jsonl');
/** The most rows that a request for all rows is for. */
const allRows = 10_000;
const allWebsites = 1000;

/** The lines of a file of JSON beside the tests. */
export function jsonLines<T>(path: string): T[] {
  const lines = readFileSync(new URL(path, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map(line => JSON.parse(line));
}

/**
 * Answers as the real service did: the exact request of these users, with their "TOKEN". The same request gets its answers
 * in the order of the users and of the recording, the last one for good. A request that was never recorded fails the test with its line.
 * A list with fewer rows than its limit is whole, and so the answer for a larger limit too.
 */
export async function startReplay(...users: readonly string[]): Promise<Replay> {
  const answers = new Map<string, Recorded[]>();
  const add = (key: string, answer: Recorded) => answers.set(key, [...(answers.get(key) ?? []), answer]);
  for (const user of users)
    for (const one of recorded.filter(({ as }) => as === user))
      for (const query of queriesOf(one)) add(keyOf(one, one.path, query, one.headers, one.body), one);
  const asked: string[] = [];
  const unknown: string[] = [];
  let open = 0;
  let most = 0;
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await text(incoming);
    const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
    const line = `${incoming.method} ${path}${query === '' ? '' : `?${query}`}`;
    asked.push(line);
    const known = answers.get(
      keyOf({ method: incoming.method ?? '' }, path, query, incoming.headers, parsed(body)),
    );
    const answer = known !== undefined && known.length > 1 ? known.shift() : known?.[0];
    if (answer === undefined) unknown.push(`${line} ${body}`);
    const { status, type, location } = answer ?? { status: 599 };
    response.writeHead(status, {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(location === undefined ? {} : { location }),
    });
    response.end(answer === undefined || type === undefined ? '' : bodyOf(answer));
  };
  const server = createServer((incoming, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    void serve(incoming, response);
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(async () => {
    await close();
    if (unknown.length > 0) throw new Error(`Never recorded:\n${unknown.join('\n')}`);
  });
  return { url, asked, mostAtOnce: () => most };
}

/** The recorded query, and that of a larger limit which has the same answer. */
function queriesOf({ method, path, query = '', answer }: Recorded): string[] {
  const limit = Number(new URLSearchParams(query).get('limit') ?? Number.NaN);
  if (Array.isArray(answer) && answer.length < limit)
    return [query, query.replace(/limit=\d+/, `limit=${allRows}`)];
  if (method === 'GET' && query === '' && isWholeList(answer) && path !== '/api/me/websites')
    return [query, `pageSize=${allWebsites}`];
  return [query];
}

function isWholeList(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('data' in answer) || !('count' in answer))
    return false;
  return Array.isArray(answer.data) && answer.data.length === answer.count;
}

function keyOf(
  { method }: Pick<Recorded, 'method'>,
  path: string,
  query: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>> = {},
  body?: unknown,
): string {
  const { authorization, 'x-umami-share-token': token, 'x-umami-share-context': context } = headers;
  const parameters = [...new URLSearchParams(query)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([method, path, parameters, authorization, token, context, body ?? null]);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body === '' ? undefined : body;
  }
}

/** The token of a share link stands as TOKEN in its own answer, and as SHARE_TOKEN in what was asked with it. */
function bodyOf({ path, answer }: Recorded): string {
  const isShare = typeof answer === 'object' && answer !== null && path.startsWith('/api/share/');
  return JSON.stringify(isShare ? { ...answer, token: 'SHARE_TOKEN' } : answer);
}
