import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import { viewNow } from '../helpers/viewNow.ts';
import { errorLine, refusal, logLine, run, start, temporaryHome, today } from './fixture.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

// Each of these starts the program many times.

function homeWithLogs(home = temporaryHome()) {
  const folder = join(home.path, 'logs');
  mkdirSync(folder);
  writeFileSync(join(folder, 'access.log'), logLine('/a') + logLine('/b'));
  writeFileSync(join(folder, 'access.log.1'), logLine('/c'));
  const sitedeck = (...args: string[]) => run(args, { home });
  const pages = async () => {
    const period = ['--from', '2026-03-10', '--to', '2026-03-10'];
    const args = ['stats', 'one.example', 'page', ...period, '--per-page', '100', '--format', 'csv'];
    const { stdout } = await sitedeck('--profile', 'logs', ...args);
    return stdout
      .split('\n')
      .slice(1, -1)
      .map(row => row.split(',').slice(1, 3).join(' '))
      .sort();
  };
  return { home, folder, sitedeck, pages };
}

test('the first logs are used from now on, unless a profile was chosen', async () => {
  const used = 'They are used from now on, in place of the demo.';
  const { sitedeck } = homeWithLogs(await temporaryDemo());
  const list = async () => (await sitedeck('websites', 'list', '--format', 'csv')).stdout;
  expect((await sitedeck('logs', 'add', 'one.example', 'logs/access.log')).stderr).toContain(used);
  expect(await list()).toContain('one.example');
  await sitedeck('profile', 'use', 'demo');
  expect((await sitedeck('logs', 'add', 'two.example', 'logs/*')).stderr).not.toContain(used);
  expect(await list()).toContain('shop.example.com');
});

test('logs of today alone say which period has them, since commands print the days before', async () => {
  const { folder, sitedeck } = homeWithLogs();
  writeFileSync(join(folder, 'today.log'), daysOfLog([{ day: today, hours: [1] }]));
  const { stderr } = await sitedeck('logs', 'add', 'today.example', 'logs/today.log');
  expect(stderr).toContain(
    'They begin today, which the program shows: commands print it with  --period today',
  );
  const { stdout } = await sitedeck(
    '--profile',
    'logs',
    'stats',
    'today.example',
    'page',
    '--period',
    'today',
  );
  expect(stdout).toMatch(/^\/ +1\b/m);
  expect((await sitedeck('logs', 'add', 'one.example', 'logs/access.log')).stderr).not.toContain('today');
});

test('logs of long ago say when they end, since commands print the last 28 days', async () => {
  const { folder, sitedeck } = homeWithLogs();
  const hint = 'They end on 10 Mar 2026: commands print their days with  --period all\n';
  expect((await sitedeck('logs', 'add', 'one.example', 'logs/access.log')).stderr).toContain(hint);
  writeFileSync(join(folder, 'new.log'), viewNow(9, '/new'));
  expect((await sitedeck('logs', 'add', 'one.example', 'logs/new.log')).stderr).not.toContain('They end');
});

test('logs are added once and counted, listed, read on by an update that says nothing, and removed', async () => {
  const { folder, sitedeck, pages } = homeWithLogs();
  const added = await sitedeck('logs', 'add', 'One.Example', 'logs/access.log*', '--json');
  expect(added.code).toBe(0);
  expect(added.stderr).toMatch(/^Days and hours are those of \S+, as on this machine now, and stay so/);
  expect(JSON.parse(added.stdout)).toMatchObject({
    domain: 'one.example',
    counted: 3,
    rows: [{ pattern: join(folder, 'access.log*'), lines: 3, counted: 3, from: '2026-03-10' }],
  });
  appendFileSync(join(folder, 'access.log'), logLine('/d'));
  for (let time = 1; time <= 2; time++)
    expect(await sitedeck('logs', 'update')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await pages()).toEqual(['/a 1', '/b 1', '/c 1', '/d 1']);
  const list = async () => JSON.parse((await sitedeck('logs', 'list', '--json')).stdout).rows;
  expect(await list()).toEqual([
    { domain: 'one.example', pattern: join(folder, 'access.log*'), files: 2, read_to: expect.any(String) },
  ]);
  const other = await sitedeck('logs', 'remove', 'one.example', 'logs/other.log');
  expect(refusal(other, 1)).toContain('one.example has no such logs');
  expect(other.stderr).not.toContain('Did you mean');
  expect(await sitedeck('logs', 'remove', 'one.example', 'logs/access.log*')).toMatchObject({
    code: 0,
    stderr: '1 source removed. What was counted stays.\n',
  });
  expect(await list()).toEqual([]);
  expect(await pages()).toHaveLength(4);
  expect(refusal(await sitedeck('logs', 'update'))).toContain('sitedeck logs add');
});

