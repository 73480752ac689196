import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { putLogSource } from '#logs/storage/sources.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { followLogs } from '#logs/follow/followLogs.ts';
import { followLockOf } from '#logs/import/importExclusively.ts';
import { ProcessLock } from '#system/processLock.ts';
import { writeAccessLog } from '../helpers/accessLogs.ts';
import { viewNow } from '../helpers/viewNow.ts';
import { fileWithWebsite } from './importFixture.ts';

/** Follows a log, and says when it reads for long. */
async function follow(file: string) {
  const log = join(dirname(file), 'access.log');
  writeFileSync(log, viewNow(1));
  const database = await openDatabase(file);
  await database.write(() =>
    putLogSource(database, { website: 1, pattern: log, options: {} }, '2026-11-20 10:00:00'),
  );
  database.close();
  const said: boolean[] = [];
  let stored = 0;
  const end = followLogs(
    { file, timeZone: 'UTC', name: 'test' },
    {
      onReading: isReading => said.push(isReading),
      onStatus: () => undefined,
      onStored: () => stored++,
      onFailure: message => said.push(message === ''),
    },
  );
  onTestFinished(end);
  return { log, said, end, stored: () => stored };
}

const soon = { timeout: 60_000, interval: 20 };

test('following says that it reads at first, and then when a reading takes long', async () => {
  const { log, said, end, stored } = await follow(await fileWithWebsite());
  expect(said).toEqual([true]);
  await vi.waitFor(() => expect(said).toEqual([true, false]), soon);
  await vi.waitFor(() => expect(stored()).toBe(1), soon);
  appendFileSync(log, viewNow(2));
  await vi.waitFor(() => expect(stored()).toBe(2), soon);
  await vi.waitFor(() => expect(said.at(-1)).toBe(false), soon);
  // Some lines take long too on a machine that is busy.
  const before = said.length;

  const much = join(dirname(log), 'much.log');
  await writeAccessLog(much, { lines: 100_000, days: 2, domain: 'example.com' });
  appendFileSync(log, readFileSync(much));
  await vi.waitFor(() => expect(said.slice(before)).toEqual([true, false]), soon);
  end();
  expect(said.slice(before)).toEqual([true, false, false]);
});

test('where another process follows it does not read', async () => {
  const file = await fileWithWebsite();
  const lock = ProcessLock.take(followLockOf(file));
  expect(lock).toBeDefined();
  onTestFinished(() => lock?.release());
  const { said } = await follow(file);
  await vi.waitFor(() => expect(said).toEqual([true, false]), soon);
});
