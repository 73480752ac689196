import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ProcessLock } from '#system/processLock.ts';
import { refusal, logLine, run, saveProfiles, start, temporaryHome } from './fixture.ts';

test('import counts logs into a service of its own and says what became of every line', async () => {
  const home = temporaryHome();
  writeFileSync(
    join(home.path, 'access.log'),
    logLine('/') + logLine('/a') + logLine('/x.css') + logLine('/no', { status: 404 }) + 'noise\n',
  );
  const imported = await run(['import', 'One.Example', 'access.log'], { home });
  expect(imported.code).toBe(0);
  expect(imported.stdout).toContain('Imported into one.example (a new website), 10 Mar 2026');
  expect(imported.stdout).toMatch(/\n +5 {2}lines read\n/);
  expect(imported.stdout).toMatch(/\n +1 {2}malformed/);
  expect(imported.stdout).toMatch(/\n +1 {2}assets/);
  expect(imported.stdout).toMatch(/\n +2 {2}page views counted\n/);
  const again = await run(['import', 'one.example', 'access.log', '--json'], { home });
  expect(JSON.parse(again.stdout)).toMatchObject({
    created: false,
    counted: 0,
    rows: [{ file: 'access.log', state: 'refused' }],
  });
  const stats = await run(
    [
      '--profile',
      'logs',
      'stats',
      'one.example',
      'page',
      '--from',
      '2026-03-10',
      '--to',
      '2026-03-10',
      '--format',
      'csv',
    ],
    { home },
  );
  expect(stats.stdout).toBe(
    'statistic,value,count,share,share_of\npage,/,1,0.5,page views\npage,/a,1,0.5,page views\n',
  );
});

test('- reads stdin', async () => {
  const home = temporaryHome();
  const imported = await run(['import', 'one.example', '-', '--json'], {
    home,
    stdin: logLine('/') + logLine('/b'),
  });
  expect(JSON.parse(imported.stdout)).toMatchObject({ read: 2, counted: 2, created: true });
});

test('windows that are piped in count what they share once, and the summary says so; --source tells servers apart', async () => {
  const home = temporaryHome();
  const [one, two, three] = ['/1', '/2', '/3'].map(path => logLine(path));
  const piped = (stdin: string, ...more: string[]) =>
    run(['import', 'one.example', '-', ...more], { home, stdin });
  await piped(`${one}${two}`);
  const second = await piped(`${two}${three}`);
  expect(second.stdout).toMatch(/\n-  +imported  +2  +1\n/);
  expect(second.stdout).toMatch(/\n +1 {2}known: read before, in this log or another\n/);
  expect(second.stdout).toMatch(/\n +1 {2}page views counted\n/);
  const again = await piped(`${three}${one}${two}`, '--json');
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ read: 3, known: 3, in_doubt: 0, counted: 0 });
  const server = await piped(`${one}${two}`, '--source', 'web2', '--json');
  expect(JSON.parse(server.stdout)).toMatchObject({ known: 0, counted: 2 });
  expect(refusal(await piped(one ?? '', '--source', 'x'.repeat(101)))).toContain(
    "A source's name has at most 100 characters",
  );
});

test('interrupted, it leaves nothing behind and exits 130', async () => {
  const home = temporaryHome();
  const child = start(['import', 'one.example', '-'], { home });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  child.stdin.on('error', () => undefined);
  // More than the pipe holds: once it has drained, the import is reading.
  child.stdin.write(logLine('/').repeat(20_000));
  await once(child.stdin, 'drain');
  const lists = async () => {
    const { stdout } = await run(['--profile', 'logs', 'websites', 'list', '--json'], { home });
    return JSON.parse(stdout).rows;
  };
  expect(await lists()).toEqual([]);
  const exited = once(child, 'close');
  child.kill('SIGINT');
  expect((await exited)[0]).toBe(130);
  expect(said).toBe('sitedeck: Interrupted: nothing was imported.\n');
  expect(await lists()).toEqual([]);
});

test('a read-only profile of logs takes none', async () => {
  const home = temporaryHome();
  saveProfiles(home, { logs: { readOnly: true } });
  writeFileSync(join(home.path, 'access.log'), logLine('/'));
  expect(refusal(await run(['import', 'one.example', 'access.log'], { home }))).toContain(
    'logs is read-only',
  );
});

