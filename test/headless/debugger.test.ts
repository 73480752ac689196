import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { json } from '../helpers/faultAnswers.ts';
import { startFaultServer } from '../helpers/faultServer.ts';
import { listenLocally } from '../helpers/listenLocally.ts';
import { start } from './fixture.ts';

/** A port that is free, and the environment in which Node would open its debugger there. */
async function debuggerAt() {
  const { url, close } = await listenLocally(createServer());
  await close();
  const { host, port } = new URL(url);
  return { port: Number(port), env: { NODE_OPTIONS: `--inspect-port=${host}` } };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const opened = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    once(socket, 'close').then(() => false),
  ]);
  socket.destroy();
  return opened;
}

/** Signals a program, and after it a Node without a listener: once that has opened its port, the first had its time. */
async function opensDebugger(pid: number, port: number): Promise<boolean> {
  const other = await debuggerAt();
  const plain = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("runs")'], {
    env: other.env,
  });
  onTestFinished(() => void plain.kill('SIGKILL'));
  await once(plain.stdout, 'data');
  process.kill(pid, 'SIGUSR1');
  process.kill(Number(plain.pid), 'SIGUSR1');
  while (!(await isOpen(other.port))) await after(5);
  return await isOpen(port);
}

test('the application', async () => {
  const { port, env } = await debuggerAt();
  const terminal = await openDemo({ env });
  expect(await opensDebugger(terminal.pid, port)).toBe(false);
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  expect(terminal.output).not.toContain('Debugger');
});

test('serve', async () => {
  const { port, env } = await debuggerAt();
  const child = start(['serve', '--port', '0'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  while (!said.includes('curl')) await once(child.stderr, 'data');
  expect(await opensDebugger(Number(child.pid), port)).toBe(false);
  const url = /http:\/\/\S+:\d+/.exec(said)?.[0] ?? '';
  expect((await fetch(`${url}/api/v1/websites`)).status).toBe(401);
  expect(said).not.toContain('Debugger');
});

test('a subcommand that waits for its answer', async () => {
  const { port, env } = await debuggerAt();
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  const asked = Promise.withResolvers<() => void>();
  server.answerWith((response, request) => asked.resolve(() => void json({ data: [] })(response, request)));
  const child = start(['websites', 'list'], {
    env: { ...env, SITEDECK_URL: server.url, SITEDECK_API_KEY: 'sk-key' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const answer = await asked.promise;
  expect(await opensDebugger(Number(child.pid), port)).toBe(false);
  answer();
  await once(child, 'close');
  expect([child.exitCode, said]).toEqual([0, 'No websites.\n']);
});

test('the worker of an import', async () => {
  const { port, env } = await debuggerAt();
  const child = start(['import', 'one.example', '-'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const line =
    '198.51.100.7 - - [10/Mar/2026:10:00:00 +0000] "GET /page HTTP/1.1" 200 10 "-" "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"\n';
  // Far more than the pipe holds: the worker has asked for the rest.
  await new Promise(resolve => child.stdin.write(line.repeat(20_000), resolve));
  expect(await opensDebugger(Number(child.pid), port)).toBe(false);
  child.stdin.end();
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  expect(said).not.toContain('Debugger');
});
