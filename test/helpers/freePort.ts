import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of this machine that nothing listens at. It is below those that systems give to who asks for any, so what is
 * given up, or not taken yet, does not become another test's meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return await freePort();
  server.close();
  await once(server, 'close');
  return port;
}
