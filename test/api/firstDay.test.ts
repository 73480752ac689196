import { expect, test } from 'vitest';
import { everyDay } from '#model/comparison/change.ts';
import { connectUmami, createApi, errorOf, key, useFaultServer } from '../helpers/apiFixture.ts';
import { json } from '../helpers/faultAnswers.ts';

const fixture = useFaultServer();
const rows = (...values: readonly (readonly [string, number])[]) =>
  json({ data: values.map(([value, count]) => ({ value, count })) });

test('the first day with a row is asked once, of all days up to today', async () => {
  const api = createApi({ baseUrl: fixture.server.url, apiKey: key });
  fixture.server.answerWith(rows(['2024-02-29', 3], ['2024-03-02', 1]));
  expect(await api.readDataDays('7', '2026-11-20')).toEqual({ from: '2024-02-29', gaps: [] });
  const { query } = fixture.server.requests[0] ?? {};
  expect(fixture.server.requests).toHaveLength(1);
  expect(query).toBe('name=visitors&from=1990-01-01&to=2026-11-20&sort_by=value&sort=asc&per_page=10');
});

test.each([
  ['days in another order', rows(['2024-03-02', 1], ['2024-02-29', 3])],
  ['months', rows(['2024-02', 3])],
])('of a service that answers with %s it is not known', async (_, answer) => {
  fixture.server.answerWith(answer);
  const api = createApi({ baseUrl: fixture.server.url, apiKey: key });
  expect(await errorOf(api.readDataDays('7', '2026-11-20'))).toMatchObject({ kind: 'shape' });
});

test('a page of zeros alone is of days without data only where another day has more', async () => {
  const api = createApi({ baseUrl: fixture.server.url, apiKey: key });
  const zeros = Array.from(
    { length: 10 },
    (_, at) => [`1990-01-${String(at + 1).padStart(2, '0')}`, 0] as const,
  );
  fixture.server.answerWith(rows(['1990-01-01', 0], ['1990-01-02', 0]));
  expect(await api.readDataDays('7', '2026-11-20')).toEqual(everyDay);
  expect(fixture.server.requests).toHaveLength(1);
  fixture.server.answerWith(rows(...zeros), rows(...zeros));
  expect(await api.readDataDays('8', '2026-11-20')).toEqual(everyDay);
  expect(fixture.server.requests.at(-1)?.query).toContain('sort_by=count&sort=desc');
  fixture.server.answerWith(rows(...zeros), rows(['2024-02-29', 3], ...zeros.slice(1)));
  expect(await errorOf(api.readDataDays('9', '2026-11-20'))).toMatchObject({ kind: 'shape' });
});

test('Umami says it by itself, as a time that is a day of the profile', async () => {
  const api = connectUmami({ baseUrl: fixture.server.url, apiKey: key, timeZone: 'Europe/Berlin' });
  fixture.server.answerWith(json({ startDate: '2026-10-11T23:31:47.000Z', endDate: null }));
  expect(await api.readDataDays('7', '2026-11-20')).toEqual({ from: '2026-10-12', gaps: [] });
  for (const startDate of ['yesterday', '', 7]) {
    fixture.server.answerWith(json({ startDate, endDate: null }));
    expect(await errorOf(api.readDataDays('7', '2026-11-20'))).toMatchObject({ kind: 'shape' });
  }
});
