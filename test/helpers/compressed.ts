import { createServer } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { randomOf } from './random.ts';

export const compressors = {
  gzip: (body: Buffer) => gzipSync(body, { level: 1 }),
  deflate: (body: Buffer) => deflateSync(body, { level: 1 }),
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
} as const;

/** A list of websites of about so many bytes that hardly gets smaller when it is compressed. */
export function hardList(bytes: number): Buffer {
  const next = randomOf(7);
  const domain = () => Array.from({ length: 100 }, () => Math.floor(next() * 2 ** 30).toString(36)).join('');
  const rows = Array.from({ length: Math.ceil(bytes / 600) }, (_, at) => ({ id: at + 1, domain: domain() }));
  return Buffer.from(JSON.stringify({ data: rows }));
}

/** Sends the answer in one go and closes the connection, as no server of node:http does. */
export async function startClosing(body: Buffer, encoding: string, status = '200 OK'): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const headers = `Content-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\nConnection: close`;
      socket.write(`HTTP/1.1 ${status}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`);
      socket.write(body);
      socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
