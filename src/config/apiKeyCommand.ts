import { spawn } from 'node:child_process';
import { withoutKey } from '#text/redact.ts';
import { safeText } from '#text/safeText.ts';
import { ConfigError } from '#model/failure.ts';

const mostOutput = 64 * 1024;
const defaultTimeout = 30_000;
/**
 * Milliseconds to read the rest of the output after the command has ended: a program it left running may keep the pipes
 * open.
 */
const patience = 200;

/**
 * Runs the user's command that prints the key ("pass show stats") in a shell, without the terminal. Rejects with a
 * ConfigError of one line, which has neither the key nor the command in it: the command may contain the key.
 */
export async function runApiKeyCommand(commandLine: string, timeoutMs = defaultTimeout): Promise<string> {
  const { stdout, stderr, code, problem } = await run(commandLine, timeoutMs);
  const key = stdout.trim();
  if (problem !== undefined) throw new ConfigError(`The apiKeyCommand ${problem}.`);
  if (code !== 0) {
    const said = firstLine(withoutKey(stderr, stdout));
    throw new ConfigError(`The apiKeyCommand failed with ${code}${said === '' ? '.' : `: ${said}`}`);
  }
  if (key === '') throw new ConfigError('The apiKeyCommand printed nothing: it has to print the key.');
  if (/[\r\n]/.test(key))
    throw new ConfigError('The apiKeyCommand printed several lines: have it print the key alone.');
  // No header may hold them, and the error would be about the service.
  if (/[\x00-\x1f\x7f-\x9f]/.test(key))
    throw new ConfigError('The apiKeyCommand printed control characters: have it print the key alone.');
  return key;
}

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | string;
  readonly problem?: string;
}

function run(commandLine: string, timeoutMs: number): Promise<Ran> {
  return new Promise(resolve => {
    // In its own session: it can neither read keys typed into the application nor write to its screen.
    const child = spawn('/bin/sh', ['-c', commandLine], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    endWithUs();
    if (child.pid !== undefined) running.add(child.pid);
    let stdout = '';
    let stderr = '';
    let problem: string | undefined;
    const letGo = () => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const stop = (why: string) => {
      problem ??= why;
      if (child.pid !== undefined) killGroup(child.pid);
      // A descendant that left the process group may keep the pipes open.
      letGo();
    };
    let timer = setTimeout(
      () => stop(`did not end within ${Math.ceil(timeoutMs / 1000)} s: it must not ask anything`),
      timeoutMs,
    );
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part;
      if (stdout.length > mostOutput) stop('printed far too much: it has to print the key alone');
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      if (stderr.length < mostOutput) stderr += part;
    });
    child.on('error', () => {
      clearTimeout(timer);
      resolve({ stdout, stderr, code: 1, problem: 'cannot be run: there is no /bin/sh' });
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

function firstLine(text: string): string {
  return safeText(text.trim().split('\n', 1)[0], 200);
}