test('--follow stores what a stream brings while it goes on, and each line once, also after a kill', async () => {
  const home = temporaryHome();
  const views = async () => {
    const args = ['stats', 'one.example', 'page', '--from', '2026-03-10', '--to', '2026-03-10', '--json'];
    const { code, stdout } = await run(['--profile', 'logs', ...args, '--per-page', '100'], { home });
    if (code !== 0) return [];
    const { rows }: { rows: { value: string; count: number }[] } = JSON.parse(stdout);
    return rows.map(({ value, count }) => `${value} ${count}`).sort();
  };
  // What it has read it stores after seconds.
  const patience = { timeout: 60_000, interval: 400 };
  const first = start(['import', '--follow', 'one.example', '-'], { home });
  first.stdin.write(logLine('/a') + logLine('/b') + logLine('/c').slice(0, 50));
  await vi.waitFor(async () => expect(await views()).toEqual(['/a 1', '/b 1']), patience);
  first.stdin.write(logLine('/c').slice(50) + logLine('/d'));
  const killed = once(first, 'close');
  first.kill('SIGKILL');
  await killed;
  // What follows a container begins again with its first line.
  const second = start(['import', '--follow', 'one.example', '-'], { home });
  const all = ['/a', '/b', '/c', '/d', '/e'].map(path => logLine(path)).join('');
  second.stdin.write(all);
  const expected = ['/a 1', '/b 1', '/c 1', '/d 1', '/e 1'];
  await vi.waitFor(async () => expect(await views()).toEqual(expected), patience);
  // Twice in one stream is two requests.
  second.stdin.end(logLine('/e'));
  expect((await once(second, 'close'))[0]).toBe(0);
  expect(await views()).toEqual(['/a 1', '/b 1', '/c 1', '/d 1', '/e 2']);
  const wrong = await run(['import', '--follow', 'one.example', 'access.log'], { home });
  expect(wrong.code).toBe(2);
});

test('--follow that is interrupted stores what it has read', async () => {
  const home = temporaryHome();
  const child = start(['import', '--follow', 'one.example', '-', '--json'], { home });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.write(logLine('/').repeat(20_000));
  await once(child.stdin, 'drain');
  const closed = once(child, 'close');
  child.kill('SIGINT');
  expect((await closed)[0]).toBe(130);
  expect(JSON.parse(said).counted).toBeGreaterThan(0);
});

test('an import waits for another one and says so; then it goes on', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), logLine('/'));
  const folder = join(home.path, 'data', 'sitedeck');
  const other = ProcessLock.take(join(folder, 'sites.sqlite-import'));
  const child = start(['import', 'one.example', 'access.log', '--json'], { home });
  const ended = once(child, 'close');
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  child.stdout.resume();
  await vi.waitFor(() => expect(said).toBe('Waiting for another import to end.\n'), 60_000);
  other?.release();
  await ended;
  expect([child.exitCode, said]).toEqual([
    0,
    'Waiting for another import to end.\nThey are used from now on, in place of the demo.\n',
  ]);
  const stats = await run(
    ['--profile', 'logs', 'stats', 'one.example', 'page', '--json', '--period', '2026-03-10'],
    { home },
  );
  expect(JSON.parse(stats.stdout).rows).toMatchObject([{ value: '/', count: 1 }]);
});

test('a lock that is a link is not made where it leads, which is said', async () => {
  const home = temporaryHome();
  const data = join(home.path, 'data', 'sitedeck');
  mkdirSync(data, { recursive: true });
  const link = join(data, 'sites.sqlite-import');
  symlinkSync(join(home.path, 'elsewhere'), link);
  const ran = await run(['import', 'shop.example', '-'], { home, stdin: logLine('/') });
  expect([ran.code === 0, existsSync(join(home.path, 'elsewhere'))]).toEqual([false, false]);
  const said = `${link} cannot be used: it is a link where none may be, or one that never ends.`;
  expect(ran.stderr).toContain(said);
  expect(refusal(await run(['logs', 'zone', 'UTC'], { home }), 3)).toBe(`sitedeck: ${said}`);
});

