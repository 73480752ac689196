import { spawn } from 'node:child_process';

const mostOutput = 64 * 1024;
/**
 * Milliseconds to read the rest of the output after the command has ended: a program it left running may keep the pipes
 * open.
 */
const patience = 200;

/** Why a command was ended, or did not begin. */
export type ShellProblem = 'slow' | 'long' | 'noShell';

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | string;
  readonly problem?: ShellProblem;
}

interface ShellOptions {
  readonly timeoutMs: number;
  /** What it reads on standard input, by default nothing. */
  readonly input?: string;
  /** Set beside the variables of this program, or left out of them. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs a command line that a person has written in a shell, without the terminal. */
export function runShell(commandLine: string, { timeoutMs, input, env }: ShellOptions): Promise<Ran> {
  return new Promise(resolve => {
    // In its own session: it can neither read keys typed into the application nor write to its screen.
    const child = spawn('/bin/sh', ['-c', commandLine], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      ...(env && { env: { ...process.env, ...env } }),
    });
    endWithUs();
    // A command may end without reading what it is told.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    if (child.pid !== undefined) running.add(child.pid);
    let stdout = '';
    let stderr = '';
    let problem: ShellProblem | undefined;
    const letGo = () => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const stop = (why: ShellProblem) => {
      problem ??= why;
      if (child.pid !== undefined) killGroup(child.pid);
      // A descendant that left the process group may keep the pipes open.
      letGo();
    };
    let timer = setTimeout(() => stop('slow'), timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part;
      if (stdout.length > mostOutput) stop('long');
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      if (stderr.length < mostOutput) stderr += part;
    });
    child.on('error', () => {
      clearTimeout(timer);
      resolve({ stdout, stderr, code: 1, problem: 'noShell' });
    });
    // The agent of a password manager keeps running in the background, with our pipes.
    child.on('exit', () => {
      if (child.pid !== undefined) running.delete(child.pid);
      clearTimeout(timer);
      timer = setTimeout(() => setImmediate(letGo), patience);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const ended = { stdout, stderr, code: code ?? signal ?? 1 };
      resolve(problem === undefined ? ended : { ...ended, problem });
    });
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
