import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run, start, temporaryHome } from '../headless/fixture.ts';
import { startTerminal } from '../helpers/terminal.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A page view of a visitor of its own, now. */
function view(visitor: number): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${two(now.getUTCDate())}/${months[now.getUTCMonth()]}/${now.getUTCFullYear()}`;
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
  return `203.0.113.${visitor} - - [${day}:${now.toISOString().slice(11, 19)} +0000] "GET / HTTP/1.1" 200 12 "-" "${agent}"\n`;
}

test('one process follows the logs, the application shows what it counts, and takes over when it is killed', async () => {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  writeFileSync(log, view(1));
  expect((await run(['logs', 'add', 'one.example', log], { home })).code).toBe(0);
  const serve = start(['serve', '--port', '0'], { home });
  onTestFinished(() => void serve.kill('SIGKILL'));
  let said = '';
  serve.stderr.on('data', (part: Buffer) => (said += part.toString()));
  await vi.waitFor(() => expect(said).toContain('Following 1 source of logs.'), { timeout: 30_000 });

  const terminal = startTerminal({ args: ['--profile', 'logs', 'one.example'], home, cols: 100, rows: 30 });
  onTestFinished(() => terminal.stop());
  const header = (found: RegExp) => terminal.waitFor(([first = '']) => found.test(first));
  await header(new RegExp(`logs to \\d\\d:\\d\\d by process ${serve.pid} `));
  // The tile of today.
  const today = (visitors: number) =>
    terminal.waitFor(lines => lines.some(line => new RegExp(`│ ${visitors} +${visitors} views?`).test(line)));
  await today(1);
  appendFileSync(log, view(2) + view(3));
  await today(3);
  const killed = once(serve, 'close');
  serve.kill('SIGKILL');
  await killed;
  await header(/logs to \d\d:\d\d {3}/);
  appendFileSync(log, view(4));
  await today(4);
}, 120_000);
