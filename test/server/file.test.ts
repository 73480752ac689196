import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openService } from '#server/openService.ts';
import { ServiceFileError } from '#server/database/Database.ts';
import { runChild } from './children/run.ts';
import { ask, openForTest, temporaryFile, temporaryFolder } from './serverFixture.ts';

const nobody = '65534';

/** The message an opening fails with: always a ServiceFileError of one line that names the file. */
async function refusal(file: string): Promise<string> {
  const error: unknown = await openService({ file, today: () => '2026-11-20' }).catch(
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(ServiceFileError);
  const message = error instanceof Error ? error.message : '';
  expect(message.split('\n')).toHaveLength(1);
  expect(message.startsWith(file)).toBe(true);
  return message.slice(file.length + 1);
}

async function makeFile(): Promise<string> {
  const file = temporaryFile();
  const service = await openService({ file, today: () => '2026-11-20' });
  await ask(service, 'POST /websites', { domain: 'example.com' });
  service.close();
  return file;
}

test('the folder and the file are made, for this account only', async () => {
  const folder = join(temporaryFolder(), 'new', 'data');
  const file = join(folder, 'service.sqlite');
  await openForTest({ file });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
});

test('what was saved is there after a restart', async () => {
  const file = await makeFile();
  const service = await openForTest({ file });
  await ask(service, 'PUT /websites/1', { email: '1' });
  service.close();
  const again = await openForTest({ file });
  expect((await ask(again, 'GET /websites/1')).body.data).toMatchObject({ domain: 'example.com', email: 1 });
});

test('a password is stored salted and hashed', async () => {
  const file = temporaryFile();
  const service = await openForTest({ file });
  for (const domain of ['one.example', 'two.example']) {
    await ask(service, 'POST /websites', { domain, privacy: '2', password: 'open-sesame' });
  }
  service.close();
  expect(readFileSync(file).includes('open-sesame')).toBe(false);
  const database = new DatabaseSync(file);
  const hashes = database
    .prepare('select password_hash from website')
    .all()
    .map(row => row.password_hash);
  database.close();
  expect(hashes).toEqual([expect.stringMatching(/^scrypt:/), expect.stringMatching(/^scrypt:/)]);
  expect(new Set(hashes).size).toBe(2);
});

test('a file that is no database is refused and left as it is', async () => {
  const file = temporaryFile();
  writeFileSync(file, 'Dear diary, '.repeat(1000));
  expect(await refusal(file)).toBe(
    'is not a Sitedeck database, or is damaged: move it away (a new one is made) or choose another file.',
  );
  expect(readFileSync(file, 'utf8')).toBe('Dear diary, '.repeat(1000));
});

test('a damaged file is refused', async () => {
  const file = await makeFile();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xee, 100, bytes.length));
  expect(await refusal(file)).toBe('is damaged: move it away (a new one is made) or put back a copy.');
});

test('damage that shows later is a 500 of one line', async () => {
  const file = await makeFile();
  const service = await openForTest({ file });
  const database = new DatabaseSync(file);
  const page = database
    .prepare(`select rootpage * 4096 as start from sqlite_schema where name = 'stat'`)
    .get();
  database.close();
  service.close();
  const bytes = readFileSync(file);
  const end = Number(page?.start);
  writeFileSync(file, bytes.fill(0xee, end - 4096, end));
  const again = await openForTest({ file });
  const answer = await ask(again, 'GET /stats/1?name=page&from=2026-11-01&to=2026-11-02');
  expect(answer.status).toBe(500);
  expect(answer.body.message).toBe(
    `${file} is damaged: move it away (a new one is made) or put back a copy.`,
  );
});

test('a file of a newer version is refused and not touched', async () => {
  const file = await makeFile();
  const database = new DatabaseSync(file);
  database.exec('pragma user_version = 99');
  database.close();
  expect(await refusal(file)).toBe(
    'was written by a newer Sitedeck: update Sitedeck, or choose another file.',
  );
});

test('a database of another program is refused and not touched', async () => {
  const file = temporaryFile();
  const database = new DatabaseSync(file);
  database.exec('create table bookmark (url text)');
  database.close();
  expect(await refusal(file)).toBe('is a database of another program: choose another file.');
});

test('a folder in the place of the file is refused', async () => {
  const file = temporaryFolder();
  expect(await refusal(file)).toBe('cannot be used: it is a folder, move it away.');
});

test('a file in the place of the folder is refused', async () => {
  const file = join(await makeFile(), 'service.sqlite');
  expect(await refusal(file)).toBe('cannot be used: a part of its path is a file and no folder.');
});

test('a pipe in the place of the file is not waited for', async () => {
  const file = temporaryFile();
  execFileSync('mkfifo', ['-m', '600', file]);
  expect(await refusal(file)).toBe('cannot be used: it is no ordinary file, move it away.');
});

test('a file or a folder that may not be written is refused', async () => {
  const isRoot = process.getuid?.() === 0;
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  chmodSync(join(folder, '..'), 0o755);
  const readOnly = join(folder, 'read-only.sqlite');
  copyFileSync(await makeFile(), readOnly);
  chmodSync(readOnly, 0o444);
  chmodSync(folder, 0o555);
  for (const file of [readOnly, join(folder, 'new.sqlite'), join(folder, 'below', 'new.sqlite')]) {
    const { output, errors } = await runChild('open.ts', isRoot ? [file, nobody] : [file]);
    expect(errors).toBe('');
    expect(output).toBe(
      `ServiceFileError: ${file} cannot be used: this account may not, check the permissions of the file and its folder.`,
    );
  }
  chmodSync(folder, 0o755);
});
