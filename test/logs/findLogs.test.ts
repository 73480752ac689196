import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findLogs, logsAt } from '#logs/files/findLogs.ts';
import type { FoundLog } from '#model/lines.ts';
import { expandPattern } from '#logs/files/find.ts';
import { temporaryFolder } from '../server/serverFixture.ts';
import { chrome, line, textOf } from './importFixture.ts';

const noHome = '/nowhere';
/** 8:00 on 10 November 2026, in seconds. */
const eight = Date.UTC(2026, 10, 10, 8) / 1000;
const view = (minute = 0, status = 200) =>
  line(`10/Nov/2026:08:${String(minute).padStart(2, '0')}:00`, '/', { status });

/** A file system of a machine, of which only this is looked at. */
function machine() {
  const root = temporaryFolder();
  const put = (path: string, lines: readonly string[], seconds = eight): string => {
    const text = textOf(lines);
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, path.endsWith('.gz') ? gzipSync(text) : text);
    utimesSync(file, seconds, seconds);
    return file;
  };
  return { root, put };
}

/** What a row of the dialog says. */
const facts = ({ server, path, site, format, hosts, lines, isAbout, lastTime, problem }: FoundLog) => [
  [server, path.replace(/^.*\/var\/log\//, ''), site],
  [format, hosts.join(' '), isAbout ? `about ${lines}` : lines],
  lastTime === undefined ? undefined : lastTime - eight,
  ...(problem === undefined ? [] : [problem]),
];

const caddy = (host: string, ts: number) =>
  JSON.stringify({
    ts,
    logger: 'http.log.access',
    request: {
      remote_ip: '192.0.2.1',
      method: 'GET',
      proto: 'HTTP/2.0',
      host,
      uri: '/',
      headers: { 'User-Agent': [chrome] },
    },
    status: 200,
    size: 1,
    duration: 0.1,
  });

test('the logs of servers are found where these write them, the newest first, with what their lines tell', async () => {
  const { root, put } = machine();
  put('var/log/nginx/access.log', [view(1), view(2)]);
  put('var/log/nginx/shop.example.com.access.log', [view(3)]);
  put('var/log/nginx/error.log', ['2026/11/10 08:00:00 [error] 7#7: no']);
  put('var/log/nginx/blog.example/access.log', [view(4)]);
  const hosts = ['www.two.example:80', 'two.example:443', 'x.example:80', '203.0.113.9:80', 'localhost:80'];
  put(
    'var/log/apache2/other_vhosts_access.log',
    hosts.map((host, at) => `${host} ${view(at)}`),
  );
  put('var/log/caddy/site.log', [caddy('three.example', eight + 600), caddy('three.example', eight + 540)]);
  put('var/log/caddy/default.log', ['{"level":"info","msg":"serving initial configuration"}']);
  put('var/log/lighttpd/access.log', [`<13>Nov 10 08:00:00 web lighttpd: ${view()}`]);
  put('var/log/httpd/access_log', [
    '#Version: 1.0',
    '#Fields: date time c-ip cs-method cs-uri-stem sc-status',
    '2026-11-10 08:00:30 192.0.2.1 GET / 200',
  ]);
  // The names of clients, looked up, are no hosts.
  put('var/log/traefik/access.log', [`pc-7.isp.example${view().slice(view().indexOf(' '))}`]);
  expect((await findLogs(root, noHome)).map(facts)).toEqual([
    [['Caddy', 'caddy/site.log', ''], ['Caddy JSON', 'three.example', 2], 600],
    [['Apache', 'apache2/other_vhosts_access.log', ''], ['combined', 'two.example x.example', 5], 240],
    [['nginx', 'nginx/blog.example/access.log', 'blog.example'], ['combined', '', 1], 240],
    [['nginx', 'nginx/shop.example.com.access.log', 'shop.example.com'], ['combined', '', 1], 180],
    [['nginx', 'nginx/access.log', ''], ['combined', '', 2], 120],
    [['Apache', 'httpd/access_log', ''], ['W3C', '', 3], 30],
    [['lighttpd', 'lighttpd/access.log', ''], ['combined in syslog', '', 1], 0],
    [['Traefik', 'traefik/access.log', ''], ['combined', '', 1], 0],
  ]);
  expect(await findLogs(join(root, 'nothing'), noHome)).toEqual([]);
});

test('rotated files belong to the log that is written, which may be empty or not there; links to one file are one log', async () => {
  const { root, put } = machine();
  const file = put('var/log/nginx/access.log', []);
  put('var/log/nginx/access.log.1', [view(1), view(2)], eight - 100);
  put('var/log/nginx/access.log.2.gz', [view(), view(), view()], eight - 200);
  put('var/log/nginx/gone.example.access.log-20261101', [view(5)], eight - 300);
  put('var/log/nginx/dated.example-20261101.log', [view(6)]);
  symlinkSync(file, join(root, 'var/log/nginx/link.access.log'));
  const found = await findLogs(root, noHome);
  expect(found.map(facts)).toEqual([
    [['nginx', 'nginx/dated.example.log', 'dated.example'], ['combined', '', 1], 360],
    [['nginx', 'nginx/gone.example.access.log', 'gone.example'], ['combined', '', 1], 300],
    [['nginx', 'nginx/access.log', ''], ['combined', '', 'about 5'], 120],
  ]);
});

test('a log without lines can be added, one in an unknown format says how, and what only looks like one is left out', async () => {
  const { root, put } = machine();
  put('var/log/nginx/access.log', []);
  put('var/log/nginx/custom_access.log', ['1|GET|/|200', '2|GET|/|200']);
  put('var/log/caddy/other.log', ['no log at all']);
  const unknown =
    'Its lines are in no known format. In the shell: sitedeck logs add DOMAIN FILE --log-format FORMAT';
  expect((await findLogs(root, noHome)).map(facts)).toEqual([
    [['nginx', 'nginx/access.log', ''], [undefined, '', 0], undefined],
    [['nginx', 'nginx/custom_access.log', ''], [undefined, '', 2], undefined, unknown],
  ]);
});

const strangeNames = [
  'a[1].example',
  'b*.example',
  'c{d,e}.example',
  'f ?.example',
  'g(h)+.example',
  'ü.example',
  '-i.example',
  'back\\slash',
];

test.each(strangeNames)(
  'a log called %s is found, and its pattern finds it and its rotated file',
  async name => {
    const { root, put } = machine();
    const paths = [`var/log/nginx/${name}.access.log`, `var/log/nginx/${name}.access.log.1`];
    for (const path of paths) put(path, [view()]);
    const [log, ...others] = await findLogs(root, noHome);
    expect(others).toEqual([]);
    expect(log?.path).toBe(join(root, paths[0] ?? ''));
    expect(expandPattern(log?.pattern ?? '').toSorted()).toEqual(
      paths.map(path => join(root, path)).toSorted(),
    );
  },
);

test('a name with control characters is refused, in a sentence', async () => {
  const { root, put } = machine();
  put('var/log/nginx/new\nline.access.log', [view()]);
  const [log] = await findLogs(root, noHome);
  expect(log?.problem).toMatch(/^Its name has control characters: /);
});

test('hosts that only refused requests name are those of scanners, and few named lines make no log of hosts', async () => {
  const { root, put } = machine();
  const scanned = ['one.example', 'one.example', 'one.example', 'junk.example'];
  put(
    'var/log/nginx/access.log',
    scanned.map(host => `${host} ${view(0, host === 'junk.example' ? 404 : 200)}`),
  );
  const mixed = [view(), view(), view(), `one.example ${view()}`];
  put('var/log/apache2/access.log', mixed);
  const found = await findLogs(root, noHome);
  expect(found.map(({ server, hosts }) => [server, hosts])).toEqual([
    ['Apache', []],
    ['nginx', ['one.example']],
  ]);
});

test('of a large log the lines are told by its size, and its newest line is that at its end', async () => {
  const { root, put } = machine();
  const lines = Array.from({ length: 40_000 }, (_, at) => `h${at % 3}.example ${view(at % 60)}`);
  put('var/log/nginx/access.log', [...lines, `last.example ${line('10/Nov/2026:09:30:00')}`]);
  const [log] = await findLogs(root, noHome);
  expect(log).toMatchObject({ isAbout: true, isSample: true, lastTime: eight + 5_400 });
  expect(log?.hosts).toEqual(['h0.example', 'h1.example', 'h2.example', 'last.example']);
  expect(Math.abs((log?.lines ?? 0) - 40_001)).toBeLessThan(400);
});

test('a path may be a file, a folder or a pattern, in the home too; what is none says why', async () => {
  const { root, put } = machine();
  put('srv/one.access.log', [`one.example ${view()}`]);
  put('srv/two.access.log', [view(9)]);
  const at = async (typed: string) =>
    (await logsAt(typed, root, root)).map(({ path, pattern, problem }) => [path, pattern, problem]);
  const [one, two] = [join(root, 'srv/one.access.log'), join(root, 'srv/two.access.log')];
  expect(await at(`${one} `)).toEqual([[one, `${one}*`, undefined]]);
  expect(await at('~/srv')).toEqual([
    [two, `${two}*`, undefined],
    [one, `${one}*`, undefined],
  ]);
  expect(await at(join(root, 'srv/*.log'))).toEqual([
    [join(root, 'srv/*.log'), join(root, 'srv/*.log'), undefined],
  ]);
  const wrong = join(root, 'srv/none.log');
  expect(await at(wrong)).toEqual([[wrong, wrong, `${wrong} is not there.`]]);
  expect(await at(join(root, 'srv/none*'))).toEqual([
    [join(root, 'srv/none*'), join(root, 'srv/none*'), `${join(root, 'srv/none*')} matches no file.`],
  ]);
  mkdirSync(join(root, 'empty'));
  expect(await at('~/empty')).toEqual([
    [join(root, 'empty'), join(root, 'empty'), `There is no access log in ${join(root, 'empty')}.`],
  ]);
  // Logs that somebody packed and copied, as they are called.
  const packed = put('packed/shop-2025.log.gz', [view()]);
  expect(await at('~/packed')).toEqual([[packed, `${packed}*`, undefined]]);
  // A pipe would never end.
  execFileSync('mkfifo', [join(root, 'srv/pipe.access.log')]);
  expect(await at(join(root, 'srv/pipe.access.log'))).toMatchObject([
    [expect.any(String), expect.any(String), expect.stringContaining('is no file')],
  ]);
  // In a folder it is named, last: many a container has one.
  expect((await at('~/srv')).map(([path]) => path)).toEqual([two, one, join(root, 'srv/pipe.access.log')]);
});

test('what this account may not read is named, with what helps', async ({ skip }) => {
  const { root, put } = machine();
  const file = put('var/log/nginx/access.log', [view()]);
  put('var/log/apache2/access.log', [view()]);
  chmodSync(file, 0o600);
  chmodSync(join(root, 'var/log/apache2'), 0o700);
  const isRoot = process.getuid?.() === 0;
  skip(!isRoot, 'only root can look as another account');
  const script = `import { findLogs } from '#logs/files/findLogs.ts';
    process.setuid(65534);
    console.log(JSON.stringify((await findLogs(${JSON.stringify(root)}, '/nowhere')).map(({ path, problem }) => [path, problem])));`;
  chmodSync(root, 0o755);
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const advice =
    'may not be read by this account: run sitedeck as one that may (on Debian the group adm may read logs).';
  const folder = join(root, 'var/log/apache2');
  expect(JSON.parse(output)).toEqual([
    [file, `${file} ${advice}`],
    [folder, `${folder} ${advice}`],
  ]);
});
