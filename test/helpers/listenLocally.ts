import { once } from 'node:events';
import type { Server } from 'node:http';
import { freePort } from './freePort.ts';

export interface LocalServer {
  /** "http://127.0.0.1:54321". */
  readonly url: string;
  /** Ends what is still open; a second time does nothing. */
  close(): Promise<void>;
}

/** Takes a free port of this machine. */
export async function listenLocally(server: Server): Promise<LocalServer> {
  server.listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