test('what cannot be read is said in one line with exit code 1, or with -q by the code alone, and the rest is read', async () => {
  const { folder, sitedeck, pages } = homeWithLogs();
  await sitedeck('logs', 'add', 'one.example', 'logs/*');
  writeFileSync(join(folder, 'error.log'), '2026/03/10 [error] no such file\n');
  writeFileSync(join(folder, 'access.log.2'), logLine('/e'));
  expect(refusal(await sitedeck('logs', 'update'), 1)).toContain('error.log has no line of an access log');
  expect(await pages()).toContain('/e 1');
  expect(await sitedeck('logs', 'update', '-q')).toEqual({ code: 1, stdout: '', stderr: '' });
});

const takenPlaces: readonly (readonly [string, string, (path: string) => unknown])[] = [
  ['a folder', 'is a folder', path => mkdirSync(path)],
  ['a pipe', 'is no file', path => execFileSync('mkfifo', [path])],
  [
    'a socket',
    'is no file',
    async path => {
      const server = createServer().listen(path);
      onTestFinished(() => void server.close());
      await once(server, 'listening');
    },
  ],
  ['a link to itself', 'is a link that leads nowhere', path => symlinkSync(path, path)],
  ['a link to what is gone', 'is a link that leads nowhere', path => symlinkSync(`${path}.gone`, path)],
  ['nothing', 'is not there', () => undefined],
];

test.each(takenPlaces)(
  'where %s has taken the place of a log, an update says so',
  async (_what, words, put) => {
    const { folder, sitedeck, pages } = homeWithLogs();
    const path = join(folder, 'access.log');
    await sitedeck('logs', 'add', 'one.example', 'logs/access.log');
    rmSync(path);
    await put(path);
    appendFileSync(join(folder, 'access.log.1'), logLine('/d'));
    for (let time = 1; time <= 2; time++) {
      expect(refusal(await sitedeck('logs', 'update'), 1)).toContain(`${path} ${words}`);
    }
    expect(await sitedeck('logs', 'update', '-q')).toEqual({ code: 1, stdout: '', stderr: '' });
    // What was rotated is read all the same.
    expect(await pages()).toEqual(['/a 1', '/b 1', '/c 1', '/d 1']);
    // It comes back, and all is well.
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, logLine('/a') + logLine('/b') + logLine('/e'));
    expect(await sitedeck('logs', 'update')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await pages()).toContain('/e 1');
  },
);

test('where a folder takes the place of a log that is followed, serve says so once, and reads on when it is a log again', async () => {
  const { home, folder, sitedeck, pages } = homeWithLogs();
  const path = join(folder, 'access.log');
  await sitedeck('logs', 'add', 'one.example', 'logs/access.log');
  const server = start(['serve', '--port', '0'], { home });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  server.stderr.on('data', (part: Buffer) => (said += part.toString()));
  await vi.waitFor(() => expect(said).toContain('Following 1 source of logs.'), { timeout: 60_000 });
  rmSync(path);
  mkdirSync(path);
  await vi.waitFor(() => expect(said).toContain(`${path} is a folder`), { timeout: 60_000 });
  rmSync(path, { recursive: true });
  writeFileSync(path, logLine('/new'));
  await vi.waitFor(async () => expect(await pages()).toContain('/new 1'), { timeout: 60_000 });
  expect(said.split('is a folder')).toHaveLength(2);
});

test('a pattern that matches no file any more is said, and folders beside its logs are not', async () => {
  const { folder, sitedeck } = homeWithLogs();
  mkdirSync(join(folder, 'access.log.d'));
  await sitedeck('logs', 'add', 'one.example', 'logs/access.log*');
  expect(await sitedeck('logs', 'update')).toEqual({ code: 0, stdout: '', stderr: '' });
  for (const name of ['access.log', 'access.log.1']) rmSync(join(folder, name));
  rmSync(join(folder, 'access.log.d'), { recursive: true });
  expect(refusal(await sitedeck('logs', 'update'), 1)).toContain(
    `${join(folder, 'access.log*')} matches no file`,
  );
});

