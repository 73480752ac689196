import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { KeptList, KeptWebsite } from '#config/kept/kept.ts';
import { forgetSeen, maxBytes, openLastSeen } from '#config/kept/lastSeen.ts';
import { storedIdentity } from '../helpers/serviceIdentity.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const of = storedIdentity('work');

const list: KeptList = {
  at: 1_000,
  day: '2026-11-20',
  sortBy: 'id',
  sort: 'desc',
  rows: [{ id: '7', domain: 'one.example\u001b[2J', privacy: 'private', fields: { id: 7, other: [1] } }],
  total: 1,
  next: 'no',
  numbers: [
    {
      from: '2026-11-19',
      to: '2026-11-20',
      name: 'visitors',
      byWebsite: { '7': { at: 900, counts: [3, 0] } },
    },
  ],
};

function website(id: string, letters = 1): KeptWebsite {
  const rows = [{ value: 'x'.repeat(letters), count: 2 }];
  return {
    id,
    day: '2026-11-20',
    answers: [{ key: `${id} page`, at: 900, kind: 'rows', data: { rows, page: 1, next: 'no' } }],
  };
}

function write(folder: string, kept: KeptList): string {
  const seen = openLastSeen(folder, of, true);
  seen.keepList(() => kept);
  seen.flush();
  return filesIn(folder).find(path => path.endsWith('list.json')) ?? '';
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
}

test('what was written is read as it was, raw', () => {
  const folder = temporaryFolder();
  const seen = openLastSeen(folder, of, true);
  seen.keepList(() => list);
  seen.keepWebsite('a b/../c', () => website('a b/../c'));
  seen.flush();
  const next = openLastSeen(folder, of, false);
  expect(next.list).toEqual(list);
  expect(next.website('a b/../c')).toEqual(website('a b/../c'));
  expect(next.website('another')).toBeUndefined();
});

test('neither a name nor a text of a file has the key or the address', () => {
  const folder = temporaryFolder();
  const path = write(folder, list);
  expect(path).not.toMatch(/k-1|stats\.example/);
  expect(readFileSync(path, 'utf8')).not.toMatch(/k-1|stats\.example/);
  // Another machine's secret gives another name.
  expect(write(temporaryFolder(), list).split('/').at(-2)).not.toBe(path.split('/').at(-2));
});

test.each([
  ['cut', (text: string) => text.slice(0, -20)],
  ['empty', () => ''],
  ['of another version', (text: string) => text.replace('"version":2', '"version":3')],
  ['with a count that is none', (text: string) => text.replace('[3,0]', '[3,"0"]')],
  ['with a day that is none', (text: string) => text.replaceAll('2026-11-20', '2026-11-31')],
  ['with another sort', (text: string) => text.replace('"id","sort"', '"name","sort"')],
  ['far too large', (text: string) => `${text}${' '.repeat(6_000_000)}`],
])('a file %s counts as absent', (_, damage) => {
  const folder = temporaryFolder();
  const path = write(folder, list);
  const damaged = damage(readFileSync(path, 'utf8'));
  expect(damaged).not.toBe(readFileSync(path, 'utf8'));
  writeFileSync(path, damaged);
  expect(openLastSeen(folder, of, false).list).toBeUndefined();
});

test('a file of another service put in its place counts as absent', () => {
  const folder = temporaryFolder();
  const own = write(folder, list);
  const other = openLastSeen(folder, { ...of, account: 'key k-2' }, true);
  other.keepList(() => ({ ...list, total: 2 }));
  other.flush();
  const [found = ''] = filesIn(folder).filter(path => path.endsWith('list.json') && path !== own);
  renameSync(found, own);
  expect(openLastSeen(folder, of, false).list).toBeUndefined();
});

test('what only reads makes no file, not even the secret', () => {
  const folder = temporaryFolder();
  const seen = openLastSeen(folder, of, false);
  seen.keepList(() => list);
  seen.flush();
  expect([seen.list, filesIn(folder)]).toEqual([undefined, []]);
});

test('where nothing can be written the session goes on', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'seen'), 'a file in the place of the folder');
  const seen = openLastSeen(folder, of, true);
  seen.keepList(() => list);
  seen.flush();
  expect(openLastSeen(folder, of, false).list).toBeUndefined();
  chmodSync(folder, 0o700);
});

