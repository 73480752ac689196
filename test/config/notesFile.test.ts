import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localData } from '#config/kept/localData.ts';
import { ConfigError } from '#model/failure.ts';
import { addNote, type Notes, scopeOf } from '#model/website/notes.ts';
import { givenIdentity, ownIdentity, storedIdentity } from '../helpers/serviceIdentity.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const { drop: dropNotes, forget: forgetNotes, open: openNotes } = localData.notes;

const add =
  (text: string, id = '3') =>
  (before: Notes) =>
    addNote(before, { scope: scopeOf({ id, domain: `${id}.example` }), day: '2026-11-06', text }).notes;
const texts = (notes: Notes) => notes.map(({ text }) => text);

test('each service has its own notes, in a private file that two programs may change', () => {
  const path = temporaryFolder();
  const [one, again] = [openNotes(path, ownIdentity('demo')), openNotes(path, ownIdentity('demo'))];
  expect(one.read()).toEqual([]);
  expect(existsSync(join(path, 'notes.json'))).toBe(false);
  one.change(add('a'));
  again.change(add('b'));
  expect(texts(one.read())).toEqual(['a', 'b']);
  for (const of of [storedIdentity('work', 'https://a.example'), givenIdentity('https://a.example')]) {
    const other = openNotes(path, of);
    expect(other.read()).toEqual([]);
    other.change(add('c'));
    expect(texts(other.read())).toEqual(['c']);
  }
  expect(texts(one.read())).toEqual(['a', 'b']);
  expect(statSync(join(path, 'notes.json')).mode & 0o777).toBe(0o600);
});

test('a removed profile and a deleted website take their notes along, and no others', () => {
  const path = temporaryFolder();
  const of = ['a', 'b'].map(host => openNotes(path, storedIdentity('work', `https://${host}.example`)));
  const other = openNotes(path, storedIdentity('work-2', 'https://a.example'));
  for (const file of [...of, other]) {
    file.change(add('a'));
    file.change(add('b', '4'));
  }
  dropNotes(other, '3');
  expect(texts(other.read())).toEqual(['b']);
  expect(forgetNotes(path, 'work')).toBe(4);
  expect(of.map(file => file.read())).toEqual([[], []]);
  expect(texts(other.read())).toEqual(['b']);
  expect(forgetNotes(path, 'work')).toBe(0);
});

test('a file that cannot be read is left as it is; a profile that is gone gets no note', () => {
  const path = temporaryFolder();
  const gone = openNotes(path, storedIdentity('work', 'https://a.example'), () => false);
  expect(() => gone.change(add('a'))).toThrow(ConfigError);
  writeFileSync(join(path, 'notes.json'), '{"version":1,"services":{"demo":[{"id":1,"text":"x"}]}}');
  const file = openNotes(path, ownIdentity('demo'));
  expect(() => file.read()).toThrow('holds no notes that can be read');
  expect(() => file.change(add('a'))).toThrow(ConfigError);
  dropNotes(file, '3');
});
