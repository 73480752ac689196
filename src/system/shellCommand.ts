import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { safeText } from '#text/safeText.ts';
import { errorCode } from './files.ts';

const usualOutput = 64 * 1024;
/** Milliseconds to read the rest of the output after the end: a program it left running may keep the pipes open. */
const drainMs = 200;

/** Why a command was ended, or did not begin. */
export type ShellProblem = 'slow' | 'long' | 'noShell';

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | string;
  readonly problem?: ShellProblem;
}

interface ShellOptions {
  /** Without it a command may take as long as it likes. */
  readonly timeoutMs?: number;
  /** Characters of its output; more end it. */
  readonly maxOutput?: number;
  /** Ends it: what it has said by then is its output. */
  readonly signal?: AbortSignal;
  /** What it reads on standard input, by default nothing. */
  readonly input?: string;
  /** False where what it prints does not count, however much that is. */
  readonly readsOutput?: boolean;
  /** Set beside the variables of this program, or left out of them. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Of a program that cannot be run the system says why in an event, or, as of arguments that are too long, at once. */
function begun(program: string, args: readonly string[], options: SpawnOptions): ChildProcess | Error {
  try {
    return spawn(program, args, options);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** Why the system does not run a program, behind a colon. */
function whyNotBegun(program: string, error: Error): string {
  const name = safeText(program, 100);
  switch (errorCode(error)) {
    case 'ENOENT':
      return `there is no program ${name}: check its name, or write its whole path`;
    case 'EACCES':
      return `${name} is no program that this account may run`;
    case 'E2BIG':
      return 'its arguments are too long for the system';
    default:
      return safeText(error.message, 200);
  }
}

/** Runs a command line that a person has written in a shell, without the terminal. */
export function runShell(commandLine: string, options: ShellOptions): Promise<Ran> {
  return runProgram(['/bin/sh', '-c', commandLine], options);
}

/** Runs a program without the terminal; no shell reads its arguments. */
export function runProgram(
  [program = '', ...args]: readonly string[],
  { timeoutMs, maxOutput = usualOutput, signal, input, readsOutput = true, env }: ShellOptions,
): Promise<Ran> {
  return new Promise(resolve => {
    // In its own session: it can neither read keys typed into the application nor write to its screen.
    const child = begun(program, args, {
      stdio: ['pipe', readsOutput ? 'pipe' : 'ignore', 'pipe'],
      detached: true,
      ...(env && { env: { ...process.env, ...env } }),
    });
    if (child instanceof Error)
      return resolve({ stdout: '', stderr: whyNotBegun(program, child), code: 1, problem: 'noShell' });
    endWithUs();
    // A command may end without reading what it is told.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
    if (child.pid !== undefined) running.add(child.pid);
    let stdout = '';
    let stderr = '';
    let problem: ShellProblem | undefined;
    const closeOutputs = () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const stop = (why?: ShellProblem) => {
      problem ??= why;
      if (child.pid !== undefined) killGroup(child.pid);
      // A descendant that left the process group may keep the pipes open.
      closeOutputs();
    };
    let timer = timeoutMs === undefined ? undefined : setTimeout(() => stop('slow'), timeoutMs);
    signal?.addEventListener('abort', () => stop(), { once: true });
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      stdout += part;
      if (stdout.length > maxOutput) stop('long');
    });
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      if (stderr.length < maxOutput) stderr += part;
    });
    child.on('error', error => {
      clearTimeout(timer);
      resolve({ stdout, stderr: `${stderr}${whyNotBegun(program, error)}`, code: 1, problem: 'noShell' });
    });
    // The agent of a password manager keeps running in the background, with our pipes.
    child.on('exit', () => {
      if (child.pid !== undefined) running.delete(child.pid);
      clearTimeout(timer);
      timer = setTimeout(() => setImmediate(closeOutputs), drainMs);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const ended = { stdout, stderr, code: code ?? signal ?? 1 };
      resolve(problem === undefined ? ended : { ...ended, problem });
    });
  });
}

/** Ended by the person before the terminal: ^C, or what a program makes of it. */
const interrupted = 130;

/** In this terminal, and waits there for Enter, so that the end can be read. Resolves to why it could not be run. */
export async function runInTerminal(run: readonly string[]): Promise<string | undefined> {
  const { problem, code } = await runHere(run);
  if (problem !== undefined || code === interrupted) return problem;
  const how = code === 0 ? '' : `it ended with code ${code}: `;
  await runHere([
    '/bin/sh',
    '-c',
    'printf "\\n%s" "$1"; read -r _',
    'sh',
    `sitedeck: ${how}press Enter to go back `,
  ]);
  return undefined;
}

function runHere([program = '', ...args]: readonly string[]): Promise<{ code: number; problem?: string }> {
  return new Promise(resolve => {
    const child = begun(program, args, { stdio: 'inherit' });
    const why = (error: Error) => ({ code: 1, problem: `it cannot be run: ${whyNotBegun(program, error)}` });
    if (child instanceof Error) return resolve(why(child));
    const end = () => void child.kill();
    process.once('exit', end);
    const done = (how: { code: number; problem?: string }) => {
      process.off('exit', end);
      resolve(how);
    };
    child.on('error', error => done(why(error)));
    child.on('exit', (code, signal) => done({ code: code ?? (signal === 'SIGINT' ? interrupted : 1) }));
  });
}

/** The groups of commands that run. What a command that has ended left behind is no longer ours. */
const running = new Set<number>();
const endAll = () => running.forEach(killGroup);

/** From now on a command does not outlive this program: a signal of the terminal does not reach its session. */
function endWithUs(): void {
  if (process.listeners('exit').includes(endAll)) return;
  process.on('exit', endAll);
  const endings = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 };
  for (const [signal, number] of Object.entries(endings))
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + number);
    });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    return;
  }
}
