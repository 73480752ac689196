import { safeText, withoutKey } from '#text/safeText.ts';
import { ConfigError } from '#model/failure.ts';
import { runShell, type ShellProblem } from '#system/shellCommand.ts';

const defaultTimeout = 30_000;

const problems: Readonly<Record<ShellProblem, (timeoutMs: number) => string>> = {
  slow: timeoutMs => `did not end within ${Math.ceil(timeoutMs / 1000)} s: it must not ask anything`,
  long: () => 'printed far too much: it has to print the key alone',
  noShell: () => 'cannot be run: there is no /bin/sh',
};

/** In a shell without the terminal. Rejects with a ConfigError that has neither the key nor the command, which may hold it. */
export async function runApiKeyCommand(commandLine: string, timeoutMs = defaultTimeout): Promise<string> {
  const { stdout, stderr, code, problem } = await runShell(commandLine, { timeoutMs });
  const key = stdout.trim();
  if (problem !== undefined) throw new ConfigError(`The apiKeyCommand ${problems[problem](timeoutMs)}.`);
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

function firstLine(text: string): string {
  return safeText(text.trim().split('\n', 1)[0], 200);
}
