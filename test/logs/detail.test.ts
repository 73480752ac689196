import { expect, test } from 'vitest';
import { dayNumber } from '#model/period/day.ts';
import { beforeHour, conditionText, type Filter } from '#model/service/filter.ts';
import { filtersHeader } from '#model/statistics/statistics.ts';
import type { ImportRun } from '#logs/import/runImport.ts';
import { openLogs } from '#logs/index.ts';
import { ask, openForTest, temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import {
  contentsOf,
  countsOf,
  importHere,
  line,
  pipedLines,
  query,
  safari,
  visitsIn,
  withRowsOfVisits,
  writeLog,
} from './importFixture.ts';

const mobile: Filter = [{ field: 'device', comparison: 'is', value: 'mobile' }];

function parametersOf(name: string, where: Filter, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ name, from: '2026-11-01', to: '2026-11-30', ...more });
  for (const condition of where) query.append('where', conditionText(condition));
  return query.toString();
}

async function asked(file: string, name: string, where: Filter, more = {}): Promise<unknown> {
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  const { body } = await ask(service, `GET /stats/1?${parametersOf(name, where, more)}`);
  return body.data;
}

async function reach(file: string): Promise<unknown> {
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  const data: unknown = (await ask(service, 'GET /stats/1/days')).body.data;
  return Object(data).filters_from;
}

const view = (time: string, path = '/', options = {}) =>
  line(`${time}/Nov/2026:08:00:00`, path, { agent: safari, ...options });
const days = (file: string, where = mobile) =>
  asked(file, 'pageviews', where, { sort_by: 'value', sort: 'asc' });
const counts = (...days: readonly string[]) => days.map(day => ({ value: `2026-11-${day}`, count: 1 }));

function importDays(file: string, wanted: readonly string[], options: Partial<ImportRun> = {}) {
  return importHere(file, [pipedLines(wanted.map(day => view(day)))], 'example.com', options);
}

test('days counted by an older Sitedeck have no detail: late lines join their sessions, and a filter reaches the days after', async () => {
  const file = temporaryFile();
  const path = writeLog(temporaryFolder(), 'access.log', [
    view('10', '/a'),
    view('11', '/b'),
    view('12', '/c'),
  ]);
  await importHere(file, [path]);
  const before = contentsOf(file);
  expect(await reach(file)).toBeUndefined();
  withRowsOfVisits(file);
  expect(await reach(file)).toBe('2026-11-13');
  expect(await days(file)).toEqual([]);
  const later = [line('11/Nov/2026:08:10:00', '/later', { agent: safari }), view('13', '/d')];
  await importHere(file, [pipedLines(later)]);
  expect(countsOf(file, 4)).toEqual({ '/a': 1, '/b': 1, '/c': 1, '/d': 1 });
  expect(countsOf(file, 1)).toEqual({ '': 4 });
  expect(visitsIn(file).map(({ landing_page, browser }) => [landing_page, browser])).toEqual([
    ['/a', undefined],
    ['/b', undefined],
    ['/c', undefined],
    ['/d', 'Safari'],
  ]);
  expect(await days(file)).toEqual(counts('13'));
  expect(await reach(file)).toBe('2026-11-13');
  // What was there before is as it was, once it is counted again.
  await importHere(file, [path], 'example.com', { recount: () => Promise.resolve(true) });
  expect(await reach(file)).toBeUndefined();
  expect(await days(file)).toEqual(counts('10', '11', '12', '13'));
  const all = temporaryFile();
  await importHere(all, [path]);
  expect(contentsOf(all)).toEqual(before);
});

test('the detail is kept for 13 months, what joins late lines for 400 days after it was read, and counts stay', async () => {
  const file = temporaryFile();
  await importDays(file, ['10', '20'], { today: '2026-11-20' });
  // On 15 December of the next year, the 10th of November is 13 months ago and more.
  await importDays(file, [], { today: '2027-12-15' });
  await importHere(file, [pipedLines([line('14/Dec/2027:08:00:00')])], 'example.com', {
    today: '2027-12-15',
  });
  expect(visitsIn(file).map(({ browser }) => browser)).toEqual([undefined, 'Safari', 'Chrome']);
  expect(await days(file)).toEqual(counts('20'));
  expect(countsOf(file, 2)).toEqual({ '': 3 });
  await importHere(file, [pipedLines([line('26/Dec/2027:08:00:00')])], 'example.com', {
    today: '2027-12-26',
  });
  expect(visitsIn(file).map(({ day }) => day)).toEqual([dayNumber('2027-12-14'), dayNumber('2027-12-26')]);
  expect(countsOf(file, 2)).toEqual({ '': 4 });
});

