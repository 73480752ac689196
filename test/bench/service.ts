import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayNumber } from '#model/period/day.ts';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import { addStatistics, type StatisticEntry, sumWeeks } from '#server/database/counts.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { openService, type Service } from '#server/openService.ts';
import { fetchHandler } from '../helpers/fetchHandler.ts';
import { type Figure, median } from './figure.ts';

const today: Day = '2026-11-20';
const days = 30;
/** How many different values a day has, for a site of a million page views in thirty days. */
const values: readonly [StatisticName, number][] = [
  ['page', 1_200],
  ['landing_page', 800],
  ['referrer', 400],
  ['city', 600],
  ['browser', 12],
];

/** The top ten of thirty days over one million page views, asked of the service itself. */
export async function serviceFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-bench-'));
  const file = join(folder, 'bench.sqlite');
  try {
    const service = await openService({ file, today: () => today });
    const website = await addWebsite(service);
    await fill(file, website);
    const figures: Figure[] = [];
    for (const [name] of values) figures.push(await topTen(service, website, name));
    service.close();
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addWebsite(service: Service): Promise<number> {
  const answer = await fetchHandler(service)(
    new Request('http://localhost/api/v1/websites', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'domain=bench.example',
    }),
  );
  const id = /"id":(\d+)/.exec(await answer.text())?.[1];
  return Number(id);
}

async function fill(file: string, website: number): Promise<void> {
  const database = await openDatabase(file);
  const last = dayNumber(today);
  for (const [name, count] of values) {
    await database.write(() => {
      for (const _ of addStatistics(database, website, name, entries(last, count)));
    });
  }
  // As an import ends.
  await database.write(() => {
    const views = Array.from({ length: days }, (_, at): StatisticEntry => [last - days + at, '', 1]);
    for (const _ of addStatistics(database, website, 'pageviews', views));
    sumWeeks(database, website);
  });
  database.close();
}

/** A long tail: the counts of a day add up to about a thirtieth of a million. */
function* entries(last: number, count: number): Generator<StatisticEntry> {
  const scale = 1_000_000 / days / Math.log(count);
  for (let day = last - days; day < last; day++)
    for (let rank = 1; rank <= count; rank++)
      yield [day, `/value/${rank}`, Math.max(1, Math.round(scale / rank))];
}

async function topTen(service: Service, website: number, name: StatisticName): Promise<Figure> {
  const url = `http://localhost/api/v1/stats/${website}?name=${name}&from=2026-10-21&to=2026-11-19`;
  const times: number[] = [];
  for (let run = 0; run < 31; run++) {
    const start = performance.now();
    await (await fetchHandler(service)(new Request(url))).text();
    times.push(performance.now() - start);
  }
  return {
    name: `top ten of 30 days: ${name}`,
    value: median(times.slice(1)),
    unit: 'ms',
    limit: 15,
    runs: 30,
  };
}