test('what stands in a file that is no log is in no message but by --debug', async () => {
  const { folder, sitedeck } = homeWithLogs();
  const path = join(folder, 'access.log');
  await sitedeck('logs', 'add', 'one.example', 'logs/access.log');
  const secret = 'root:$6$salt$hash:20000:0:99999:7:::';
  writeFileSync(join(folder, 'shadow'), `${secret}\n`);
  rmSync(path);
  symlinkSync('shadow', path);
  const [updated, added, imported] = [
    await sitedeck('logs', 'update'),
    await sitedeck('logs', 'add', 'two.example', 'logs/shadow'),
    await sitedeck('import', 'two.example', 'logs/shadow'),
  ];
  for (const refused of [updated, added, imported]) {
    expect(refusal(refused, 1)).toContain('has no line of an access log in a known format.');
    expect(errorLine(refused)).toContain('--debug FILE');
    expect(refused.stdout + refused.stderr).not.toContain('salt');
  }
  for (const args of [
    ['logs', 'update'],
    ['logs', 'add', 'two.example', 'logs/shadow'],
    ['import', 'two.example', 'logs/shadow'],
  ])
    expect((await sitedeck(...args, '--debug', 'debug.txt')).stderr).toContain(
      `The first line is: ${secret}`,
    );
});

test('what is wrong with a source is one line, and it is not added', async () => {
  const { folder, sitedeck } = homeWithLogs();
  writeFileSync(join(folder, 'notes.txt'), 'hello\n');
  for (const [args, code, words] of [
    [['one.example', 'logs/none.log'], 2, 'is not there'],
    [['one.example', 'logs/no*'.replace('no', 'zz')], 2, 'matches no file'],
    [['one.example', 'logs'], 2, 'is a folder'],
    [['one.example', 'a'.repeat(300)], 2, 'is not there'],
    [['one.example', '-'], 2, 'import --follow'],
    [['one.example', 'logs/a\nb'], 2, 'control characters'],
    [['no domain', 'logs/access.log'], 2, 'spaces'],
    [['one.example', 'logs/access.log', '--client', 'x-real'], 2, '--client'],
    [['one.example', 'logs/notes.txt'], 1, 'The logs were not added'],
  ] as const) {
    expect(refusal(await sitedeck('logs', 'add', ...args), code)).toContain(words);
  }
  const list = await sitedeck('logs', 'list', '--json');
  expect(JSON.parse(list.stdout).rows).toEqual([]);
  const websites = await sitedeck('--profile', 'logs', 'websites', 'list', '--json');
  expect(JSON.parse(websites.stdout).rows).toEqual([]);
});

test('after a change of exclusions the days that the logs still hold are counted again, and the others are named', async () => {
  const { folder, sitedeck } = homeWithLogs();
  const at = (day: string, path: string, address: string) =>
    logLine(path).replace('10/Mar', `${day}/Mar`).replace('203.0.113.9', address);
  const both = (day: string) => at(day, '/mine', '198.51.100.1') + at(day, '/theirs', '203.0.113.9');
  writeFileSync(join(folder, 'access.log.3'), both('07'));
  writeFileSync(join(folder, 'access.log.2'), both('08'));
  // The same request at the end of one file and at the beginning of the next is two.
  rmSync(join(folder, 'access.log.1'));
  writeFileSync(join(folder, 'access.log'), both('09') + at('10', '/twice', '203.0.113.9'));
  await sitedeck('logs', 'add', 'one.example', 'logs/access.log*');
  renameSync(join(folder, 'access.log'), join(folder, 'access.log.1'));
  writeFileSync(join(folder, 'access.log'), at('10', '/twice', '203.0.113.9') + both('10'));
  await sitedeck('logs', 'update');
  rmSync(join(folder, 'access.log.2'));
  const views = async () => {
    const period = ['--from', '2026-03-07', '--to', '2026-03-10', '--format', 'csv'];
    const { stdout } = await sitedeck('--profile', 'logs', 'stats', 'one.example', 'pageviews', ...period);
    return stdout
      .split('\n')
      .slice(1, -1)
      .map(row => row.split(',').slice(1, 3).join(' '));
  };
  const before = await views();
  expect(before).toEqual(['2026-03-07 2', '2026-03-08 2', '2026-03-09 2', '2026-03-10 4']);
  await sitedeck(
    '--profile',
    'logs',
    'websites',
    'update',
    'one.example',
    '--exclude-ips',
    '198.51.100.0/24',
  );
  expect(refusal(await sitedeck('logs', 'recount', 'one.example'))).toContain('--yes');
  expect(await sitedeck('logs', 'recount', 'one.example', '--yes')).toEqual({
    code: 0,
    stdout: '',
    stderr:
      'one.example is counted again from 7 Mar 2026 on: 3 days, 5 page views (before, 8).\n' +
      '1 day stays as counted before, since the logs no longer hold all of its lines: 8 Mar 2026.\n',
  });
  const after = ['2026-03-07 1', '2026-03-08 2', '2026-03-09 1', '2026-03-10 3'];
  expect(await views()).toEqual(after);
  // And what follows goes on from there.
  expect(await sitedeck('logs', 'update')).toMatchObject({ code: 0, stderr: '' });
  expect(await views()).toEqual(after);
  appendFileSync(join(folder, 'access.log'), both('10'));
  await sitedeck('logs', 'update');
  expect(await views()).toEqual([...after.slice(0, 3), '2026-03-10 4']);
  expect(refusal(await sitedeck('logs', 'recount', 'two.example', '--yes'), 1)).toContain(
    'two.example has no logs that could be counted again',
  );
});

