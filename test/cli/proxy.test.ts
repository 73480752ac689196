import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer as createHttp,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { apiKey, errorLine, refusal, run } from './fixture.ts';

const body = JSON.stringify({ data: [{ id: 1, domain: 'one.example' }] });

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

interface Seen {
  readonly asked: string;
  readonly headers: IncomingMessage['headers'];
}

/** A proxy that notes what it is asked for; with a word for it, only whoever has that is let through. */
async function startProxy(
  credentials?: string,
  encrypted?: SecureContextOptions,
): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const isKnown = ({ headers }: IncomingMessage) =>
    credentials === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
  const forward: RequestListener = (incoming, outgoing) => {
    seen.push({ asked: `${incoming.method} ${incoming.url}`, headers: incoming.headers });
    if (!isKnown(incoming)) return outgoing.writeHead(407).end();
    const target = new URL(incoming.url ?? '');
    const forwarded = request(target, { method: incoming.method, headers: incoming.headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    return incoming.pipe(forwarded);
  };
  const server = encrypted === undefined ? createHttp(forward) : createHttps(encrypted, forward);
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    seen.push({ asked: `CONNECT ${incoming.url}`, headers: incoming.headers });
    if (!isKnown(incoming)) return socket.end('HTTP/1.1 407 Who are you\r\n\r\n');
    // The names of the tests are all on this machine.
    const there = connect(Number(incoming.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      there.pipe(socket).pipe(there);
    });
    there.on('error', () => socket.destroy());
    return socket.on('error', () => there.destroy());
  });
  return { port: await listening(server), seen };
}

const listWith = (url: string, env: Record<string, string>) =>
  run(['websites', 'list', '--format', 'csv'], {
    env: { SITEDECK_URL: url, SITEDECK_API_KEY: apiKey, ...env },
  });

test('plain http goes through HTTP_PROXY, writes too, unless NO_PROXY has the host', async () => {
  const service = createHttp((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () =>
      outgoing.end(incoming.method === 'GET' ? body : '{"data":{"id":2,"domain":"b.example"}}'),
    );
  });
  const url = `http://127.0.0.1:${await listening(service)}`;
  const proxy = await startProxy('me:p@ss');
  const env = { HTTP_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}` };
  expect((await listWith(url, env)).stdout).toContain('one.example');
  expect(proxy.seen.map(({ asked }) => asked)).toEqual([`GET ${url}/api/v1/websites`]);
  expect(proxy.seen[0]?.headers.host).toBe(new URL(url).host);
  const created = await run(['websites', 'create', 'b.example', '--format', 'csv'], {
    env: { SITEDECK_URL: url, SITEDECK_API_KEY: apiKey, ...env },
  });
  expect(created.stdout).toContain('b.example');
  expect((await listWith(url, { ...env, NO_PROXY: 'example.com, 127.0.0.0/8' })).code).toBe(0);
  expect(proxy.seen).toHaveLength(2);
});

test('a proxy that refuses, or is not there, is named; its password is not', async () => {
  const proxy = await startProxy('me:right');
  const env = { http_proxy: `http://me:wrong-word@127.0.0.1:${proxy.port}` };
  const refused = await listWith('http://stats.example', env);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain(`The proxy 127.0.0.1:${proxy.port} wants a user name and password`);
  expect(refused.stderr).not.toContain('wrong-word');
  const absent = await listWith('http://stats.example', { http_proxy: 'http://127.0.0.1:1' });
  expect(absent.stderr).toContain(
    'The proxy 127.0.0.1:1 refuses the connection: check HTTPS_PROXY and HTTP_PROXY.',
  );
  const strange = await listWith('http://stats.example', { HTTP_PROXY: 'socks5://127.0.0.1:1' });
  expect(strange.code).toBe(2);
});

let folder: string;
let authority: string | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitedeck-ca-'));
  try {
    authority = makeAuthority(folder);
  } catch {
    // Without openssl there is nobody to sign.
    authority = undefined;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An authority of our own, and certificates of its: for stats.example and this machine's address, and for localhost. */
function makeAuthority(place: string): string {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: place, stdio: 'ignore' });
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const root = ['-x509', '-days', '2', '-subj', '/CN=Test CA'];
  openssl('req', ...root, ...fresh, '-keyout', 'ca.key', '-out', 'ca.pem');
  const sign = (name: string, names: string) => {
    openssl('req', ...fresh, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    writeFileSync(join(place, 'names'), `subjectAltName=${names}`);
    const signed = [
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      'names',
    ];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.pem`);
  };
  sign('site', 'DNS:stats.example,IP:127.0.0.1');
  sign('localhost', 'DNS:localhost');
  return join(place, 'ca.pem');
}

const certificate = (name: 'site' | 'localhost') => ({
  key: readFileSync(join(folder, `${name}.key`)),
  cert: readFileSync(join(folder, `${name}.pem`)),
});

async function startEncrypted(
  name: 'site' | 'localhost' = 'site',
): Promise<{ port: number; keys: unknown[] }> {
  const keys: unknown[] = [];
  const server = createHttps(certificate(name), (incoming, outgoing) => {
    keys.push(incoming.headers.authorization);
    outgoing.end(body);
  });
  return { port: await listening(server), keys };
}

test('an authority of its own is accepted with NODE_EXTRA_CA_CERTS, and only then', async ({ skip }) => {
  if (authority === undefined) return skip('openssl is not installed');
  const { port } = await startEncrypted();
  const url = `https://127.0.0.1:${port}`;
  expect(refusal(await listWith(url, {}), 3)).toContain('NODE_EXTRA_CA_CERTS can name its issuer');
  const known = await listWith(url, { NODE_EXTRA_CA_CERTS: authority });
  expect(known).toMatchObject({ code: 0, stderr: '' });
  expect(known.stdout).toContain('one.example');
});

