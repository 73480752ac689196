import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as bodyText } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { listenLocally, type LocalServer } from './listenLocally.ts';
import { reply, rewritten, type Content } from './textAnswers.ts';

export interface TextService extends LocalServer {
  /** For SITEDECK_API_KEY: the key decides what is answered. */
  keyFor(content: Content): string;
  /** Changes what a key stands for. */
  change(key: string, content: Partial<Content>): void;
}

/** A service on a free port of this machine all of whose texts are what the test says, the same at every start. */
export async function startTextService(): Promise<TextService> {
  const contents = new Map<string, Content>();
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await bodyText(request).catch(() => '');
    const content = contents.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (content?.delay === Infinity) return;
    if (content?.delay !== undefined) await after(content.delay);
    const [status, body] =
      content === undefined ? [401, { message: 'no such key' }] : reply(request, content);
    response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after': '60' })
      .end(JSON.stringify(rewritten(body, content?.written)));
  }

  return {
    ...(await listenLocally(server)),
    keyFor(content) {
      const key = `key-${contents.size + 1}`;
      contents.set(key, content);
      return key;
    },
    change(key, content) {
      contents.set(key, { ...(contents.get(key) ?? { texts: [] }), ...content });
    },
  };
}