test('a website of a host is counted again from the lines that name it, and a name that is no website is none', async () => {
  const { folder, sitedeck } = homeWithLogs();
  const of = (host: string, path: string) => `${host}:443 ${logLine(path)}`;
  const hosts = of('one.example', '/a') + of('www.one.example', '/b') + of('two.example', '/c');
  // Neither of them is of a host that is a website.
  const nameless =
    logLine('/without') + `203.0.113.5:80 ${logLine('/address').replace('203.0.113.9', 'pc.example')}`;
  writeFileSync(join(folder, 'hosts.log'), hosts + nameless);
  writeFileSync(join(folder, 'hosts.log.1'), logLine('/other'));
  writeFileSync(join(folder, 'three.log'), of('one.example', '/elsewhere'));
  writeFileSync(join(folder, 'two.log'), logLine('/own'));
  const added = await sitedeck('logs', 'add', '--each-host', 'logs/hosts.log*', '--min-views', '1');
  expect(added.stderr).toContain('/logs/hosts.log.1: No line names a host');
  await sitedeck('logs', 'add', '--each-host', 'logs/three.log', '--host', 'three.example');
  await sitedeck('logs', 'add', 'two.example', 'logs/two.log');
  const recounted = async (domain: string) => (await sitedeck('logs', 'recount', domain, '--yes')).stderr;
  expect(await recounted('one.example')).toContain('1 day, 2 page views (before, 2).');
  expect(await recounted('two.example')).toContain('1 day, 2 page views (before, 2).');
  expect(refusal(await sitedeck('logs', 'recount', 'four.example', '--yes'), 1)).toContain(
    'There is no website four.example among those of your own logs.',
  );
});

test('a website that no line of the logs of all hosts is of is counted again, in whichever way those are read', async () => {
  const { folder, sitedeck } = homeWithLogs();
  const forwarded = (path: string) => `two.example:443 ${logLine(path).trimEnd()} "203.0.113.7"\n`;
  writeFileSync(join(folder, 'hosts.log'), forwarded('/x'));
  const client = ['--client', 'x-forwarded-for', '--min-views', '1'];
  await sitedeck('logs', 'add', 'one.example', 'logs/access.log*');
  await sitedeck('logs', 'add', '--each-host', 'logs/hosts.log', ...client);
  expect(await sitedeck('logs', 'recount', 'one.example', '--yes')).toMatchObject({
    code: 0,
    stderr: 'one.example is counted again from 10 Mar 2026 on: 1 day, 3 page views (before, 3).\n',
  });
  expect((await sitedeck('logs', 'recount', '--all', '--yes')).stderr.split('\n')).toEqual([
    'one.example is counted again from 10 Mar 2026 on: 1 day, 3 page views (before, 3).',
    'two.example is counted again from 10 Mar 2026 on: 1 day, 1 page view (before, 1).',
    '',
  ]);
  expect(refusal(await sitedeck('logs', 'recount', '--yes'))).toContain('or --all');
});

