import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { Home } from '../helpers/home.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

/** Tests of what a program does with parts that it has to find: chunks, threads, data, and nothing beside it. */
export function whatItDoes(program: string): void {
  test('it tells its version, and completes words', async () => {
    const home = temporaryHome();
    expect(await output(program, ['--version'], home)).toBe(`sitedeck ${manifest.version}\n`);
    expect(await output(program, ['complete-words', '--', 'over'], home)).toBe('overview\n');
  });

  test('it opens the demo, and a website of it', async () => {
    const terminal = startTerminal({ command: program });
    onTestFinished(() => terminal.stop());
    await terminal.waitFor('podcast.example.com', 60_000);
    terminal.press('Enter');
    await terminal.waitFor('Landing pages', 60_000);
    terminal.press('^C');
    expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
  });

  test('a large log is told apart by a thread of the importing thread', { timeout: 300_000 }, async () => {
    const home = temporaryHome();
    // Over 4 MB, from where on it takes the second thread.
    const lines = 10_000;
    const log = Array.from({ length: lines }, (_, at) => logLine(at)).join('');
    expect(log.length).toBeGreaterThan(4_500_000);
    writeFileSync(join(home.path, 'access.log'), log);
    const said = await output(program, ['import', 'one.example', 'access.log'], home);
    expect(said).toContain('10,000  page views counted');
    expect(said).toContain('Countries are by DB-IP (https://db-ip.com), CC BY 4.0.');
    const overview = [
      '--profile',
      'logs',
      'stats',
      'one.example',
      'page',
      '--period',
      '2026-11-01..2026-11-20',
    ];
    const { rows } = JSON.parse(await output(program, [...overview, '--json'], home));
    expect(rows.map(({ value, count }: { value: string; count: number }) => [value, count])).toEqual([
      ['/0', 5_000],
      ['/1', 5_000],
    ]);
  });

  test('it serves what it has counted', async () => {
    const home = temporaryHome();
    const env = { ...home.env, SITEDECK_SERVE_KEY: 'a key of sixteen letters' };
    const child = spawn(program, ['serve', '--port', '0'], { cwd: home.path, env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const url = await saying(child.stderr, /http:\/\/\S+:\d+/);
    expect((await fetch(`${url}/api/v1/websites`)).status).toBe(401);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('it speaks to agents', async () => {
    const home = temporaryHome();
    const child = spawn(program, ['mcp'], { cwd: home.path, env: home.env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ask = (id: number, method: string, params: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    ask(1, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    await saying(child.stdout, /"serverInfo"/);
    ask(2, 'tools/list', {});
    await saying(child.stdout, /"name":"overview"/);
  });

  test('it reads another kind of service', async () => {
    const server = await startUmami(exampleSeed);
    const user = exampleSeed.users.find(({ username }) => username === 'anna');
    const home = temporaryHome();
    const listed = await output(program, ['websites', 'list', '--format', 'csv'], home, {
      SITEDECK_URL: server.url,
      SITEDECK_USER: user?.username ?? '',
      SITEDECK_PASSWORD: user?.password ?? '',
    });
    expect(listed).toContain(',shop.example,The shop,');
  });
}

async function output(program: string, args: readonly string[], home: Home, more = {}): Promise<string> {
  const env = { ...home.env, ...more };
  const { stdout } = await promisify(execFile)(program, [...args], { cwd: home.path, env });
  return stdout;
}

/** What matches in what is said. Rejects where the stream ends before. */
async function saying(stream: Readable, words: RegExp): Promise<string> {
  let said = '';
  for await (const part of stream.iterator({ destroyOnReturn: false })) {
    said += String(part);
    const [found] = words.exec(said) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(said);
}

/** What makes a few lines a large log. */
const longBrowser = `Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0 ${'-'.repeat(340)}`;

/** A minute apart each, in turn for two pages. */
function logLine(at: number): string {
  const [day, minute] = [1 + Math.floor(at / 500), at % 1_440];
  const two = (number: number) => String(number).padStart(2, '0');
  const time = `${two(day)}/Nov/2026:${two(Math.floor(minute / 60))}:${two(minute % 60)}:${two(at % 60)}`;
  return `203.0.113.${at % 250} - - [${time} +0000] "GET /${at % 2} HTTP/1.1" 200 512 "-" "${longBrowser}"\n`;
}