const views = (host: string, count: number) =>
  Array.from({ length: count }, (_, index) => logLine(`/${index}`, { front: `${host} ` })).join('');

test('import --each-host makes a website of each host, and says which wait', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), views('one.example', 21) + views('www.two.example', 20));
  writeFileSync(join(home.path, 'other.log'), views('three.example', 19) + views('192.0.2.7', 40));
  const imported = await run(['import', '--each-host', 'access.log', 'other.log'], { home });
  expect(imported.code).toBe(0);
  expect(imported.stdout).toContain(
    'Imported into 2 websites (2 new), 10 Mar 2026\n  21  one.example (new)\n  20  two.example (new)\n',
  );
  expect(imported.stdout).toContain('1 host of fewer than 20 page views waits');
  const more = await run(['import', '--each-host', '--min-views', '19', '-', '--json'], {
    home,
    stdin: views('three.example', 19),
  });
  expect(JSON.parse(more.stdout)).toMatchObject({
    websites: 1,
    created: 1,
    known: 19,
    domains: 'three.example',
  });
  const list = await run(['--profile', 'logs', 'websites', 'list', '--sort-by', 'domain', '--json'], {
    home,
  });
  expect(
    JSON.parse(list.stdout)
      .rows.map(({ domain }: { domain: string }) => domain)
      .toSorted(),
  ).toEqual(['one.example', 'three.example', 'two.example']);
});

test('what does not go together is wrong use, and a log without hosts is refused', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), logLine('/'));
  for (const [args, code, words] of [
    [['one.example'], 2, 'Name a log behind the domain'],
    [['one.example', 'access.log', '--host', 'x.example'], 2, '--host goes with --each-host'],
    [['--each-host', 'access.log', '--host', 'a b'], 2, 'give a host'],
    [['--each-host', 'access.log', '--recount', '--yes'], 2, '--recount goes with a DOMAIN'],
    [['--each-host', 'access.log'], 1, 'No line names a host'],
  ] as const) {
    expect(refusal(await run(['import', ...args], { home }), code)).toContain(words);
  }
});

const piped =
  '203.0.113.9|10/Mar/2026:10:00:00 +0000|GET /a HTTP/1.1|200|Mozilla/5.0 (X11; rv:130.0) Firefox/130.0\n';
const pipedFormat = "log_format main '$remote_addr|$time_local|$request|' '$status|$http_user_agent';";

test('--log-format reads what is not recognised, and one unreadable file does not stop the others', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), piped);
  writeFileSync(join(home.path, 'diary.txt'), 'Dear diary\n');
  expect(refusal(await run(['import', 'one.example', 'access.log'], { home }), 1)).toBe(
    'sitedeck: access.log has no line of an access log in a known format. The nearest is common, but it has no time such as ' +
      `[17/May/2015:10:05:03 +0000]. The first line is shown with --debug FILE. Nothing was imported.`,
  );
  const args = ['import', 'one.example', 'access.log', 'diary.txt', '--log-format', pipedFormat];
  const imported = await run([...args, '--json'], { home });
  expect(imported.code).toBe(1);
  expect(JSON.parse(imported.stdout)).toMatchObject({
    read: 2,
    malformed: 1,
    counted: 1,
    rows: [
      { file: 'access.log', state: 'imported' },
      { file: 'diary.txt', state: 'failed' },
    ],
  });
  // The websites of the logs are opened from now on, as after `logs add`.
  expect(imported.stderr).toBe(
    'sitedeck: diary.txt has no line of an access log in a known format. The nearest is --log-format, which the line does not ' +
      'fit. The first line is shown with --debug FILE.\nThey are used from now on, in place of the demo.\n',
  );
  const list = await run(['websites', 'list', '--format', 'csv'], { home });
  expect(list.stdout).toContain('one.example');
});

test('a --log-format that cannot be used is wrong use', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), piped);
  expect(
    refusal(
      await run(['import', 'one.example', 'access.log', '--log-format', '$remote_addr'], {
        home,
      }),
    ),
  ).toBe('sitedeck: --log-format: it does not hold the time ($time_local, %t).');
});
