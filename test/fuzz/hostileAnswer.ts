import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Chance } from './Chance.ts';
import { expectedJson, hostileJson } from './hostileJson.ts';

/** An answer as it goes over the wire, and how its connection ends. */
export interface HostileAnswer {
  /** Status line and headers, without the empty line behind them. */
  readonly head: string;
  readonly body: Buffer;
  /** Bytes to send; the rest never comes. */
  readonly sent: number;
  /** Writes it is cut into. */
  readonly pieces: number;
  /** Milliseconds between them. */
  readonly pause: number;
  readonly ending: 'kept' | 'closed' | 'reset' | 'hangs';
}

const bombSize = 24 * 1024 * 1024;
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const bombs = new Map<string, Buffer>();

const statuses = [
  100, 102, 199, 201, 202, 204, 205, 206, 299, 300, 301, 302, 304, 307, 308, 400, 401, 403, 404, 405, 409,
] as const;
const errors = [
  410, 413, 418, 419, 422, 422, 422, 429, 429, 451, 499, 500, 501, 502, 503, 504, 520, 599, 600, 999, 0, 99,
] as const;

/** One that hangs costs the time that the client waits for it. */
const endings = ['closed', 'closed', 'closed', 'closed', 'reset', 'reset', 'reset', 'hangs'] as const;

const oddHeaders = [
  'Content-Type: text/html',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type:',
  'Content-Type: \x1b[31m',
  'Retry-After: -1',
  'Retry-After: 1e9',
  'Retry-After: soon',
  'Retry-After: Fri, 99 Foo 2026 00:00:00 GMT',
  'Retry-After: 0',
  'X-RateLimit-Limit: 0',
  'X-RateLimit-Limit: NaN\r\nX-RateLimit-Remaining: -5',
  'X-RateLimit-Remaining: 1e400',
  'Location: http://127.0.0.1:1/',
  'Location: file:///etc/passwd',
  'Set-Cookie: a=b\r\nSet-Cookie: c=d',
  'WWW-Authenticate: Basic realm="x\x07"',
  'Link: </api/v1/websites?page=2>; rel="next"',
  'Connection: upgrade\r\nUpgrade: h2c',
  'Trailer: Expires',
  'no colon',
  'X-\xff: \xfe',
  ': empty',
] as const;

/** What the service should answer. */
export function goodAnswer(method: string, path: string): HostileAnswer {
  const body = Buffer.from(JSON.stringify(expectedJson(method, path)));
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return { head, body, sent: body.length, pieces: 1, pause: 0, ending: 'kept' };
}

/** What a service gone wrong might answer to a request. */
export function hostileAnswer(chance: Chance, method: string, path: string): HostileAnswer {
  const expected = expectedJson(method, path);
  const plain = Buffer.from(
    chance.of([
      () => JSON.stringify(expected),
      () => hostileJson(chance, expected),
      () => hostileJson(chance, expected),
      () => hostileJson(chance, expected),
      () =>
        chance.of(['', ' ', '<!DOCTYPE html><title>Sign in</title>', '\ufeff{}', 'null', '"', '{"data":[']),
    ])(),
  );
  if (plain.length > 0 && chance.one(15)) plain[chance.from(0, plain.length - 1)] = chance.from(0, 255);
  const { body, names } = encoded(chance, plain);
  const status = chance.one(3) ? chance.of(chance.one(2) ? statuses : errors) : 200;
  const ending = chance.one(3) ? chance.of(endings) : 'kept';
  const cut = ending !== 'kept' && chance.one(2);
  return {
    head: [
      `HTTP/1.1 ${status} ${chance.of(['OK', '', '\x1b[31m', 'x'.repeat(500)])}`,
      ...names,
      ...headers(chance, body, ending),
    ].join('\r\n'),
    body,
    sent: cut ? chance.from(0, body.length) : body.length,
    pieces: chance.one(6) ? chance.from(2, 8) : 1,
    pause: chance.from(0, 4),
    ending,
  };
}

function headers(chance: Chance, body: Buffer, ending: HostileAnswer['ending']): string[] {
  const found = chance.one(10) ? [] : ['Content-Type: application/json'];
  const length = chance.one(12)
    ? chance.of([0, 1, body.length + 1, body.length - 1, -1, 1e12, 'x'])
    : body.length;
  if (ending === 'kept' || chance.one(3)) found.push(`Content-Length: ${length}`);
  if (ending === 'closed' || chance.one(10)) found.push('Connection: close');
  if (chance.one(25)) found.push('Transfer-Encoding: chunked');
  for (let odd = chance.one(3) ? chance.from(1, 3) : 0; odd > 0; odd--) found.push(chance.of(oddHeaders));
  if (chance.one(60)) found.push(`X-Long: ${'x'.repeat(chance.from(1, 40) * 1000)}`);
  return found;
}

/** Four in five as they are; the others compressed well, wrongly, twice, to be cut, or from very much. */
function encoded(chance: Chance, plain: Buffer): { body: Buffer; names: string[] } {
  if (!chance.one(5)) return { body: plain, names: [] };
  const name = chance.of(['gzip', 'br', 'deflate', 'x-gzip', 'zstd', 'identity', 'gzip, br', '\x1b']);
  const names = [`Content-Encoding: ${name}`];
  if (chance.one(8)) return { body: bomb(name), names };
  if (chance.one(4)) return { body: plain, names };
  const body = compressed(name, plain);
  if (chance.one(3) && body.length > 0) body[chance.from(0, body.length - 1)] = chance.from(0, 255);
  return { body: chance.one(4) ? body.subarray(0, chance.from(0, body.length)) : body, names };
}

function compressed(name: string, plain: Buffer): Buffer {
  if (name.endsWith('br')) return brotliCompressSync(plain, quickly);
  if (name === 'deflate') return plain.length % 2 === 0 ? deflateSync(plain) : deflateRawSync(plain);
  return gzipSync(plain);
}

/** Few bytes that become very many. */
function bomb(name: string): Buffer {
  const known = bombs.get(name);
  if (known !== undefined) return known;
  const made = compressed(name, Buffer.alloc(bombSize, ' '));
  bombs.set(name, made);
  return made;
}
