import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openLogs } from '#logs/index.ts';
import { migrations } from '#server/database/schema.ts';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { line, query, withRowsOfVisits, writeLog } from './importFixture.ts';

test('what an older Sitedeck counted is named until it is counted again', async () => {
  const file = temporaryFile();
  const path = writeLog(temporaryFolder(), 'access.log', [line('10/Nov/2026:08:00:00', '/')]);
  const logs = openLogs({ file, timeZone: 'UTC', name: 'a test' });
  await logs.addAndRead({ domain: 'example.com', patterns: [path], options: {} }, {});
  expect(await logs.counted()).toEqual([{ domain: 'example.com', former: [], otherRulesTo: undefined }]);
  withRowsOfVisits(file);
  const database = new DatabaseSync(file, { timeout: 60_000 });
  // As it was before counts had a zone, or rules.
  database.exec(
    `drop table log_zone; drop table former_count; alter table log_source drop column proxy;
     pragma user_version = ${migrations.findIndex(step => step.includes('create table log_zone'))}`,
  );
  database.close();
  expect(await logs.counted()).toEqual([{ domain: 'example.com', former: [], otherRulesTo: '2026-11-10' }]);
  expect((await logs.update()).advice).toHaveLength(1);
  expect(query(file, 'select time_zone from log_zone')).toEqual([{ time_zone: 'UTC' }]);
  // They were counted in the zone of then, also once there is another one.
  await logs.changeZone('Asia/Tokyo');
  expect(await logs.counted()).toEqual([
    {
      domain: 'example.com',
      former: [{ from: undefined, to: '2026-11-10', timeZones: ['UTC'] }],
      otherRulesTo: '2026-11-10',
    },
  ]);
  await logs.recount('example.com', () => Promise.resolve(true));
  expect(await logs.counted()).toEqual([{ domain: 'example.com', former: [], otherRulesTo: undefined }]);
});
