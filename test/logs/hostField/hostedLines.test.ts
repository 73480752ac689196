import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileSource } from '#logs/files/LogSource.ts';
import { temporaryFile, temporaryFolder } from '../../server/serverFixture.ts';
import { followHere } from '../followFixture.ts';
import { countsOf, importHere, line, piped, visitsIn } from '../importFixture.ts';

const rules = { fewestViews: 3, mostWebsites: 200, patterns: [] };

/** Page views of hosts in turn, with their host as a function writes it. */
function views(
  hosts: readonly string[],
  count: number,
  write: (line: string, host: string) => string,
  day = 10,
): string {
  return Array.from({ length: count }, (_, at) => {
    const address = `91.12.3.${at % 9}`;
    const view = line(`${day}/Nov/2026:08:00:00`, `/${at}`, { address });
    return `${write(view, hosts[at % hosts.length] ?? '')}\n`;
  }).join('');
}

const hosts = [
  'one.example',
  'WWW.Two.example:443',
  'two.example.',
  '192.0.2.7',
  'one.example',
  'one.example',
];

const common = (text: string) => text.replace(/ "[^"]*" "[^"]*"$/, '');

test.each([
  ['in front', (text: string, host: string) => `${host} ${text}`],
  ['behind combined', (text: string, host: string) => `${text} ${host}`],
  ['behind combined, in quotes', (text: string, host: string) => `${text} "${host}"`],
  [
    'behind combined, among others',
    (text: string, host: string) => `${text} "192.0.2.9" 0.003 "${host}" TLSv1.3`,
  ],
  ['behind common', (text: string, host: string) => `${common(text)} ${host}`],
  [
    'behind common, in quotes, with a time',
    (text: string, host: string) => `${common(text)} "${host}" 0.003`,
  ],
  ['as the second word', (text: string, host: string) => text.replace(' - - ', ` ${host} - `)],
])('each host is a website, with its host %s', async (_, write) => {
  const file = temporaryFile();
  const {
    hosts: websites,
    counted,
    otherHosts,
  } = await importHere(file, [piped(views(hosts, 60, write))], '', { hosts: rules });
  expect(websites?.map(({ domain, counted }) => ({ domain, counted }))).toEqual([
    { domain: 'one.example', counted: 30 },
    { domain: 'two.example', counted: 20 },
  ]);
  expect({ counted, otherHosts }).toEqual({ counted: 50, otherHosts: 10 });
});

test('lines of one website are told from those of others by a host behind them, with their referrers and agents', async () => {
  const file = temporaryFile();
  const text = views(
    ['example.com', 'other.example', 'www.example.com'],
    30,
    (view, host) => `${view} "${host}"`,
  );
  const summary = await importHere(file, [piped(text)]);
  expect(summary).toMatchObject({ counted: 20, otherHosts: 10, hostNote: undefined });
  expect(Object.keys(countsOf(file, 3))).toHaveLength(20);
  expect(visitsIn(file)).toHaveLength(6);
});

test('a name that may be the host is not taken for it, and is said with the format that does', async () => {
  const text = views(['web1.example.net'], 5, (view, host) => `${view} ${host} 0.003`);
  const format =
    '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $host $field5';
  const { counted, notes } = await importHere(temporaryFile(), [piped(text)]);
  expect(counted).toBe(5);
  expect(notes[0]).toBe(
    `The lines have a name such as web1.example.net, which was not taken for their host: all of them count for example.com. Where it is the host: --log-format '${format}'`,
  );
  const internal = views(['web1.internal'], 5, (view, host) => `${view} ${host} 0.003`);
  await expect(importHere(temporaryFile(), [piped(internal)], '', { hosts: rules })).rejects.toThrow(
    `The lines have a name such as web1.internal, which is not for certain their host. Where it is the host: --log-format '${format}'`,
  );
});

test('a website of a rare host is counted again from its own lines alone', async () => {
  const file = temporaryFile();
  const path = join(temporaryFolder(), 'access.log');
  const behind = (view: string, host: string) => `${view} ${host}`;
  writeFileSync(
    path,
    views(['one.example', 'two.example'], 600, behind) + views(['rare.example'], 5, behind),
  );
  const imported = await importHere(file, [path], '', { hosts: rules });
  expect(imported.hosts?.map(({ counted }) => counted)).toEqual([300, 300, 5]);
  const again = await importHere(file, [{ ...(await fileSource(path)), namesHosts: true }], 'rare.example', {
    wholeDaysOnly: true,
    recount: () => Promise.resolve(true),
  });
  expect(again).toMatchObject({
    counted: 5,
    otherHosts: 600,
    recount: { pageviewsBefore: 5, pageviewsAfter: 5 },
  });
});

test('the field of proxies is the last one in quotes that is no host', async () => {
  const file = temporaryFile();
  const text = views(['example.com'], 9, (view, host) => `${view} "198.51.100.7" "${host}"`);
  await importHere(file, [piped(text)], 'example.com', { client: 'x-forwarded-for' });
  expect(visitsIn(file)).toHaveLength(1);
});

test('a log that is followed keeps the place of its host, over parts and a rotation with few lines', async () => {
  const path = join(temporaryFolder(), 'access.log');
  const behind = (view: string, host: string) => `${view} ${host}`;
  writeFileSync(path, views(['example.com', 'other.example'], 40, behind));
  const following = await followHere(path);
  expect(await following.look()).toMatchObject({ read: 40, counted: 20 });
  following.restart();
  appendFileSync(path, views(['198.51.100.7', '-', 'example.com', 'other.example'], 4, behind, 11));
  expect(await following.look()).toMatchObject({ read: 4, counted: 1 });
  renameSync(path, `${path}.1`);
  const later = views(['198.51.100.7', 'other.example', 'example.com'], 3, behind, 12);
  writeFileSync(path, later);
  expect(await following.look()).toMatchObject({ read: 3, counted: 1 });
});
