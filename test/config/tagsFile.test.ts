import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '#model/failure.ts';
import { localData } from '#config/kept/localData.ts';
import { changeTags, type Tags } from '#model/website/tags.ts';
import { givenIdentity, ownIdentity, storedIdentity } from '../helpers/serviceIdentity.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const { drop: dropTags, forget: forgetTags, open: openTags } = localData.tags;

const site = (id: string) => ({ id, domain: `${id}.example` });
const add =
  (ids: readonly string[], ...tags: string[]) =>
  (before: Tags) =>
    changeTags(before, ids.map(site), { add: tags });
const namesIn = (tags: Tags) => Object.fromEntries([...tags].map(([id, own]) => [id, own.tags]));

test('each service has its own tags, in a private file that two programs may change', () => {
  const path = temporaryFolder();
  const [one, again] = [openTags(path, ownIdentity('demo')), openTags(path, ownIdentity('demo'))];
  expect(one.read().size).toBe(0);
  expect(existsSync(join(path, 'tags.json'))).toBe(false);
  one.change(add(['3', '12'], 'shop'));
  // The same id of another profile, of the same profile at another address, and of a service without a profile.
  const others = [
    storedIdentity('work', 'https://a.example'),
    storedIdentity('work', 'https://b.example'),
    storedIdentity('home', 'https://a.example'),
    givenIdentity('https://a.example'),
  ].map(of => openTags(path, of));
  for (const [number, other] of others.entries()) {
    expect(other.read().size).toBe(0);
    other.change(add(['3'], `client-${number}`));
  }
  again.change(add(['3'], 'blog'));
  expect(namesIn(one.read())).toEqual({ 3: ['blog', 'shop'], 12: ['shop'] });
  expect(one.read().get('3')?.domain).toBe('3.example');
  for (const [number, other] of others.entries())
    expect(namesIn(other.read())).toEqual({ 3: [`client-${number}`] });
  // Another key is one that was renewed.
  const renewed = openTags(path, storedIdentity('work', 'https://a.example', 'key k-2'));
  expect(namesIn(renewed.read())).toEqual({ 3: ['client-0'] });
  expect(statSync(join(path, 'tags.json')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(path, 'tags.json'), 'utf8')).not.toContain('k-1');
});

test('a profile is forgotten at all addresses that it had, and no other with it', () => {
  const path = temporaryFolder();
  const of = ['a', 'b'].map(host => openTags(path, storedIdentity('work', `https://${host}.example`)));
  const other = openTags(path, storedIdentity('work-2', 'https://a.example'));
  for (const file of [...of, other]) file.change(add(['1', '2'], 'shop'));
  expect(forgetTags(path, 'work')).toBe(4);
  expect(of.map(file => file.read().size)).toEqual([0, 0]);
  expect(other.read().size).toBe(2);
  const before = readFileSync(join(path, 'tags.json'), 'utf8');
  expect(forgetTags(path, 'work')).toBe(0);
  expect(readFileSync(join(path, 'tags.json'), 'utf8')).toBe(before);
});

test('of a profile that is gone nothing is written', () => {
  const path = temporaryFolder();
  let isThere = true;
  const file = openTags(path, storedIdentity('work'), () => isThere);
  file.change(add(['1'], 'shop'));
  isThere = false;
  expect(() => file.change(add(['2'], 'shop'))).toThrow(
    'The profile work was removed, or has another address now: no tag was changed.',
  );
  expect(namesIn(file.read())).toEqual({ 1: ['shop'] });
});

test('a deleted website takes its tags along', () => {
  const path = temporaryFolder();
  const file = openTags(path, ownIdentity('demo'));
  file.change(add(['3', '4'], 'shop', 'blog'));
  dropTags(file, '3');
  dropTags(file, '5');
  expect([...file.read().keys()]).toEqual(['4']);
});

test.each([
  '{',
  '[]',
  '{"version":2,"services":{"demo":{"3":["shop"]}}}',
  '{"version":2,"services":{"demo":{"3":{"tags":["no tag"]}}}}',
  '{"version":2,"services":{"demo":{"3":{"tags":["shop"]}}}}',
  '{"version":2,"services":{"demo":{"__proto__":1}}}',
  '{"version":2,"services":{"__proto__":{}}}',
  '{"version":1}',
])('a file that cannot be read is one line and stays as it is: %s', text => {
  const path = temporaryFolder();
  writeFileSync(join(path, 'tags.json'), text);
  const file = openTags(path, ownIdentity('demo'));
  for (const use of [() => file.read(), () => file.change(tags => tags)]) {
    expect(use).toThrow(ConfigError);
    expect(use).toThrow(
      /^.*tags\.json holds no tags that can be read: mend it, or move it away to start anew\.$/,
    );
  }
  dropTags(file, '3');
  expect(readFileSync(join(path, 'tags.json'), 'utf8')).toBe(text);
});

test('a file of a newer version is left to the newer program', () => {
  const path = temporaryFolder();
  writeFileSync(join(path, 'tags.json'), '{"version":3,"services":{}}');
  expect(() => openTags(path, ownIdentity('demo')).read()).toThrow(
    /tags\.json was written by a newer Sitedeck \(version 3\): update this one\.$/,
  );
});

test('as many tags as 10,000 websites have are kept; more than can be read again are not written', () => {
  const path = temporaryFolder();
  const file = openTags(path, ownIdentity('demo'));
  const ids = Array.from({ length: 10_000 }, (_, at) => `${at}-of-a-website-with-a-long-name`);
  const names = ['client-a', 'client-b', 'client-c', 'shop', 'blog'];
  file.change(add(ids, ...names));
  expect(file.read().size).toBe(10_000);
  const before = readFileSync(join(path, 'tags.json'), 'utf8');
  const more = Array.from({ length: 40 }, (_, at) => `${at}-${'x'.repeat(35)}`);
  expect(() => file.change(add(ids, ...more))).toThrow(
    'These are more tags than can be kept: nothing was changed.',
  );
  expect(readFileSync(join(path, 'tags.json'), 'utf8')).toBe(before);
  expect(file.read().size).toBe(10_000);
});
