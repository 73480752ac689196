import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** What is run, as of a process. */
export interface WarmRun {
  /** The entry of the build. */
  readonly program: string;
  readonly args: readonly string[];
  /** All of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: string;
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface WarmEnd extends Ran {
  /** Whether its process should run nothing more. */
  readonly isUsedUp: boolean;
}

const hostFile = fileURLToPath(new URL('warmHost.ts', import.meta.url));

type Host = (run: WarmRun) => Promise<Ran>;

/** Processes that wait for their next run. Each worker of the tests has its own. */
const idle: Host[] = [];
const mostIdle = 3;

/** Runs a command line of the built program to its end, in a process where it ran before: see warmHost.ts. */
export async function runWarm(run: WarmRun): Promise<Ran> {
  const host = idle.pop() ?? startHost(run.env);
  return await host(run);
}

function startHost(env: WarmRun['env']): Host {
  const child = fork(hostFile, { env: { ...env }, execArgv: [], silent: true });
  const closed = endOf(child);
  // The worker of the tests does not wait for it.
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
  const host: Host = async run => {
    const answered: Promise<WarmEnd[]> = once(child, 'message');
    child.send(run);
    const end = await Promise.race([answered.then(([end]) => end), closed]);
    if (end === undefined) throw new Error('The process has ended without an answer.');
    const { isUsedUp, ...ran } = end;
    if (!isUsedUp && idle.length < mostIdle) idle.push(host);
    else if (child.connected) child.disconnect();
    return ran;
  };
  return host;
}

/** How the process ends with its program: by process.exit, or by a failure that nobody has caught. */
async function endOf(child: ChildProcess): Promise<WarmEnd> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The process has no pipes.');
  const [out, error] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout: out, stderr: error, isUsedUp: true };
}