test('how many months are kept can be said; lines that are older have no detail when they are read', async () => {
  const file = temporaryFile();
  await importDays(file, ['18'], { today: '2026-11-20' });
  const logs = openLogs({ file, timeZone: 'UTC', name: 'a test', now: () => Date.UTC(2026, 10, 20) });
  await logs.keep(1);
  const old = line('19/Oct/2026:08:00:00', '/old', { agent: safari });
  await importHere(file, [pipedLines([old, view('19')])], 'example.com', { today: '2026-11-20' });
  expect(visitsIn(file).map(({ browser }) => browser)).toEqual([undefined, 'Safari', 'Safari']);
  expect(await reach(file)).toBe('2026-10-20');
  expect(query(file, 'select count(*) as parts from visit_part')).toEqual([{ parts: 7 }]);
  // The 18th is a month ago by then.
  await openLogs({ file, timeZone: 'UTC', name: 'a test', now: () => Date.UTC(2026, 11, 19) }).keep(1);
  expect(visitsIn(file).map(({ browser }) => browser)).toEqual([undefined, undefined, 'Safari']);
  expect(await days(file)).toEqual(counts('19'));
});

test('the hours of a day that are over are those before an hour', async () => {
  const file = temporaryFile();
  const times = ['00:00:00', '09:59:59', '10:00:00', '23:00:00'];
  await importHere(file, [
    pipedLines(times.map((time, at) => line(`10/Nov/2026:${time}`, `/${at}`, { agent: safari }))),
  ]);
  const pages = (where: Filter) => asked(file, 'page', where, { sort_by: 'value', sort: 'asc' });
  const rows = (...pages: readonly number[]) => pages.map(page => ({ value: `/${page}`, count: 1 }));
  expect(await pages(beforeHour([], 10))).toEqual(rows(0, 1));
  expect(await pages(beforeHour(mobile, 23))).toEqual(rows(0, 1, 2));
  const none = [{ field: 'hour', comparison: 'is', value: '10' }] as const;
  expect(await pages(beforeHour(none, 10))).toEqual([]);
  expect(await pages(beforeHour(none, 11))).toEqual(rows(2));
});

test('a filter that the service does not have, and a statistic that is counted by request, are refused', async () => {
  const file = temporaryFile();
  await importDays(file, ['10']);
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  const refused = async (query: string) => {
    const { status, body } = await ask(service, `GET /stats/1?${query}`);
    return [status, Object.keys(body.errors ?? {})];
  };
  expect(await refused(parametersOf('page', mobile))).toEqual([200, []]);
  expect(await refused(parametersOf('bot', mobile))).toEqual([422, ['name']]);
  expect(await refused(parametersOf('bot', []))).toEqual([200, []]);
  for (const where of ['city=Berlin', 'nothing=1', '', 'hour~1', 'device'])
    expect(await refused(`${parametersOf('page', [])}&where=${where}`)).toEqual([422, ['where']]);
  const nine = Array.from(
    { length: 9 },
    (_, at) => ({ field: 'device', comparison: 'is not', value: String(at) }) as const,
  );
  expect(await refused(parametersOf('page', nine))).toEqual([422, ['where']]);
  expect((await ask(service, 'GET /websites')).headers.get(filtersHeader)).toMatch(
    /^page=, page!=, page~, .*hour=, hour!=, weekday=, weekday!=$/,
  );
  const other = await openForTest();
  await ask(other, 'POST /websites', { domain: 'a.example' });
  const answer = await ask(other, `GET /stats/1?${parametersOf('page', mobile)}`);
  expect([answer.status, answer.headers.get(filtersHeader)]).toEqual([422, null]);
});

test('pages of rows, searches and orders of what a filter counts are those of all rows', async () => {
  const file = temporaryFile();
  const paths = Array.from({ length: 130 }, (_, at) => `/${at % 2 === 0 ? 'Even' : 'odd'}/${at}`);
  const lines = paths.flatMap((path, at) =>
    Array.from({ length: 1 + (at % 3) }, (_, time) =>
      line(`10/Nov/2026:08:00:0${time}`, path, { agent: safari, address: `8.8.8.${at}` }),
    ),
  );
  await importHere(file, [pipedLines(lines)]);
  for (const more of [
    {},
    { page: '2' },
    { per_page: '25', page: '6' },
    { sort: 'asc' },
    { sort_by: 'value', page: '3' },
    { search: 'EVEN', per_page: '25' },
    { search: 'ven/1', sort_by: 'value', sort: 'asc' },
  ])
    expect({ more, data: await asked(file, 'page', mobile, more) }).toEqual({
      more,
      data: await asked(file, 'page', [], more),
    });
});

test('what was counted of a filter is counted anew once the file was written to', async () => {
  const file = temporaryFile();
  await importDays(file, ['10']);
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  const rows = async () =>
    (await ask(service, `GET /stats/1?${parametersOf('pageviews', mobile)}`)).body.data;
  expect(await rows()).toEqual(counts('10'));
  await importDays(file, ['11']);
  expect(await rows()).toEqual(expect.arrayContaining(counts('10', '11')));
});

test('the visits of a website go with it', async () => {
  const file = temporaryFile();
  await importDays(file, ['10']);
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  await ask(service, 'DELETE /websites/1');
  for (const table of ['visit_part', 'visit_value'])
    expect(query(file, `select count(*) as rows from ${table}`)).toEqual([{ rows: 0 }]);
});
