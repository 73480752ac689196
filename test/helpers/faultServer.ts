import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally, type LocalServer } from './listenLocally.ts';

/** A request exactly as it arrived. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Without its question mark; empty where there is none. */
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Writes one answer, or fails to in its own way. */
export type Answer = (response: ServerResponse, request: RecordedRequest) => unknown;

export interface FaultServer extends LocalServer {
  /** In the order they arrived. */
  readonly requests: readonly RecordedRequest[];
  /** The most requests that were ever unanswered at once. */
  readonly mostAtOnce: () => number;
  /** What comes next: one answer a request, the last for all further ones. */
  answerWith(...answers: readonly [Answer, ...Answer[]]): void;
  /** Resolves once so many requests have arrived in all. */
  arrived(count: number): Promise<void>;
}

const unprepared: Answer = response => response.writeHead(500).end('The test has not said what to answer.');

/** A service on a free port of this machine that answers as it is told and remembers what it was asked. */
export async function startFaultServer(): Promise<FaultServer> {
  const requests: RecordedRequest[] = [];
  let script: Answer[] = [unprepared];
  let open = 0;
  let most = 0;

  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await record(incoming);
    // A client that went away while it sent leaves nothing to answer.
    if (request === undefined) return;
    requests.push(request);
    const answer = script.length > 1 ? script.shift() : script[0];
    answer?.(response, request);
    server.emit('recorded');
  };
  const server = createServer((incoming, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    void serve(incoming, response);
  });

  return {
    ...(await listenLocally(server)),
    requests,
    mostAtOnce: () => most,
    answerWith(...answers) {
      script = [...answers];
    },
    async arrived(count) {
      while (requests.length < count) await once(server, 'recorded');
    },
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest | undefined> {
  const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
  const body = await text(incoming).catch(() => undefined);
  return body === undefined
    ? undefined
    : { method: incoming.method ?? '', path, query, headers: incoming.headers, body };
}
