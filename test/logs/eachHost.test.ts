import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { openForTest, ask, temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { startImport } from './children/startImport.ts';
import { type HostRules, hostTest } from '#logs/fields/hosts.ts';
import {
  countedIn,
  countsOf,
  googlebot,
  importHere,
  line,
  pipedLines,
  query,
  writeLog,
} from './importFixture.ts';

const rules: HostRules = { fewestViews: 3, mostWebsites: 200, patterns: [] };

/** Page views of a host, each of a path of its own. */
function views(host: string, count: number, from = 0): string[] {
  return Array.from(
    { length: count },
    (_, index) => `${host} ${line('10/Nov/2026:08:00:00', `/${from + index}`)}`,
  );
}

function importHosts(file: string, lines: readonly string[], hosts: Partial<HostRules> = {}) {
  return importHere(file, [pipedLines(lines)], '', { hosts: { ...rules, ...hosts } });
}

const stat = (file: string): unknown =>
  query(
    file,
    'select domain, waiting, name, day, value, count from stat join website on id = website_id order by 1, 3, 4, 5',
  );

const websites = (file: string, waiting = 0): unknown[] =>
  query(file, `select domain from website where waiting = ${waiting} order by domain`).map(
    ({ domain }) => domain,
  );

test('each host with enough page views is a website, and counts as if it had been imported alone', async () => {
  const file = temporaryFile();
  const lines = [
    ...views('one.example', 3),
    ...views('www.two.example:443', 2),
    ...views('two.example', 2, 2),
    ...views('three.example', 2),
    `one.example ${line('10/Nov/2026:08:00:00', '/gone', { status: 404 })}`,
    `one.example ${line('10/Nov/2026:08:00:00', '/', { agent: googlebot })}`,
  ];
  const summary = await importHosts(file, lines);
  expect(summary.hosts).toEqual([
    { id: expect.any(Number), domain: 'two.example', created: true, counted: 4 },
    { id: expect.any(Number), domain: 'one.example', created: true, counted: 3 },
  ]);
  expect(summary).toMatchObject({ read: 11, counted: 9, otherStatus: 1, bots: 1, website: undefined });
  expect(summary.notes[0]).toBe(
    '1 host of fewer than 3 page views waits: its 2 page views count once there are more.',
  );
  expect(websites(file)).toEqual(['one.example', 'two.example']);
  const alone = temporaryFile();
  await importHere(alone, [pipedLines(lines.filter(text => text.startsWith('one.')))], 'one.example');
  const ofOne = (of: string) =>
    query(
      of,
      `select name, day, value, count from stat join website on id = website_id where domain = 'one.example'`,
    );
  expect(ofOne(file)).toEqual(ofOne(alone));
});

test('a host is the same with a final dot, in front of a line and in its request', async () => {
  const request = (target: string) => line('10/Nov/2026:08:00:00', target);
  const lines = [
    `One.example.:80 ${request('http://www.ONE.example.:80/a')}`,
    `www.one.example. ${request('http://one.example./b')}`,
    `one.example ${request('http://one.example:80/c')}`,
    `one.example ${request('http://other.example./d')}`,
  ];
  expect(await importHosts(temporaryFile(), lines)).toMatchObject({ counted: 3, otherHosts: 1 });
});

test('lines of hosts that wait are kept, and count once there are enough', async () => {
  const file = temporaryFile();
  await importHosts(file, [...views('one.example', 2), ...views('two.example', 3)]);
  expect(websites(file, 1)).toEqual(['one.example']);
  // The same lines again are known.
  expect(await importHosts(file, [...views('one.example', 2)])).toMatchObject({
    known: 2,
    counted: 0,
    hosts: [],
  });
  const service = await openForTest({ file });
  expect(Object(await ask(service, 'GET /websites')).body.data).toHaveLength(1);
  const [{ id } = { id: 0 }] = query(file, `select id from website where domain = 'one.example'`);
  expect(Object(await ask(service, `GET /websites/${String(id)}`)).status).toBe(404);
  service.close();
  const summary = await importHosts(file, views('one.example', 1, 2));
  expect(summary.hosts).toEqual([{ id, domain: 'one.example', created: true, counted: 3 }]);
  const whole = temporaryFile();
  await importHosts(whole, [...views('one.example', 3), ...views('two.example', 3)]);
  expect(stat(file)).toEqual(stat(whole));
});

test('lines of hosts that wait survive a process that is killed, and count once there are enough', async () => {
  const hosts = { fewestViews: 20, mostWebsites: 200, patterns: [] };
  const busy = Array.from({ length: 60 }, (_, part) => views('busy.example', 150, part * 150));
  // The host that waits has fifteen page views all over the log.
  const first = busy.flatMap((lines, part) => [
    ...lines,
    ...views('waits.example', part % 4 === 0 ? 1 : 0, part),
  ]);
  const log = writeLog(temporaryFolder(), 'first.log', first);
  const whole = temporaryFile();
  await importHere(whole, [log], '', { hosts });
  expect(websites(whole, 1)).toEqual(['waits.example']);
  const known = stat(whole);
  for (const [step, file] of Array.from({ length: 3 }, temporaryFile).entries()) {
    const child = startImport(file, log, 'each-host');
    const ended = once(child, 'close');
    const isBegun = () => existsSync(file);
    await vi.waitUntil(() => isBegun() || child.exitCode !== null, { interval: 1, timeout: 60_000 });
    const kill = setTimeout(() => child.kill('SIGKILL'), step * 350);
    await ended;
    clearTimeout(kill);
    // All or nothing; the same lines again then add what is missing, and nothing twice.
    const hasTables = query(file, `select name from sqlite_schema where name = 'stat'`).length > 0;
    expect([[], known]).toContainEqual(hasTables ? stat(file) : []);
    await importHere(file, [log], '', { hosts });
    expect(stat(file)).toEqual(known);
    const { hosts: made } = await importHere(file, [pipedLines(views('waits.example', 5, 1_000))], '', {
      hosts,
    });
    expect(made).toMatchObject([{ domain: 'waits.example', created: true, counted: 20 }]);
  }
});

test('a host that waits becomes the website that is made or imported by its name', async () => {
  const file = temporaryFile();
  await importHosts(file, [...views('one.example', 2), ...views('two.example', 1)]);
  const service = await openForTest({ file });
  await ask(service, 'POST /websites', { domain: 'two.example' });
  service.close();
  const { website, counted } = await importHere(file, [pipedLines(views('one.example', 3))], 'one.example');
  expect({ website, counted }).toMatchObject({ website: { created: true }, counted: 1 });
  expect(websites(file)).toEqual(['one.example', 'two.example']);
  expect(countsOf(file, 2)).toEqual({ '': 4 });
});

test('addresses, names without a dot and what is no host are no websites', async () => {
  const file = temporaryFile();
  const hosts = [
    '192.0.2.1',
    '[2001:db8::1]',
    'localhost',
    'intranet:80',
    '_',
    '-',
    'ex_ample.com',
    '1.2.3',
    'a..example',
  ];
  const { read, otherHosts, malformed, counted } = await importHosts(file, [
    ...hosts.flatMap(host => views(host, 5)),
    ...views('good.example', 3),
  ]);
  expect(websites(file)).toEqual(['good.example']);
  expect(websites(file, 1)).toEqual([]);
  expect({ read, sum: otherHosts + malformed + counted, counted }).toEqual({ read: 48, sum: 48, counted: 3 });
});

test('at most so many new websites a run: the others wait, those with most page views come first', async () => {
  const file = temporaryFile();
  const lines = [...views('a.example', 3), ...views('b.example', 5), ...views('c.example', 4)];
  const { hosts, notes } = await importHosts(file, lines, { mostWebsites: 2 });
  expect(hosts?.map(({ domain }) => domain)).toEqual(['b.example', 'c.example']);
  expect(notes).toContain(
    '1 host would be more than 2 new websites at once, and waits too: --most-websites takes more, --host names those that you want.',
  );
  // It has enough of them.
  expect(notes.join(' ')).not.toContain('of fewer than');
  const next = await importHosts(file, views('a.example', 1, 3), { mostWebsites: 2 });
  expect(next.hosts).toMatchObject([{ domain: 'a.example', created: true, counted: 4 }]);
});

test('however many hosts are made up, few wait, and those with most page views', async () => {
  const file = temporaryFile();
  const made = Array.from({ length: 2_040 }, (_, index) => views(`h${index}.example`, 1)).flat();
  await importHosts(file, [...views('one.example', 2), ...made]);
  await importHosts(file, Array.from({ length: 60 }, (_, index) => views(`k${index}.example`, 1)).flat());
  expect(websites(file, 1)).toHaveLength(2_000);
  expect(websites(file, 1)).toContain('one.example');
});

test('--host takes hosts and patterns', async () => {
  const file = temporaryFile();
  const lines = ['a.one.example', 'one.example', 'two.example', 'x.two.example', 'xone.example'].flatMap(
    host => views(host, 3),
  );
  await importHosts(file, lines, { patterns: ['*.one.example', 'WWW.two.example'] });
  expect(websites(file)).toEqual(['a.one.example', 'two.example']);
  const fits = hostTest(['a*b*c.example']);
  expect(['abc.example', 'axbxc.example', 'ac.example', 'abcc.example', 'abc.examplex'].map(fits)).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
});

test('a website counts by its own settings, also one with www.', async () => {
  const file = temporaryFile();
  const service = await openForTest({ file });
  await ask(service, 'POST /websites', {
    domain: 'www.one.example',
    exclude_params: 'id',
    exclude_ips: '192.0.2.9',
  });
  service.close();
  const { hosts, excluded } = await importHosts(file, [
    `one.example ${line('10/Nov/2026:08:00:00', '/?id=1')}`,
    `one.example ${line('10/Nov/2026:08:00:00', '/', { address: '192.0.2.9' })}`,
    ...views('two.example', 3).map(text => text.replace('91.12.3.4', '192.0.2.9')),
  ]);
  expect(hosts?.map(({ domain, counted }) => [domain, counted])).toEqual([
    ['two.example', 3],
    ['www.one.example', 1],
  ]);
  expect(excluded).toBe(1);
});

test('the order of files and lines does not matter', async () => {
  const lines = [...views('one.example', 4), ...views('two.example', 3), ...views('three.example', 1)];
  const [there, back, parts] = [temporaryFile(), temporaryFile(), temporaryFile()];
  await importHosts(there, lines);
  await importHosts(back, lines.toReversed());
  for (const text of lines) await importHosts(parts, [text]);
  expect(stat(back)).toEqual(stat(there));
  expect(stat(parts)).toEqual(stat(there));
  expect(countedIn(there)).toBeDefined();
});
