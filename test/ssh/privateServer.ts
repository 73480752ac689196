import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../helpers/freePort.ts';

/** Where systems keep it; it is on nobody's PATH. */
const places = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/lib/ssh/sshd', '/opt/homebrew/sbin/sshd'];

/** Why no SSH session can be tried here, or undefined. */
export function whyNoSsh(): string | undefined {
  if (sshdPath() === undefined) return 'there is no sshd on this machine';
  const missing = ['ssh', 'ssh-keygen'].find(
    name => spawnSync(name, ['-V'], { stdio: 'ignore' }).error !== undefined,
  );
  return missing === undefined ? undefined : `there is no ${missing} on this machine`;
}

function sshdPath(): string | undefined {
  return places.find(path => existsSync(path));
}

export interface PrivateServer {
  /** Arguments of ssh, up to the command. */
  readonly sshArguments: readonly string[];
  readonly port: number;
  /** Cuts every connection, as a network does: at once and without a word to the programs behind it. */
  cut(): void;
  stop(): Promise<void>;
}

interface ServerOptions {
  /** Stands before the key in authorized_keys, as "restrict". */
  readonly keyOptions?: string;
  /** Which variables of the client it takes; default: all. */
  readonly acceptEnv?: string;
  /** Further lines of sshd_config, which come first: of two lines sshd takes the first. */
  readonly settings?: readonly string[];
}

/**
 * An sshd of our own on a free port of the loopback address: throw-away keys, its own settings, its files in a temporary
 * folder, and no login but with that key.
 */
export async function startPrivateServer({
  keyOptions = '',
  acceptEnv = '*',
  settings = [],
}: ServerOptions = {}): Promise<PrivateServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-ssh-'));
  const path = (name: string) => join(folder, name);
  for (const name of ['host-key', 'user-key']) makeKey(path(name));
  const key = readFileSync(path('user-key.pub'), 'utf8');
  writeFileSync(path('authorized-keys'), `${keyOptions} ${key}`.trimStart(), { mode: 0o600 });
  provideFolder();
  const { server, port } = await onFreePort(async free => {
    writeFileSync(
      path('config'),
      [...settings, usualSettings(folder, free), `AcceptEnv ${acceptEnv}\n`].join('\n'),
    );
    const started = start(path('config'));
    await listening(started, free);
    return { server: started, port: free };
  });
  const { username } = userInfo();
  return {
    port,
    sshArguments: [
      '-F/dev/null',
      '-tt',
      `-p${port}`,
      `-i${path('user-key')}`,
      '-oStrictHostKeyChecking=no',
      `-oUserKnownHostsFile=${path('known-hosts')}`,
      '-oIdentitiesOnly=yes',
      '-oLogLevel=ERROR',
      '-oBatchMode=yes',
      `${username}@127.0.0.1`,
    ],
    cut() {
      for (const pid of childrenOf(server.pid)) endNow(pid);
    },
    async stop() {
      const ended = once(server, 'exit');
      for (const pid of childrenOf(server.pid)) endNow(pid);
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another program may take a port between the time it is found free and the time sshd takes it. */
async function onFreePort<T>(open: (port: number) => Promise<T>, tries = 5): Promise<T> {
  try {
    return await open(await freePort());
  } catch (error) {
    if (tries === 1 || !String(error).includes('Address already in use')) throw error;
    return await onFreePort(open, tries - 1);
  }
}

function makeKey(path: string): void {
  const { status, stderr } = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
  if (status !== 0) throw new Error(`ssh-keygen: ${String(stderr)}`);
}

function usualSettings(folder: string, port: number): string {
  return [
    'ListenAddress 127.0.0.1',
    `Port ${port}`,
    `HostKey ${join(folder, 'host-key')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized-keys')}`,
    `PidFile ${join(folder, 'pid')}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'UsePAM no',
    'StrictModes no',
    'PrintMotd no',
  ].join('\n');
}

function start(config: string): ChildProcess {
  const sshd = sshdPath();
  if (sshd === undefined) throw new Error('there is no sshd');
  return spawn(sshd, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Started by root it wants an empty folder, which a boot would have made. It stays: another server may need it by then. */
function provideFolder(): void {
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { mode: 0o755, recursive: true });
}

/** It says so on stderr. */
async function listening(server: ChildProcess, port: number): Promise<void> {
  let said = '';
  const ended = once(server, 'exit').then(() => {
    throw new Error(`sshd ended: ${said}`);
  });
  const ready = new Promise<void>(resolve => {
    server.stderr?.on('data', data => {
      said += String(data);
      if (said.includes(`listening on 127.0.0.1 port ${port}`)) resolve();
    });
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
}

/** It may have ended since it was found. */
function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The processes that serve its connections. */
function childrenOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=']);
  const pairs = String(stdout)
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([own, parent]) => (parent === pid && own !== undefined ? [own] : []));
}
