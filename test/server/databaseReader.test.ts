import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openService } from '#server/openService.ts';
import { fileTree } from '../helpers/fileTree.ts';
import { ask, openForTest, putStatistics, temporaryFile } from './serverFixture.ts';

const rows = z.array(z.object({ domain: z.string() }));

const today = () => '2026-11-20' as const;

async function fileWith(...domains: readonly string[]): Promise<string> {
  const file = temporaryFile();
  const service = await openService({ file, today });
  for (const domain of domains) await ask(service, 'POST /websites', { domain });
  service.close();
  return file;
}

async function domainsIn(service: Awaited<ReturnType<typeof openForTest>>): Promise<string[]> {
  const { body } = await ask(service, 'GET /websites?sort_by=domain&sort=asc');
  return rows.parse(body.data).map(({ domain }) => domain);
}

test('a file that nobody has open is read, and nothing is written into it or beside it', async () => {
  const file = await fileWith('a.example');
  await putStatistics(file, 1, 'page', [['2026-11-19', '/', 7]]);
  const before = fileTree(dirname(file));
  const service = await openForTest({ file, writes: false });
  expect(await domainsIn(service)).toEqual(['a.example']);
  const { body } = await ask(service, 'GET /stats/1?name=page&from=2026-11-19&to=2026-11-19');
  expect(body.data).toEqual([{ value: '/', count: 7 }]);
  for (const request of ['POST /websites', 'PUT /websites/1', 'DELETE /websites/1'])
    expect((await ask(service, request, { domain: 'b.example', email: '1' })).status).toBe(500);
  service.close();
  expect(fileTree(dirname(file))).toEqual(before);
});

test('what another program writes meanwhile is read: before, while and after it has the file open', async () => {
  const file = await fileWith('a.example');
  const reader = await openForTest({ file, writes: false });
  expect(await domainsIn(reader)).toEqual(['a.example']);
  const writer = await openService({ file, today });
  await ask(writer, 'POST /websites', { domain: 'b.example' });
  expect(await domainsIn(reader)).toEqual(['a.example', 'b.example']);
  const before = fileTree(dirname(file));
  expect(await domainsIn(reader)).toEqual(['a.example', 'b.example']);
  expect(fileTree(dirname(file))).toEqual(before);
  await ask(writer, 'POST /websites', { domain: 'c.example' });
  expect(await domainsIn(reader)).toEqual(['a.example', 'b.example', 'c.example']);
  writer.close();
  expect(await domainsIn(reader)).toEqual(['a.example', 'b.example', 'c.example']);
  reader.close();
  const again = await openService({ file, today });
  await ask(again, 'DELETE /websites/1');
  again.close();
  expect(await domainsIn(reader)).toEqual(['b.example', 'c.example']);
});

test('answers while another program opens, writes and closes the file all the time are whole', async () => {
  const file = await fileWith('site-0.example');
  const reader = await openForTest({ file, writes: false });
  let written = 1;
  const writing = (async () => {
    for (let round = 1; round <= 40; round++) {
      const writer = await openService({ file, today });
      await ask(writer, 'POST /websites', { domain: `site-${round}.example` });
      written = round + 1;
      writer.close();
    }
  })();
  for (let least = written; least <= 40; least = written) {
    const { status, body } = await ask(reader, 'GET /websites?per_page=100');
    expect(status).toBe(200);
    expect(Number(body.meta?.['total'])).toBeGreaterThanOrEqual(least);
  }
  await writing;
});

test('a file that is not there yet is empty, until it is; one of another program is refused in one line', async () => {
  const file = temporaryFile();
  const before = fileTree(dirname(file));
  const reader = await openForTest({ file, writes: false });
  expect(await domainsIn(reader)).toEqual([]);
  expect(fileTree(dirname(file))).toEqual(before);
  const writer = await openService({ file, today });
  await ask(writer, 'POST /websites', { domain: 'late.example' });
  expect(await domainsIn(reader)).toEqual(['late.example']);
  writer.close();
  reader.close();

  const other = join(dirname(file), 'other.sqlite');
  const connection = new DatabaseSync(other);
  connection.exec('create table t (a)');
  connection.close();
  await expect(openForTest({ file: other, writes: false })).rejects.toThrow(
    `${other} is a database of another program: choose another file.`,
  );
  rmSync(other);
});

test('a file of an older version is left as it is, and says what to do', async () => {
  const file = await fileWith('a.example');
  const connection = new DatabaseSync(file);
  connection.exec('pragma user_version = 1');
  connection.close();
  const before = fileTree(dirname(file));
  await expect(openForTest({ file, writes: false })).rejects.toThrow(
    `${file} is of an older Sitedeck: run  sitedeck websites list  once.`,
  );
  expect(fileTree(dirname(file))).toEqual(before);
});
