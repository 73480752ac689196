import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect } from 'vitest';
import type { Day } from '#model/statistics/statistics.ts';
import { dayNumber } from '#model/period/day.ts';
import { preparedDemo } from '../helpers/preparedDemo.ts';
import { openForTest, temporaryFile } from './serverFixture.ts';

export const today: Day = '2026-11-20';

export async function makeDemo(file: string, day: Day = today): Promise<void> {
  const service = await openForTest({ file, today: () => day, demo: true });
  service.close();
}

let prepared = '';

/** Prepares the demo of today, unless that is done; to be called at the top of a file. */
export function prepareOnce(): void {
  beforeAll(async () => {
    prepared = join(await preparedDemo(today), 'demo.sqlite');
  });
}

/** A file with the demo of today. */
export function copyOfDemo(): string {
  const file = temporaryFile();
  copyFileSync(prepared, file);
  return file;
}

/** All rows of a query over the file itself. */
export function query(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file);
  const rows = database
    .prepare(sql)
    .all()
    .map(row => ({ ...row }));
  database.close();
  return rows;
}

/** How many counts from a day on are the same in both files, and how many are in one only or differ. */
function compared(file: string, other: string, from: Day): { same: number; different: number } {
  const database = new DatabaseSync(file);
  database.prepare('attach ? as other').run(other);
  // Both are read in the order of their key: looking each row up takes three times as long.
  const columns = 'website_id, name, day, value, count';
  const row = database
    .prepare(
      `select
         (select count(*) from main.stat where day >= :from) + (select count(*) from other.stat where day >= :from) as every,
         (select count(*) from
           (select ${columns} from main.stat where day >= :from
              and website_id in (select id from main.website join other.website using (id, domain))
            intersect select ${columns} from other.stat)) as same`,
    )
    .get({ from: dayNumber(from) });
  database.close();
  const same = Number(row?.same);
  return { same, different: Number(row?.every) - 2 * same };
}

/** Nothing more, nothing less and nothing else than in the demo that was prepared in one go. */
export function expectTheDemo(file: string, from: Day = '2024-09-01'): void {
  const { same, different } = compared(file, prepared, from);
  expect(different).toBe(0);
  expect(same).toBeGreaterThan(100_000);
}
