import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runApiKeyCommand } from '#config/apiKeyCommand.ts';

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
  ['many lines', 'seq 100', 'printed several lines'],
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
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pids = join(folder, 'pids');
  const command = `trap '' TERM INT HUP; (trap '' TERM INT HUP; sleep 600) & echo $$ $! > '${pids}'; wait`;
  expect(await refusal(command, 500)).toContain('did not end within');
  const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
  expect(started).toHaveLength(2);
  // They are gone once somebody has waited for them.
  await vi.waitFor(() => {
    for (const pid of started) expect(stateOf(pid)).toMatch(/^[Z-]$/);
  }, 5_000);
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
