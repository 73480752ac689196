import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorLine, run, startService, temporaryHome, type Ran } from './fixture.ts';

async function tagged() {
  const service = await startService();
  for (const domain of ['one.example', 'two.example', 'three.test']) await service.add(domain);
  const home = temporaryHome();
  const sitedeck = async (...args: string[]): Promise<Ran> => await run(args, { home, env: service.env });
  return { service, home, sitedeck };
}

const domains = ({ stdout }: Ran) =>
  stdout.split('\n').flatMap(line => /\w+\.(?:example|test)/.exec(line) ?? []);

test('websites are tagged by id or domain; tags are printed, taken off, and listed', async () => {
  const { sitedeck } = await tagged();
  expect((await sitedeck('tag', 'one.example', '3', 'shop', 'Client-A')).stdout.split('\n')).toEqual([
    'ID  DOMAIN       TAGS',
    '1   one.example  client-a shop',
    '3   three.test   client-a shop',
    '',
  ]);
  await sitedeck('tag', 'two.example', 'shop', '--add', 'v1.2');
  const listed = await sitedeck('tag', '--list', '--format', 'csv');
  expect(listed.stdout).toBe(
    'tag,websites,domains\nclient-a,2,one.example three.test\nshop,3,one.example three.test two.example\nv1.2,1,two.example\n',
  );
  expect((await sitedeck('tag')).stdout).toContain('shop             3');
  await sitedeck('tag', '--search', '.example', '--remove', 'shop');
  await sitedeck('tag', 'three.test', '--clear');
  expect((await sitedeck('tag', '--all', '--format', 'csv')).stdout).toBe(
    'id,domain,tags\n1,one.example,client-a\n3,three.test,\n2,two.example,v1.2\n',
  );
});

test('what is no website and no tag is one line, and nothing is changed', async () => {
  const { sitedeck } = await tagged();
  for (const [args, code, words] of [
    [['one.exmaple', 'shop'], 1, 'There is no website "one.exmaple" on this service.'],
    [['one.example', 'two.exmaple'], 1, 'a tag like that goes behind --add.'],
    [['one.example', '77'], 1, 'There is no website "77"'],
    [['one.example', 'a/b'], 2, '"a/b" is no tag: a tag is letters and digits'],
    [['one.example', 'shop', 'two.example'], 2, 'Websites come first, then tags'],
    [['--all', '--search', 'x', 'shop'], 2, 'only one of them'],
    [['--tag', 'shop'], 2, 'No website has a tag yet: sitedeck tag SITE shop gives it one.'],
    [['--clear'], 2, 'Say which websites'],
    [['--list', 'one.example'], 2, '--list prints all tags: give it alone.'],
  ] as const) {
    const ran = await sitedeck('tag', ...args);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(errorLine(ran)).toContain(words);
  }
  expect((await sitedeck('tag', '--all', '--format', 'csv')).stdout).not.toContain('shop');
});

test('--tag chooses websites wherever --all does, also beside a search', async () => {
  const { sitedeck, service } = await tagged();
  await sitedeck('tag', 'one.example', 'three.test', 'shop');
  await sitedeck('tag', 'one.example', 'client-a');
  for (const args of [
    ['overview', '--tag', 'shop'],
    ['websites', 'list', '--tag', 'SHOP'],
    ['websites', 'export', '--tag', 'shop'],
    ['watch', '--tag', 'shop', '--below', '5'],
    ['tag', '--tag', 'shop'],
  ]) {
    const found = domains(await sitedeck(...args)).toSorted();
    expect([...args, ...found]).toEqual([...args, 'one.example', 'three.test']);
  }
  expect((await sitedeck('report', '--tag', 'shop')).stdout).toContain('2 websites');
  expect(domains(await sitedeck('overview', '--tag', 'shop', '--tag', 'client-a'))).toEqual(['one.example']);
  expect(domains(await sitedeck('overview', '--tag', 'shop', '--search', 'three'))).toEqual(['three.test']);
  await sitedeck('websites', 'update', '--tag', 'shop', '--privacy', 'public', '--yes');
  const { rows } = await service.api.listWebsites({ sort: 'asc' });
  expect(rows.map(({ privacy }) => privacy)).toEqual(['public', 'private', 'public']);
  const unknown = await sitedeck('overview', '--tag', 'shp');
  expect(unknown.code).toBe(2);
  expect(errorLine(unknown)).toBe('sitedeck: No website has the tag shp: there are client-a, shop.');
});

test('the tags of a deleted website go; completion knows those there are', async () => {
  const { sitedeck } = await tagged();
  await sitedeck('tag', 'one.example', 'old');
  await sitedeck('tag', 'two.example', 'shop');
  expect((await sitedeck('complete-words', '--', 'overview', '--tag', '')).stdout).toBe('old\nshop\n');
  expect((await sitedeck('complete-words', '--', 'tag', 'two.example', 'sh')).stdout).toBe('shop\n');
  await sitedeck('websites', 'delete', 'one.example', '--yes');
  expect((await sitedeck('complete-words', '--', 'overview', '--tag', '')).stdout).toBe('shop\n');
});

test('a damaged file of tags is one line, stays as it is, and is in the way of nothing else', async () => {
  const { sitedeck, home } = await tagged();
  await sitedeck('tag', 'one.example', 'shop');
  const file = join(home.path, 'data', 'sitedeck', 'tags.json');
  writeFileSync(file, '{"version":1,');
  for (const args of [['tag', 'two.example', 'shop'], ['tag'], ['overview', '--tag', 'shop']]) {
    const ran = await sitedeck(...args);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(errorLine(ran)).toBe(
      `sitedeck: ${file} holds no tags that can be read: mend it, or move it away to start anew.`,
    );
  }
  expect(domains(await sitedeck('overview'))).toHaveLength(3);
  expect((await sitedeck('websites', 'delete', 'one.example', '--yes')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('{"version":1,');
});
