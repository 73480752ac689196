import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Home } from '../helpers/home.ts';
import { apiKey, refusal, run, startService, temporaryHome, type Ran } from './fixture.ts';

async function tagged() {
  const service = await startService();
  for (const domain of ['one.example', 'two.example', 'three.test']) await service.add(domain);
  const home = temporaryHome();
  const sitedeck = async (...args: string[]): Promise<Ran> => await run(args, { home, env: service.env });
  return { service, home, sitedeck };
}

const domains = ({ stdout }: Ran) =>
  stdout.split('\n').flatMap(line => /\w+\.(?:example|test)/.exec(line) ?? []);

test('websites are tagged by id or domain, each once; tags are printed, taken off, and listed', async () => {
  const { sitedeck } = await tagged();
  expect((await sitedeck('tag', 'one.example', '3', '1', 'shop', 'Client-A')).stdout.split('\n')).toEqual([
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
    expect(refusal(await sitedeck('tag', ...args), code)).toContain(words);
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
  expect(refusal(await sitedeck('overview', '--tag', 'shp'))).toBe(
    'sitedeck: No website has the tag shp. Those there are: client-a, shop.',
  );
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
    expect(refusal(await sitedeck(...args))).toBe(
      `sitedeck: ${file} holds no tags that can be read: mend it, or move it away to start anew.`,
    );
  }
  expect(domains(await sitedeck('overview'))).toHaveLength(3);
  expect((await sitedeck('websites', 'delete', 'one.example', '--yes')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('{"version":1,');
});

describe('the tags of a profile', () => {
  const fileOf = (home: Home) => join(home.path, 'data', 'sitedeck', 'tags.json');
  const writeTags = (home: Home, content: object) => {
    mkdirSync(dirname(fileOf(home)), { recursive: true });
    writeFileSync(fileOf(home), JSON.stringify(content));
  };
  const readTags = (home: Home): unknown => JSON.parse(readFileSync(fileOf(home), 'utf8'));

  /** Two services, each with a website 1 that has the same domain, and a home with a profile of the first. */
  async function twoServices() {
    const [a, b, home] = [await startService(), await startService(), temporaryHome()];
    for (const service of [a, b]) await service.add('example.com');
    const sitedeck = async (...args: string[]): Promise<Ran> => await run(args, { home, stdin: apiKey });
    await sitedeck('profile', 'add', 'work', a.url);
    const makePublic = () =>
      sitedeck('websites', 'update', '--tag', 'to-delete', '--privacy', 'public', '--yes');
    const privacies = async () =>
      await Promise.all([a, b].map(async ({ api }) => (await api.showWebsite('1')).privacy));
    return { a, b, home, sitedeck, makePublic, privacies };
  }

  test.each([
    ['removed and added again', 'with the tags of 1 website.', ['profile', 'remove', 'work'], []],
    ['replaced', 'The tags of 1 website stay with the address that work had', [], ['--replace']],
  ] as const)('select nothing on another service, once the profile was %s', async (_, words, first, more) => {
    const { a, b, home, sitedeck, makePublic, privacies } = await twoServices();
    await sitedeck('tag', 'example.com', 'to-delete');
    const removed = first.length === 0 ? { stderr: '' } : await sitedeck(...first);
    const added = await sitedeck('profile', 'add', 'work', b.url, ...more);
    expect(removed.stderr + added.stderr).toContain(words);
    expect(refusal(await makePublic())).toContain('No website has a tag yet');
    expect(await privacies()).toEqual(['private', 'private']);
    expect((await sitedeck('complete-words', '--', 'overview', '--tag', '')).stdout).toBe('');
    // What was replaced is there again with its address; what was removed is gone.
    await sitedeck('profile', 'add', 'work', a.url, '--replace');
    expect((await makePublic()).code).toBe(more.length > 0 ? 0 : 2);
    expect(await privacies()).toEqual([more.length > 0 ? 'public' : 'private', 'private']);
    expect(readFileSync(fileOf(home), 'utf8').includes('to-delete')).toBe(more.length > 0);
  });

  test('stay with another key for the same address, however that is written', async () => {
    const { a, sitedeck, makePublic } = await twoServices();
    await sitedeck('tag', 'example.com', 'to-delete');
    await sitedeck('profile', 'add', 'work', `${a.url}/api/v1/`, '--replace');
    expect((await makePublic()).code).toBe(0);
  });

  test('select nothing where the website has another domain by now: that is said, and it can be tagged again', async () => {
    const { a, home, sitedeck, makePublic, privacies } = await twoServices();
    const services = {
      [`work ${a.url}`]: {
        1: { domain: 'other.example', tags: ['to-delete'] },
        9: { domain: 'gone.example', tags: ['to-delete'] },
      },
    };
    writeTags(home, { version: 2, services });
    const said =
      'sitedeck: Tags are of the website they were given to: website 1 was other.example and is example.com now. Tag it again, or clear what it had:  sitedeck tag 1 --clear\n';
    for (const args of [
      ['websites', 'update', '--tag', 'to-delete', '--privacy', 'public', '--yes'],
      ['websites', 'list', '--tag', 'to-delete'],
      ['overview', '--tag', 'to-delete'],
      ['tag'],
      ['tag', '1'],
    ]) {
      const ran = await sitedeck(...args);
      expect([args, ran.code, ran.stdout.includes('to-delete')]).toEqual([args, 1, false]);
      expect(ran.stderr).toContain(said);
    }
    expect(await privacies()).toEqual(['private', 'private']);
    const exported = await sitedeck('websites', 'export', '--tag', 'to-delete');
    expect([exported.code, exported.stdout.includes('example.com')]).toEqual([1, false]);
    expect(readTags(home)).toEqual({ version: 2, services });
    expect((await sitedeck('tag', '1', 'shop')).stdout).toMatch(/^1 +example\.com +shop$/m);
    expect(readTags(home)).toMatchObject({
      services: { [`work ${a.url}`]: { 1: { domain: 'example.com', tags: ['shop'] } } },
    });
    writeTags(home, { version: 2, services });
    expect((await sitedeck('tag', '1', '--clear')).code).toBe(0);
    const again = await makePublic();
    expect([again.code, again.stderr]).toEqual([0, '0 left alone.\n']);
  });
});
