import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { once } from 'node:events';
import { Chance, seedOf } from './Chance.ts';
import { goodAnswer, hostileAnswer, type HostileAnswer } from './hostileAnswer.ts';

export interface FuzzServer {
  readonly url: string;
  /** How many answers were written. */
  readonly answers: () => number;
  close(): Promise<void>;
}

/**
 * A service on a port of its own that goes wrong in every way, by its seed: the same for the same requests. It speaks HTTP
 * by hand, for no library would.
 * @param goodOnes percent of its answers that are as they should be, so that more is asked
 */
export async function startFuzzServer(seed: number, goodOnes = 0): Promise<FuzzServer> {
  const asked = new Map<string, number>();
  const sockets = new Set<Socket>();
  let answers = 0;

  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    let held = '';
    let turn = Promise.resolve();
    socket.on('data', data => {
      held += data.toString('latin1');
      for (let request = nextRequest(held); request !== undefined; request = nextRequest(held)) {
        held = held.slice(request.length);
        const { method, path } = request;
        const nth = asked.get(`${method} ${path}`) ?? 0;
        asked.set(`${method} ${path}`, nth + 1);
        const chance = new Chance(seedOf(seed, `${nth} ${method} ${path}`));
        const isGood = chance.from(1, 100) <= goodOnes;
        const answer = isGood ? goodAnswer(method, path) : hostileAnswer(chance, method, path);
        answers += 1;
        turn = turn.then(() => write(socket, answer));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    answers: () => answers,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The request that the bytes begin with, once they have all of it. */
function nextRequest(bytes: string): { method: string; path: string; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.slice(0, end);
  const size = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const [method = '', path = ''] = head.split(' ', 2);
  const length = end + 4 + size;
  // A body that has not come yet is not waited for by half of the services.
  return bytes.length < length && path.length % 2 === 0 ? undefined : { method, path, length };
}

async function write(
  socket: Socket,
  { head, body, sent, pieces, pause, ending }: HostileAnswer,
): Promise<void> {
  const bytes = Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body.subarray(0, sent)]);
  for (let piece = 0; piece < pieces && !socket.destroyed; piece++) {
    socket.write(bytes.subarray((bytes.length * piece) / pieces, (bytes.length * (piece + 1)) / pieces));
    if (piece + 1 < pieces) await after(pause);
  }
  if (ending === 'closed') socket.end();
  if (ending === 'reset') socket.resetAndDestroy();
}