test('the zone is that of the first use whatever TZ says, is shown, and can be changed', async () => {
  const { home, folder, sitedeck, pages } = homeWithLogs();
  const inZone = (TZ: string, ...args: string[]) => run(args, { home, env: { TZ } });
  // Half past midnight of the 10th in Berlin.
  const at = (time: string, path: string) =>
    logLine(path).replace('10/Mar/2026:10:00:00', `09/Mar/2026:${time}`);
  writeFileSync(join(folder, 'access.log'), at('23:30:00', '/night'));
  const added = await inZone('Europe/Berlin', 'logs', 'add', 'one.example', 'logs/access.log*');
  expect(added.stderr).toContain('Days and hours are those of Europe/Berlin');
  appendFileSync(join(folder, 'access.log'), at('23:31:00', '/later'));
  expect(await inZone('UTC', 'logs', 'update')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await pages()).toEqual(['/c 1', '/later 1', '/night 1']);
  expect((await inZone('UTC', 'logs', 'list')).stdout).toContain(
    'Days and hours are those of Europe/Berlin.',
  );
  expect((await inZone('UTC', 'doctor')).stdout).toContain(
    'Europe/Berlin (UTC elsewhere): sitedeck logs zone changes it',
  );
  const overview = await inZone('Asia/Tokyo', '--profile', 'logs', 'overview', '--json');
  expect(JSON.parse(overview.stdout)).toMatchObject({ time_zone: 'Europe/Berlin' });
  expect(refusal(await sitedeck('logs', 'zone', 'Europe/Berlinn'))).toContain(
    'Europe/Berlinn is no time zone: write one such as Europe/Berlin.',
  );
  const changed = await sitedeck('logs', 'zone', 'utc');
  expect(changed).toMatchObject({
    code: 0,
    stderr:
      'Days and hours are now those of UTC.\n' +
      'one.example is counted again from 9 Mar 2026 on: 2 days, 3 page views (before, 3).\n',
  });
  expect(await pages()).toEqual(['/c 1']);
  rmSync(join(folder, 'access.log'));
  expect((await sitedeck('logs', 'zone', 'Asia/Tokyo')).stderr).toBe(
    'Days and hours are now those of Asia/Tokyo.\n' +
      'one.example is counted again from 10 Mar 2026 on: 1 day, 1 page view (before, 1).\n' +
      '1 day stays as counted before, since the logs no longer hold all of its lines: 9 Mar 2026.\n' +
      'Days of one.example up to 9 Mar 2026 stay those of UTC.\n',
  );
  rmSync(join(folder, 'access.log.1'));
  expect((await sitedeck('logs', 'zone', 'Europe/Berlin')).stderr).toBe(
    'Days and hours are now those of Europe/Berlin.\n' +
      'Days of one.example up to 9 Mar 2026 stay those of UTC. 10 Mar 2026 of one.example stays a day of Asia/Tokyo. ' +
      'The logs do not hold every line that was counted of any day.\n',
  );
  expect((await sitedeck('doctor')).stdout).toContain('UTC up to 2026-03-09, Asia/Tokyo on 2026-03-10: ');
});

test('logs keep says for how many months visits are kept, and forgets those before', async () => {
  const { folder, sitedeck } = homeWithLogs();
  writeFileSync(join(folder, 'access.log'), logLine('/old'));
  await sitedeck('logs', 'add', 'one.example', 'logs/access.log');
  const rest =
    'Of earlier days counts stay; filters, exit pages, bounce rate, time and pages per visit do not.\n';
  const kept = await sitedeck('logs', 'keep', '6m');
  expect(kept).toEqual({ code: 0, stdout: '', stderr: `Visits are kept for 6 months. ${rest}` });
  expect((await sitedeck('logs', 'keep', '1Y')).stderr).toBe(`Visits are kept for 12 months. ${rest}`);
  expect((await sitedeck('logs', 'keep', '1')).stderr).toBe(`Visits are kept for 1 month. ${rest}`);
  for (const wrong of ['0', '0m', '11y', '6w', 'm', '-1'])
    expect(refusal(await sitedeck('logs', 'keep', '--', wrong))).toContain(
      `${wrong} is no number of months: write 6m or 2y, at most 10y.`,
    );
});

test('logs behind a proxy are said where they are added and by doctor', async () => {
  const { folder, sitedeck } = homeWithLogs();
  const lines = Array.from({ length: 60 }, (_, index) => logLine(`/${index}`, { address: '10.0.0.1' }));
  writeFileSync(join(folder, 'proxied.log'), lines.join(''));
  const note = '100% of the page views are from 10.0.0.1: the log seems to stand behind a proxy.';
  expect((await sitedeck('logs', 'add', 'one.example', 'logs/proxied.log')).stderr).toContain(note);
  const doctor = await sitedeck('doctor');
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toContain(note);
});

