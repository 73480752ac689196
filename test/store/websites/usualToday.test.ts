import { expect, test } from 'vitest';
import { todayByHour } from '#store/views/dashboardLayout.ts';
import { shownPreview } from '#store/websites/previewContent.ts';
import { until } from '../../helpers/storeFixture.ts';
import { storeWithStatistics } from '../statistics/statisticsFixture.ts';

test('the pane and the dashboard say the same of today: what is usual by this hour', async () => {
  const { store, websiteId, add, show } = await storeWithStatistics({
    now: () => Date.parse('2026-11-20T12:30:00Z'),
    timeZone: 'UTC',
  });
  await add('visitors', [
    ['2026-11-13', '2026-11-13', 120],
    ['2026-11-06', '2026-11-06', 80],
    ['2026-11-12', '2026-11-12', 500],
    ['2026-11-20', '2026-11-20', 21],
  ]);
  // 40 before noon, half of the 20 of the next hour by half past, 20 later.
  await add('visitors_hours', [
    ['2026-11-13', '09', 40],
    ['2026-11-13', '12', 20],
    ['2026-11-13', '18', 20],
    ['2026-11-20', '08', 21],
  ]);
  store.getState().resize({ columns: 120, rows: 40 });
  await store.getState().websites.load();
  const state = await until(store, ({ preview }) => preview.asked > 0 && preview.answered === preview.asked);
  // The mean of 120, 80, 0 and 0 is 50; 50 of the 80 by hour come until 12:30.
  expect(shownPreview(state)).toMatchObject({ visitors: { today: 21 }, usual: { by: 'now', count: 31 } });
  await show({ screen: 'dashboard', websiteId });
  const today = todayByHour(store.getState(), websiteId);
  expect(today).toMatchObject({ usual: 31, hour: 12 });
  expect(today?.hours?.[8]).toBe(21);
});
