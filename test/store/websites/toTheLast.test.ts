import { expect, test } from 'vitest';
import { until } from '../../helpers/storeFixture.ts';
import { isIdle, openMany } from './manyFixture.ts';

test('G goes to the last of 20,000 websites, a page of 100 after the other; another key stops where it is', async () => {
  const { store, service } = await openMany(20_000);
  store.getState().resize({ columns: 80, rows: 24 });
  await store.getState().websites.load();
  await until(store, isIdle);
  const lists = () => service.requests.filter(url => url.includes('/websites?')).length;
  const { websites } = store.getState();
  websites.move('last');
  await until(store, state => state.websites.rows.length > 1_000);
  websites.move('up');
  const stopped = await until(store, isIdle);
  expect(stopped.websites.rows.length).toBeLessThan(20_000);
  websites.move('last');
  const { rows, position } = (
    await until(store, state => state.websites.position.selected === 19_999, 120_000)
  ).websites;
  expect([rows.length, rows[position.selected]?.domain]).toEqual([20_000, 'site-00001.example']);
  // Whoever reads the list anew reads its first page again, and no page is read twice but the one under way as the key came.
  expect(lists()).toBeLessThanOrEqual(203);
});
