import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { json } from '../helpers/faultAnswers.ts';
import { start } from './fixture.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

/** Has Node open its debugger at a port that nobody else has, and say so on standard error. */
const env = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

/** Signals a program, and after it a Node without a listener: once that has opened its debugger, the first had its time. */
async function askForDebugger(pid: number): Promise<void> {
  const plain = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("runs")'], { env });
  onTestFinished(() => void plain.kill('SIGKILL'));
  await once(plain.stdout, 'data');
  process.kill(pid, 'SIGUSR1');
  process.kill(Number(plain.pid), 'SIGUSR1');
  let said = '';
  plain.stderr.on('data', (part: Buffer) => (said += part.toString()));
  while (!said.includes('Debugger listening')) await once(plain.stderr, 'data');
}

test('the application', async () => {
  const terminal = await openDemo({ env });
  await askForDebugger(terminal.pid);
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  expect(terminal.output).not.toContain('Debugger');
});

test('serve', async () => {
  const child = start(['serve', '--port', '0'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  while (!said.includes('curl')) await once(child.stderr, 'data');
  await askForDebugger(Number(child.pid));
  const url = /http:\/\/\S+:\d+/.exec(said)?.[0] ?? '';
  expect((await fetch(`${url}/api/v1/websites`)).status).toBe(401);
  child.kill();
  await once(child, 'close');
  expect(said).not.toContain('Debugger');
});

test('a subcommand that waits for its answer', async () => {
  const server = await openFaultServer();
  const asked = Promise.withResolvers<() => void>();
  server.answerWith((response, request) => asked.resolve(() => void json({ data: [] })(response, request)));
  const child = start(['websites', 'list'], {
    env: { ...env, SITEDECK_URL: server.url, SITEDECK_API_KEY: 'sk-key' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const answer = await asked.promise;
  await askForDebugger(Number(child.pid));
  answer();
  await once(child, 'close');
  expect([child.exitCode, said]).toEqual([0, 'No websites.\n']);
});

test('the worker of an import', async () => {
  const child = start(['import', 'one.example', '-'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const line =
    '198.51.100.7 - - [10/Mar/2026:10:00:00 +0000] "GET /page HTTP/1.1" 200 10 "-" "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"\n';
  // Far more than the pipe holds: the worker has asked for the rest.
  await new Promise(resolve => child.stdin.write(line.repeat(20_000), resolve));
  await askForDebugger(Number(child.pid));
  child.stdin.end();
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  expect(said).not.toContain('Debugger');
});
