import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runApiKeyCommand } from '#config/profile/profiles.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

/** What the command is refused with: one line, which a terminal can be given. */
async function refusal(command: string, timeout?: number): Promise<string> {
  const error: unknown = await runApiKeyCommand(command, timeout).catch((thrown: unknown) => thrown);
  const message = error instanceof Error ? error.message : `no error: ${String(error)}`;
  expect(message).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  expect(message.length).toBeLessThan(300);
  return message;
}

test.each([
  ['megabytes in one line', "head -c 50000000 /dev/zero | tr '\\0' a", 'printed far too much'],
  ['what never ends', 'yes', 'printed far too much'],
  ['zeros without end', 'cat /dev/zero', 'printed far too much'],
  ['two lines', String.raw`printf 'key\nnote'`, 'printed several lines: have it print the key alone.'],
  ['two lines of another system', String.raw`printf 'key\rnote'`, 'printed several lines'],
  ['nothing', ':', 'printed nothing'],
])('%s is refused in one line', async (_, command, words) => {
  expect(await refusal(command)).toContain(words);
});

test('errors without end take no memory, and end with the time', async () => {
  expect(await refusal('yes >&2', 1_000)).toBe(
    'The apiKeyCommand did not end within 1 s: it must not ask anything.',
  );
});

test('controls in what it prints are no key', async () => {
  for (const key of [
    String.raw`\033[31mabc`,
    String.raw`abc\033]52;c;aGk=\007`,
    String.raw`a\000b`,
    String.raw`a\302\233b`,
  ])
    expect(await refusal(`printf '${key}'`)).toBe(
      'The apiKeyCommand printed control characters: have it print the key alone.',
    );
});

test('what it says of a failure is one safe line, without what it printed', async () => {
  const secret = 'sk-test-3f9a/SECRET';
  const said = String.raw`printf '\033]0;title\007no ${secret}\nsecond line\n' >&2; printf '${secret}'; exit 3`;
  const message = await refusal(said);
  expect(message).toMatch(/^The apiKeyCommand failed with 3: /);
  expect(message).not.toContain('SECRET');
  expect(message).not.toContain('second');
});

test('one that ignores signals is ended with all that it started', async () => {
  const pids = join(temporaryFolder(), 'pids');
  const command = `trap '' TERM INT HUP; (trap '' TERM INT HUP; sleep 600) & echo $$ $! > '${pids}'; wait`;
  expect(await refusal(command, 500)).toContain('did not end within');
  const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
  expect(started).toHaveLength(2);
  // They are gone once somebody has waited for them.
  await vi.waitFor(() => {
    for (const pid of started) expect(stateOf(pid)).toMatch(/^[Z-]$/);
  }, 5_000);
});

test('a command has no terminal and no input to wait for', async () => {
  expect(await runApiKeyCommand('cat; echo key')).toBe('key');
  await expect(runApiKeyCommand('echo k; read x </dev/tty')).rejects.toThrow(/failed with/);
});

test('a command prints the key alone, in one line', async () => {
  expect(await runApiKeyCommand("printf '\\n key \\r\\n'")).toBe('key');
});

test('what a failing command says is shown without its key, in full, in pieces or in another case', async () => {
  const failing = async (script: string) =>
    await runApiKeyCommand(`${script}; exit 3`).then(String, (error: unknown) => String(error));
  const key = 'sk-live/Zx81';
  expect(await failing(`echo ${key}; echo "the key ${key} is old" >&2`)).toBe(
    'ConfigError: The apiKeyCommand failed with 3: the key *** is old',
  );
  expect(await failing(`echo ${key}; echo "the key sk-live/Zx is cut, SK-LIVE too" >&2`)).toBe(
    'ConfigError: The apiKeyCommand failed with 3: the key *** is cut, *** too',
  );
  expect(await failing(`echo "key: ${key}"; echo another; echo "url=https://x/?k=${key}&v=1" >&2`)).toBe(
    'ConfigError: The apiKeyCommand failed with 3: url=https:***',
  );
  // Nothing came out, and yet a key was said.
  expect(await failing('echo "no answer for 7f3a9c2e51b8d640aa" >&2')).toBe(
    'ConfigError: The apiKeyCommand failed with 3: no answer for ***',
  );
  expect(await failing('echo "pass: stats is not in the password store." >&2')).toBe(
    'ConfigError: The apiKeyCommand failed with 3: pass: stats is not in the password store.',
  );
});

test('a command that leaves a program running in the background is not waited for', async () => {
  const started = performance.now();
  expect(await runApiKeyCommand('sleep 20 & echo key')).toBe('key');
  await expect(runApiKeyCommand('sleep 20 & echo why >&2; exit 2')).rejects.toThrow('failed with 2: why');
  expect(performance.now() - started).toBeLessThan(10_000);
});

function stateOf(pid: number): string {
  try {
    return (
      / \((?:[^)]*)\) (?<state>\S)/.exec(
        ` ${readFileSync(`/proc/${pid}/stat`, 'utf8').slice(String(pid).length)}`,
      )?.groups?.state ?? '?'
    );
  } catch {
    return '-';
  }
}
