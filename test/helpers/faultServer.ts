import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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

export interface FaultServer {
  /** "http://127.0.0.1:54321". */
  readonly url: string;
  /** In the order they arrived. */
  readonly requests: readonly RecordedRequest[];
  /** The most requests that were ever unanswered at once. */
  readonly mostAtOnce: () => number;
  /** What comes next: one answer a request, the last for all further ones. */
  answerWith(...answers: readonly [Answer, ...Answer[]]): void;
  /** Resolves once so many requests have arrived in all. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

const unprepared: Answer = response => response.writeHead(500).end('The test has not said what to answer.');

/** A service on a free port of this machine that answers as it is told and remembers what it was asked. */
export async function startFaultServer(): Promise<FaultServer> {
  const requests: RecordedRequest[] = [];
  let script: Answer[] = [unprepared];
  let open = 0;
  let most = 0;

  const server = createServer((incoming, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    // A client that goes away while it sends leaves nothing to answer.
    record(incoming).then(
      request => {
        requests.push(request);
        const answer = script.length > 1 ? script.shift() : script[0];
        answer?.(response, request);
        server.emit('recorded');
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    mostAtOnce: () => most,
    answerWith(...answers) {
      script = [...answers];
    },
    async arrived(count) {
      while (requests.length < count) await once(server, 'recorded');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
  return {
    method: incoming.method ?? '',
    path,
    query,
    headers: incoming.headers,
    body: await text(incoming),
  };
}