test('--each-host of logs that name no host is refused with what to do, and nothing of it stays', async () => {
  const { sitedeck } = homeWithLogs();
  const added = await sitedeck('logs', 'add', '--each-host', 'logs/access.log*');
  expect(refusal(added, 1)).toContain(
    'No line names a host: give the domain of the website in place of --each-host. The logs were not added.',
  );
  expect(JSON.parse((await sitedeck('logs', 'list', '--json')).stdout).rows).toEqual([]);
  const websites = await sitedeck('--profile', 'logs', 'websites', 'list', '--json');
  expect(JSON.parse(websites.stdout).rows).toEqual([]);
});

test('--each-host makes a website of each host with enough page views, now and later', async () => {
  const { folder, sitedeck } = homeWithLogs();
  const of = (host: string, path: string) => `${host}:443 ${logLine(path)}`;
  const log = join(folder, 'all.log');
  writeFileSync(log, of('one.example', '/a') + of('www.one.example', '/b') + of('two.example', '/c'));
  const websites = async () => {
    const { stdout } = await sitedeck('--profile', 'logs', 'websites', 'list', '--json');
    return JSON.parse(stdout)
      .rows.map(({ domain }: { domain: string }) => domain)
      .sort();
  };
  const added = await sitedeck('logs', 'add', '--each-host', 'logs/all.log*', '--min-views', '2');
  expect(added.code).toBe(0);
  expect(await websites()).toEqual(['one.example']);
  appendFileSync(log, of('two.example', '/d') + of('three.example', '/e'));
  expect(await sitedeck('logs', 'update')).toMatchObject({ code: 0, stderr: '' });
  expect(await websites()).toEqual(['one.example', 'two.example']);
  const removed = await sitedeck('logs', 'remove', '--each-host');
  expect(removed.stderr).toBe('1 source removed. What was counted stays.\n');
});

test('now prints the last minutes of a website whose logs are followed, as text and as data', async () => {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  writeFileSync(log, '');
  const sitedeck = (...args: string[]) => run(args, { home });
  expect((await sitedeck('logs', 'add', 'one.example', log)).code).toBe(0);
  writeFileSync(log, viewNow(1, '/a') + viewNow(1, '/b', 'https://x.example/') + viewNow(2, '/c\\x1b[2J'));

  const text = await sitedeck('now', 'one.example', '--rows', '2');
  expect(text).toMatchObject({ code: 0, stderr: '' });
  expect(text.stdout).toContain(
    'one.example\n2 visitors in the last 5 minutes, 3 page views in the last 30\n',
  );
  expect(text.stdout).toMatch(
    /\nTIME +PAGE +REFERRER\n\d\d:\d\d:\d\d {2}\/c%1B\[2J +\(direct\)\n.* \/b +x\.example\n$/,
  );

  const { stdout } = await sitedeck('now', '1', '--json');
  const { rows, ...about } = JSON.parse(stdout);
  expect(about).toMatchObject({ website: '1', domain: 'one.example', visitors: 2, visitor_minutes: 5 });
  const views = (what: string) => rows.filter((row: { what: string }) => row.what === what);
  expect(views('minute')).toHaveLength(30);
  expect(views('minute').reduce((sum: number, row: { views: number }) => sum + row.views, 0)).toBe(3);
  expect(views('view').map(({ page, referrer }: Record<string, string>) => [page, referrer])).toEqual([
    ['/c%1B[2J', ''],
    ['/b', 'x.example'],
    ['/a', ''],
  ]);

  const met = await sitedeck('now', 'one.example', '--where', 'page~/B', '--json');
  expect(met).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(met.stdout)).toMatchObject({ where: 'page~/B', visitors: 1 });
  expect(JSON.parse(met.stdout).rows.filter((row: { what: string }) => row.what === 'view')).toEqual([
    expect.objectContaining({ page: '/b', referrer: 'x.example' }),
  ]);
  const others = ['now', 'one.example', '--where', 'landing_page~/b', '--where', 'page~B'];
  expect((await sitedeck(...others)).stdout).toContain(
    'one.example\nlanding page contains /b, page contains B\n1 visitor in the last 5 minutes, 1 page view in the last 30\n',
  );
  expect(refusal(await sitedeck('now', 'one.example', '--where', 'exit_page=/a'), 2)).toContain(
    'A visit that goes on has no exit page yet: now is not filtered by it.',
  );

  expect(refusal(await sitedeck('now', 'two.example'), 1)).toContain(
    'There is no website "two.example" among those of your own logs.',
  );
  await sitedeck('logs', 'remove', 'one.example', '--yes');
  expect(refusal(await sitedeck('now', 'one.example'), 1)).toContain(
    'No logs of one.example are followed: add some with sitedeck logs add.',
  );
});
