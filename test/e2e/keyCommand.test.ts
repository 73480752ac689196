import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { distantFew, fewListed, useService } from '../helpers/distantService.ts';
import { builtProgram, runner } from '../helpers/program.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

const allRead = fewListed;

test('the first frame waits for no command that prints the key; one that fails is no refused key: what was last seen stays, and no new key is asked for', async () => {
  const service = await distantFew();
  onTestFinished(() => service.close());
  const home = temporaryHome();
  const [secret, wait] = [join(home.path, 'secret'), join(home.path, 'wait')];
  writeFileSync(secret, service.key);
  useService(home, service, {
    apiKey: undefined,
    apiKeyCommand: `while [ -e ${wait} ]; do sleep 0.05; done; cat ${secret} 2>/dev/null || { echo not-for-the-screen; exit 7; }`,
  });
  const first = startTerminal({ home });
  onTestFinished(() => first.stop());
  await first.waitFor(allRead, 60_000);
  first.press('^C');
  await first.exit;

  writeFileSync(wait, '');
  const waiting = startTerminal({ home });
  onTestFinished(() => waiting.stop());
  await waiting.waitFor(lines => lines[0]?.includes('as of ') === true && lines.join('\n').includes(allRead));
  rmSync(wait);
  await waiting.waitFor(lines => !lines.join('\n').includes('as of '));
  waiting.press('^C');
  await waiting.exit;

  rmSync(secret);
  const second = startTerminal({ home });
  onTestFinished(() => second.stop());
  await second.waitFor(lines => lines[0]?.includes('no key, as of ') === true, 60_000);
  await second.waitFor('apiKeyCommand failed with 7');
  second.press('e');
  await second.waitFor('Nothing can be changed: the API key could not be read');
  expect(second.state).not.toContain('does not accept');
  expect(second.output).not.toContain('not-for-the-screen');
});

/** The processes of a group that have not ended. */
function groupOf(leader: number): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,stat=,args='], { encoding: 'utf8' });
  const lines = stdout.split('\n').map(line => line.trim());
  return lines.filter(line => line.startsWith(`${leader} `) && !/^\d+ +Z/.test(line));
}

/** Never asked: its key does not come. */
const absent = { url: 'http://127.0.0.1:9' };

const starts: readonly (readonly [string, readonly string[]])[] = [
  ['a subcommand', ['websites', 'list']],
  ['the application', []],
];
const commands = ["trap '' INT TERM HUP; sleep 100", 'sleep 100 & sleep 100'];
const ends = ['^C', 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

// Each end with each start, and with the one or the other command.
test.each(
  starts.flatMap((start, of) => ends.map((end, at) => [...start, end, commands[(of + at) % 2]] as const)),
)(
  '%s %j that is ended by %s leaves nothing of a command that prints the key',
  async (_, args, end, command) => {
    const home = temporaryHome();
    const leader = join(home.path, 'leader');
    const apiKeyCommand = `echo $$ > '${leader}.new'; mv '${leader}.new' '${leader}'; ${command}`;
    useService(home, absent, { apiKey: undefined, apiKeyCommand });
    const terminal = startTerminal({ command: runner, args: [builtProgram, ...args], home });
    onTestFinished(() => terminal.stop());
    await vi.waitFor(() => expect(existsSync(leader)).toBe(true), 60_000);
    const group = Number(readFileSync(leader, 'utf8'));
    expect(groupOf(group)).not.toEqual([]);
    if (end === '^C') terminal.press('^C');
    else terminal.signal(end);
    await terminal.exit;
    await vi.waitFor(() => expect(groupOf(group)).toEqual([]), 60_000);
  },
);

test('a subcommand whose output is no terminal leaves nothing either as the terminal hangs up', async () => {
  const home = temporaryHome();
  const leader = join(home.path, 'leader');
  const apiKeyCommand = `trap '' INT TERM HUP; echo $$ > '${leader}.new'; mv '${leader}.new' '${leader}'; sleep 100`;
  useService(home, absent, { apiKey: undefined, apiKeyCommand });
  const line = `exec '${runner}' '${builtProgram}' overview > '${join(home.path, 'output')}'`;
  const terminal = startTerminal({ command: '/bin/sh', args: ['-c', line], home });
  onTestFinished(() => terminal.stop());
  await vi.waitFor(() => expect(existsSync(leader)).toBe(true), 60_000);
  const group = Number(readFileSync(leader, 'utf8'));
  expect(groupOf(group)).not.toEqual([]);
  terminal.signal('SIGHUP');
  await terminal.exit;
  await vi.waitFor(() => expect(groupOf(group)).toEqual([]), 5_000);
});
