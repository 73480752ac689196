import { dayOfNumber, parseDayNumber } from '#model/period/day.ts';
import type { ServiceAnswer } from '#model/service/connection.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import type { Database } from './database/Database.ts';
import { selectDataDays } from './database/dataDays.ts';
import { selectErrors, selectStatistic } from './database/statistics.ts';
import { selectWebsite } from './database/websites.ts';
import { listQuery, Validation } from './request.ts';
import { envelope, json, notFound } from './response.ts';

/** A page of the rows of a statistic. Throws a 404 or a 422. */
export async function readStatistic(database: Database, website: number, url: URL): Promise<ServiceAnswer> {
  if (!(await database.read(() => selectWebsite(database, website)))) throw notFound();
  const parameters = new Validation(url.searchParams);
  const name = parameters.oneOf('name', allStatistics, parameters.requiredText('name'));
  const period = readPeriod(parameters);
  const query = listQuery(parameters, 'value', ['count', 'value']);
  parameters.check();
  if (name === undefined || period === undefined) throw notFound();
  const rows = await database.read(() => selectStatistic(database, { website, name, ...period, ...query }));
  return json(200, envelope(url, query, rows));
}

/** How many answers of each day were errors. Throws a 404 or a 422. */
export async function readErrors(database: Database, website: number, url: URL): Promise<ServiceAnswer> {
  if (!(await database.read(() => selectWebsite(database, website)))) throw notFound();
  const parameters = new Validation(url.searchParams);
  const period = readPeriod(parameters);
  parameters.check();
  if (period === undefined) throw notFound();
  return json(200, { data: await database.read(() => selectErrors(database, website, period)) });
}

/** The days of which a website counted from logs has data. Throws a 404. */
export async function readDataDays(
  database: Database,
  website: number,
  timeStamp: string,
): Promise<ServiceAnswer> {
  const today = parseDayNumber(timeStamp.slice(0, 10)) ?? 0;
  const found = await database.read(
    () => selectWebsite(database, website) && selectDataDays(database, website, today),
  );
  if (found === undefined) throw notFound();
  const { from, gaps } = found;
  const days = gaps.map(gap => ({ from: dayOfNumber(gap.from), to: dayOfNumber(gap.to) }));
  return json(200, { data: { from: from === undefined ? null : dayOfNumber(from), gaps: days } });
}

function readPeriod(parameters: Validation): { from: number; to: number } | undefined {
  const from = readDay(parameters, 'from');
  const to = readDay(parameters, 'to');
  if (from === undefined || to === undefined) return undefined;
  if (from > to) parameters.refuse('to', 'The to field must be a date after or equal to from.');
  return { from, to };
}

function readDay(parameters: Validation, field: string): number | undefined {
  const text = parameters.requiredText(field);
  if (text === undefined) return undefined;
  const day = parseDayNumber(text);
  if (day === undefined) {
    parameters.refuse(field, `The ${field} field must be a date in the format Y-m-d, such as 2026-11-20.`);
  }
  return day;
}