test('https goes through a tunnel of HTTPS_PROXY that sees neither key nor path', async ({ skip }) => {
  if (authority === undefined) return skip('openssl is not installed');
  const { port, keys } = await startEncrypted();
  const proxy = await startProxy();
  const env = { HTTPS_PROXY: `127.0.0.1:${proxy.port}` };
  const url = `https://stats.example:${port}`;
  const trusted = await listWith(url, { ...env, NODE_EXTRA_CA_CERTS: authority });
  expect(trusted).toMatchObject({ code: 0, stderr: '' });
  expect(trusted.stdout).toContain('one.example');
  expect(keys).toEqual([`Bearer ${apiKey}`]);
  expect(proxy.seen.map(({ asked }) => asked)).toEqual([`CONNECT stats.example:${port}`]);
  expect(JSON.stringify(proxy.seen)).not.toContain(apiKey);
  expect(refusal(await listWith(url, env), 3)).toContain('The certificate of stats.example');
});

test('through a tunnel the certificate of an address is checked as it is without one', async ({ skip }) => {
  if (authority === undefined) return skip('openssl is not installed');
  const known = { NODE_EXTRA_CA_CERTS: authority };
  const proxy = await startProxy();
  // As the proxy is called, and not the service.
  const tunnel = { ...known, HTTPS_PROXY: `http://localhost:${proxy.port}` };
  const foreign = await startEncrypted('localhost');
  const url = `https://127.0.0.1:${foreign.port}`;
  const straight = await listWith(url, known);
  expect(errorLine(straight)).toContain(
    `The certificate of 127.0.0.1:${foreign.port} is for another host name`,
  );
  expect(await listWith(url, tunnel)).toEqual(straight);
  expect(proxy.seen.map(({ asked }) => asked)).toEqual([`CONNECT 127.0.0.1:${foreign.port}`]);
  expect(foreign.keys).toEqual([]);
  const own = await startEncrypted();
  expect(await listWith(`https://127.0.0.1:${own.port}`, tunnel)).toMatchObject({ code: 0, stderr: '' });
  expect(own.keys).toEqual([`Bearer ${apiKey}`]);
});

test('an encrypted proxy is checked by its own name, for either kind of address', async ({ skip }) => {
  if (authority === undefined) return skip('openssl is not installed');
  const known = { NODE_EXTRA_CA_CERTS: authority };
  const { port } = await startEncrypted();
  const plain = createHttp((_, outgoing) => outgoing.end(body));
  const urls = [`https://stats.example:${port}`, `http://127.0.0.1:${await listening(plain)}`];
  const good = await startProxy(undefined, certificate('localhost'));
  const wrong = await startProxy(undefined, certificate('site'));
  for (const url of urls) {
    const through = (proxy: { port: number }) => {
      const at = `https://localhost:${proxy.port}`;
      return listWith(url, { ...known, HTTPS_PROXY: at, HTTP_PROXY: at });
    };
    expect(await through(good)).toMatchObject({ code: 0, stderr: '' });
    expect(refusal(await through(wrong), 3)).toContain(
      `The proxy localhost:${wrong.port} could not be reached (ERR_TLS_CERT`,
    );
  }
  expect(good.seen).toHaveLength(2);
  expect(wrong.seen).toEqual([]);
});

test('where no certificate is checked, that is said', async ({ skip }) => {
  if (authority === undefined) return skip('openssl is not installed');
  const { port } = await startEncrypted('localhost');
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const words =
    'sitedeck: warning: NODE_TLS_REJECT_UNAUTHORIZED=0, so no certificate is checked and your API key can be read on its way.';
  const unchecked = await listWith(`https://127.0.0.1:${port}`, env);
  expect([unchecked.code, errorLine(unchecked)]).toEqual([0, words]);
  const named = await run(['profile', 'add', 'work', `https://127.0.0.1:${port}`], { env, stdin: apiKey });
  expect(named.stderr).toContain(words);
  const plain = createHttp((_, outgoing) => outgoing.end(body));
  expect(await listWith(`http://127.0.0.1:${await listening(plain)}`, env)).toMatchObject({ stderr: '' });
  const checked = await listWith(`https://127.0.0.1:${port}`, { NODE_TLS_REJECT_UNAUTHORIZED: '1' });
  expect(checked.code).toBe(3);
});
