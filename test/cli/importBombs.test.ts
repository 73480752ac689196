import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { refusal, start, temporaryHome, type RunOptions } from './fixture.ts';

const line =
  '203.0.113.9 - - [10/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 12 "-" "Mozilla/5.0 (X11; rv:130.0) Firefox/130.0"\n';

/** Much of the same, compressed to a thousandth. */
async function bomb(piece: string, times: number): Promise<Buffer> {
  const gzip = createGzip();
  const packed: Buffer[] = [];
  gzip.on('data', (part: Buffer) => packed.push(part));
  for (let at = 0; at < times; at++) if (!gzip.write(piece)) await once(gzip, 'drain');
  gzip.end();
  await once(gzip, 'end');
  return Buffer.concat(packed);
}

/** Runs an import to its end; the most memory it held, in MB, as the system counts it. */
async function measured(args: readonly string[], options: RunOptions, stdin = Buffer.alloc(0)) {
  const child = start(args, options);
  let most = 0;
  const look = setInterval(() => {
    try {
      const [, kilobytes = '0'] =
        /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      most = Math.max(most, Number(kilobytes) / 1024);
    } catch {
      // It has ended.
    }
  }, 20);
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  clearInterval(look);
  return { code: child.exitCode, stdout, stderr, most };
}

const mostMegabytes = 240;

test('20 million line breaks in 20 KB are read in little memory, and refused', async () => {
  const home = temporaryHome();
  const packed = await bomb('\n'.repeat(1_000_000), 20);
  expect(packed.length).toBeLessThan(20_000);
  writeFileSync(join(home.path, 'bomb.gz'), packed);
  const refused = await measured(['import', 'one.example', 'bomb.gz'], { home });
  expect(refusal(refused, 1)).toBe(
    'sitedeck: bomb.gz has no line of an access log; all are empty. Nothing was imported.',
  );
  expect(refused.most).toBeGreaterThan(20);
  expect(refused.most).toBeLessThan(mostMegabytes);
});

test('150 MB without a line break, from a pipe, take little memory', async () => {
  const home = temporaryHome();
  // Members of gzip stand one behind the other.
  const zeros = gzipSync('\0'.repeat(1_000_000));
  const members = Array.from({ length: 150 }, () => zeros);
  const packed = Buffer.concat([gzipSync(line), ...members, gzipSync(`\n${line}`)]);
  const { code, stdout, stderr, most } = await measured(
    ['import', 'one.example', '-', '--json'],
    { home },
    packed,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'They are used from now on, in place of the demo.\n' });
  expect(JSON.parse(stdout)).toMatchObject({ read: 3, malformed: 1, counted: 2 });
  expect(most).toBeLessThan(mostMegabytes);
});
