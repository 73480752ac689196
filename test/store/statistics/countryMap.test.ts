import { expect, test } from 'vitest';
import { textAtEnd } from '#text/textField.ts';
import { markedRows, tableCells } from '#screens/statistic/RowsView.tsx';
import { showsMapAlone } from '#store/views/rowPane.ts';
import { worldRows } from '#store/queries/rows.ts';
import { countryColumns } from '#store/display.ts';
import { clockByHand } from '../../helpers/clockByHand.ts';
import { storeWithStatistics } from './statisticsFixture.ts';

const ofMap = 'name=country&from=2026-10-23&to=2026-11-19&per_page=100';

test.each([
  [{ columns: 80, rows: 24 }, undefined],
  [{ columns: 99, rows: 50 }, undefined],
  [{ columns: 200, rows: 29 }, undefined],
  [
    { columns: 100, rows: 30 },
    { table: 48, map: 52 },
  ],
  [
    { columns: 120, rows: 40 },
    { table: 48, map: 72 },
  ],
  // 36 of 100 columns.
  [
    { columns: 200, rows: 50 },
    { table: 72, map: 128 },
  ],
])('%o has %o', (viewport, layout) => {
  expect(countryColumns(viewport)).toEqual(layout);
});

test('countries are read for the map where there is one, whatever the table is searched for', async () => {
  const { store, websiteId, add, requests, idle, show } = await storeWithStatistics({
    // The pane of the selected row, which reads once that rests, is none of it.
    after: clockByHand().after,
  });
  await add('country', [
    ['2026-11-01', 'DE:Germany', 30],
    ['2026-11-01', 'FR:France', 20],
  ]);
  await show({ screen: 'statistic', websiteId, name: 'country' });
  expect(requests()).not.toContain(ofMap);
  expect(worldRows(store.getState(), store.getState().statistic.websiteId)).toEqual([]);

  store.getState().resize({ columns: 120, rows: 40 });
  await idle();
  expect(requests()).toEqual([ofMap]);
  const view = { top: 0, height: 9 };
  const cells = () => tableCells(store.getState(), markedRows(store.getState(), false), view);
  expect(cells().map(({ bar }) => bar)).toEqual([
    { count: 30, max: 30, hue: 'places', log: false },
    { count: 20, max: 30, hue: 'places', log: false },
  ]);
  store.getState().statistic.editSearch(textAtEnd('fra'));
  store.getState().statistic.leaveSearch();
  await idle();
  expect(requests()).not.toContain(ofMap);
  expect(worldRows(store.getState(), store.getState().statistic.websiteId)).toEqual([
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

test('where there is no room beside the rows the map takes their place, and reads its countries once', async () => {
  const { store, websiteId, add, requests, idle, show } = await storeWithStatistics({
    after: clockByHand().after,
  });
  await add('country', [['2026-11-01', 'DE:Germany', 30]]);
  await show({ screen: 'statistic', websiteId, name: 'country' });
  requests();
  const toggle = async () => {
    store.getState().statistic.toggleMap();
    await idle();
    return showsMapAlone(store.getState());
  };
  expect(showsMapAlone(store.getState())).toBe(false);
  expect(await toggle()).toBe(true);
  expect(requests()).toEqual([ofMap]);
  expect(await toggle()).toBe(false);
  expect(await toggle()).toBe(true);
  // Beside the rows it needs no place of theirs.
  store.getState().resize({ columns: 120, rows: 40 });
  await idle();
  expect(showsMapAlone(store.getState())).toBe(false);
  expect(requests()).toEqual([]);
  store.getState().resize({ columns: 80, rows: 24 });
  store.getState().navigation.replace({ screen: 'statistic', websiteId, name: 'browser' });
  await idle();
  expect(showsMapAlone(store.getState())).toBe(false);
});
