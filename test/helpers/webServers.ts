/** Real web servers with a log of their own, where they are installed, and logrotate. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { freePort } from './freePort.ts';

export interface WebServer {
  /** Of its log. */
  readonly log: string;
  /** Asks for a page, which it answers with 200. */
  ask(path: string): Promise<void>;
  /** Rotates its log with logrotate. */
  rotate(how: Rotation): void;
}

type Rotation = 'rename' | 'copytruncate' | 'compress';

export interface Kind {
  readonly name: 'nginx' | 'apache2' | 'caddy';
  readonly program: string;
  readonly args: (folder: string) => readonly string[];
  readonly files: (folder: string, port: number) => Readonly<Record<string, string>>;
  /** A server that does not open its log again is rotated by copying only. */
  readonly rotations: readonly Rotation[];
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const logrotate = '/usr/sbin/logrotate';

export const webServers: readonly Kind[] = [
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    args: folder => ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.txt')],
    files: (folder, port) => ({
      'nginx.conf': `daemon off; user root; worker_processes 2; pid ${folder}/server.pid; events {}
        http { access_log ${folder}/logs/access.log;
          server { listen 127.0.0.1:${port}; location / { default_type text/html; return 200 "ok"; } } }`,
    }),
    rotations: ['rename', 'copytruncate', 'compress'],
  },
  {
    name: 'apache2',
    program: '/usr/sbin/apache2',
    args: folder => ['-d', folder, '-f', join(folder, 'apache2.conf'), '-DFOREGROUND'],
    files: (folder, port) => ({
      'index.html': 'ok',
      'apache2.conf': ['mpm_event', 'authz_core', 'alias']
        .map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n`)
        .join('').concat(`Listen 127.0.0.1:${port}\nServerName localhost\nPidFile ${folder}/server.pid
          ErrorLog ${folder}/error.txt\nDefaultRuntimeDir ${folder}\nDocumentRoot ${folder}
          AliasMatch ^/ ${folder}/index.html
          LogFormat "%h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" combined
          CustomLog ${folder}/logs/access.log combined\n`),
    }),
    rotations: ['rename', 'copytruncate', 'compress'],
  },
  {
    name: 'caddy',
    program: '/usr/bin/caddy',
    args: folder => ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    files: (folder, port) => ({
      Caddyfile: `{\n admin off\n auto_https off\n storage file_system ${folder}\n}
        http://:${port} {\n log {\n output file ${folder}/logs/access.log {\n roll_disabled\n }\n }\n respond "ok"\n}\n`,
    }),
    rotations: ['copytruncate', 'copytruncate', 'copytruncate'],
  },
];

/** Why a test with the server has to be skipped; undefined where all is installed. */
export function lackingServer({ program }: Kind): string | undefined {
  const missing = [program, logrotate].find(path => !existsSync(path));
  return missing === undefined ? undefined : `${missing} is not installed`;
}

/** Starts the server in a folder; it ends with the test. */
export async function startWebServer(kind: Kind, folder: string): Promise<WebServer> {
  const port = await freePort();
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  for (const [name, text] of Object.entries(kind.files(folder, port)))
    writeFileSync(join(folder, name), text);
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, APACHE_RUN_DIR: folder };
  const child = spawn(kind.program, kind.args(folder), { env, stdio: 'ignore', cwd: folder });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  });
  const ask = (path: string) =>
    new Promise<void>((resolve, reject) => {
      // A connection for each: one that is kept may be closed when the server opens its log again.
      const headers = { host: 'example.com', 'user-agent': browser };
      get({ port, host: '127.0.0.1', path, agent: false, headers }, answer => {
        answer.resume().once('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${kind.name} answers ${path} with ${answer.statusCode}`));
        });
      }).once('error', reject);
    });
  await vi.waitFor(() => ask('/started.css'), { timeout: 60_000, interval: 50 });
  return { log: join(logs, 'access.log'), ask, rotate: how => rotate(folder, how) };
}

function rotate(folder: string, how: Rotation): void {
  const ways = {
    rename: `create\n sharedscripts\n postrotate\n kill -USR1 $(cat ${folder}/server.pid)\n endscript`,
    copytruncate: 'copytruncate',
    compress: `dateext\n dateformat -%Y%m%d-%s\n compress\n create\n sharedscripts\n postrotate\n kill -USR1 $(cat ${folder}/server.pid); sleep 1\n endscript`,
  };
  const config = join(folder, 'logrotate.conf');
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const account = uid === 0 && gid === 0 ? 'su root root\n' : '';
  writeFileSync(config, `${folder}/logs/access.log {\n rotate 9\n ${account} ${ways[how]}\n}\n`);
  execFileSync(logrotate, ['-f', '-s', join(folder, 'logrotate.state'), config], { stdio: 'pipe' });
}
