import { expect, test } from 'vitest';
import { textAtEnd } from '#model/text/textValue.ts';
import { mapRows, tableRows } from '#store/statistics/statistic.ts';
import { countryRows, mapLines } from '#store/core/viewport.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const ofMap = 'name=country&from=2026-10-23&to=2026-11-19&per_page=100';

test.each([
  [
    { columns: 80, rows: 24 },
    { map: 0, rows: 16 },
  ],
  [
    { columns: 99, rows: 50 },
    { map: 0, rows: 42 },
  ],
  [
    { columns: 200, rows: 29 },
    { map: 0, rows: 21 },
  ],
  // Three quarters of 22 rows.
  [
    { columns: 100, rows: 30 },
    { map: 16, rows: 6 },
  ],
  [
    { columns: 120, rows: 40 },
    { map: 24, rows: 8 },
  ],
  [
    { columns: 200, rows: 50 },
    { map: 31, rows: 11 },
  ],
  // As many lines as a map of 100 columns has.
  [
    { columns: 100, rows: 60 },
    { map: 21, rows: 31 },
  ],
])('%o has %o', (viewport, layout) => {
  expect({ map: mapLines(viewport), rows: countryRows(viewport) }).toEqual(layout);
});

test('countries are read for the map where there is one, whatever the table is searched for', async () => {
  const { store, websiteId, add, requests, idle } = await storeWithStatistics();
  await add('country', [
    ['2026-11-01', 'DE:Germany', 30],
    ['2026-11-01', 'FR:France', 20],
  ]);
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'country' });
  await idle();
  expect(requests()).not.toContain(ofMap);
  expect(mapRows(store.getState())).toEqual([]);

  store.getState().resize({ columns: 120, rows: 40 });
  await idle();
  expect(requests()).toEqual([ofMap]);
  expect(tableRows(store.getState())).toBe(8);
  store.getState().statistic.editSearch(textAtEnd('fra'));
  store.getState().statistic.leaveSearch();
  await idle();
  expect(requests()).not.toContain(ofMap);
  expect(mapRows(store.getState())).toEqual([
    { value: 'DE:Germany', count: 30 },
    { value: 'FR:France', count: 20 },
  ]);

  store.getState().navigation.replace({ screen: 'statistic', websiteId, name: 'browser' });
  await idle();
  requests();
  store.getState().resize({ columns: 140, rows: 40 });
  await idle();
  expect(requests()).toEqual([]);
});