test('a profile takes at most 20 MB under all its keys, and the oldest files go first', () => {
  const folder = temporaryFolder();
  const path = write(folder, list);
  utimesSync(path, 1, 1);
  const seen = openLastSeen(folder, { ...of, account: 'key k-2' }, true);
  for (let number = 0; number < 6; number += 1) {
    seen.keepWebsite(`site ${number}`, () => website(`site ${number}`, 4_000_000));
    seen.flush();
    // So that the order of files is certain.
    for (const file of filesIn(join(folder, 'seen', 'work')).filter(each => statSync(each).mtimeMs > 1e9))
      utimesSync(file, 100 + number, Math.min(statSync(file).mtimeMs / 1000, 100 + number));
  }
  const sizes = filesIn(join(folder, 'seen', 'work')).map(file => statSync(file).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes);
  // 24 MB were written, and what was there before them.
  expect([0, 1, 2, 3, 4, 5].map(number => seen.website(`site ${number}`) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(openLastSeen(folder, of, false).list).toBeUndefined();
});

test('a link in its place is neither read nor written through', () => {
  const folder = temporaryFolder();
  const path = write(folder, list);
  const elsewhere = join(folder, 'elsewhere.json');
  renameSync(path, elsewhere);
  symlinkSync(elsewhere, path);
  expect(openLastSeen(folder, of, false).list).toBeUndefined();
  const before = readFileSync(elsewhere, 'utf8');
  write(folder, { ...list, total: 2 });
  expect(readFileSync(elsewhere, 'utf8')).toBe(before);
  expect(openLastSeen(folder, of, false).list?.total).toBe(2);
});

test('what was just written stays, however large and new the other files are', () => {
  const folder = temporaryFolder();
  const path = write(folder, list);
  const other = join(folder, 'seen', 'work', 'other.json');
  writeFileSync(other, 'x'.repeat(maxBytes));
  const later = Date.now() / 1000 + 3600;
  utimesSync(other, later, later);
  write(folder, { ...list, total: 2 });
  expect(filesIn(join(folder, 'seen', 'work')).filter(file => !file.endsWith('.mark'))).toEqual([path]);
});

test('what is forgotten while a session goes on is not written again by that session, but by the next', () => {
  const folder = temporaryFolder();
  const seen = openLastSeen(folder, of, true);
  seen.keepList(() => list);
  seen.flush();
  const second = openLastSeen(folder, of, true);
  expect(forgetSeen(folder, 'work')).toBe('removed');
  for (const each of [seen, second]) {
    each.keepList(() => list);
    each.keepWebsite('7', () => website('7'));
    each.flush();
  }
  expect(openLastSeen(folder, of, false).list).toBeUndefined();
  expect(filesIn(join(folder, 'seen')).map(path => basename(path))).toEqual(['.secret']);
  const next = openLastSeen(folder, of, true);
  next.keepList(() => list);
  next.flush();
  expect(openLastSeen(folder, of, false).list).toEqual(list);
  // The folder is there again, and what the others have is still what was forgotten.
  seen.keepList(() => ({ ...list, total: 7 }));
  seen.flush();
  expect(openLastSeen(folder, of, false).list).toEqual(list);
});

test('what is forgotten before a session has written anything is not written by it either', () => {
  const folder = temporaryFolder();
  const [seen, other] = [openLastSeen(folder, of, true), openLastSeen(folder, storedIdentity('home'), true)];
  for (const each of [seen, other]) each.keepList(() => list);
  expect(forgetSeen(folder, 'work')).toBe('none');
  for (const each of [seen, other]) each.flush();
  expect(openLastSeen(folder, of, false).list).toBeUndefined();
  expect(openLastSeen(folder, storedIdentity('home'), false).list).toEqual(list);
  expect(readdirSync(join(folder, 'seen')).sort()).toEqual(['.secret', 'home']);
});

test('a profile of any name has a folder of its own below the secret, and nothing else is forgotten with it', () => {
  const folder = temporaryFolder();
  write(folder, list);
  const named = openLastSeen(folder, { ...of, profile: 'secret' }, true);
  named.keepList(() => list);
  named.flush();
  expect(openLastSeen(folder, { ...of, profile: 'secret' }, false).list).toEqual(list);
  expect(forgetSeen(folder, 'secret')).toBe('removed');
  for (const name of ['..', '.', '', 'work/..']) expect(forgetSeen(folder, name)).toBe('none');
  expect(openLastSeen(folder, of, false).list).toEqual(list);
});

test('a file that several write at once is always one of theirs, whole', () => {
  const folder = temporaryFolder();
  const both = [openLastSeen(folder, of, true), openLastSeen(folder, of, true)];
  for (let turn = 0; turn < 20; turn += 1) {
    for (const [which, seen] of both.entries()) {
      seen.keepList(() => ({ ...list, total: turn * 2 + which }));
      seen.flush();
      expect(openLastSeen(folder, of, false).list?.total).toBe(turn * 2 + which);
    }
  }
  expect(filesIn(folder).filter(path => path.endsWith('.tmp'))).toEqual([]);
});

test('another key in the same session is kept apart, and a profile is forgotten with all its keys', () => {
  const folder = temporaryFolder();
  const seen = openLastSeen(folder, of, true);
  seen.keepList(() => list);
  seen.flush();
  seen.useAccount('key k-2');
  seen.keepList(() => ({ ...list, total: 9 }));
  seen.flush();
  expect(openLastSeen(folder, of, false).list?.total).toBe(1);
  expect(openLastSeen(folder, { ...of, account: 'key k-2' }, false).list?.total).toBe(9);
  expect(forgetSeen(folder, 'work')).toBe('removed');
  expect(forgetSeen(folder, 'work')).toBe('none');
  expect(openLastSeen(folder, of, false).list).toBeUndefined();
});
