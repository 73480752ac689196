import { expect, onTestFinished, test } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { createApi } from '../helpers/apiFixture.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { openService } from '#server/openService.ts';
import type { Store } from '#store/createStore.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';
import { type Viewport } from '#store/display.ts';
import { storeOver } from '../helpers/storeFixture.ts';

/** Long enough for everything to be asked that does not wait for an answer. */
const turnsToAsk = 20;

/**
 * A store whose service is far away: what is asked at once is answered at once, and only when nothing more is asked. Each
 * such round is a way there and back, however long that takes.
 */
async function farAway() {
  const service = await openService({ file: ':memory:', today: () => '2026-11-20' });
  onTestFinished(() => service.close());
  let waiting: (() => void)[] = [];
  let asked = 0;
  const api = createApi({
    baseUrl: 'http://localhost',
    apiKey: 'any',
    async service(request) {
      asked++;
      await new Promise<void>(resolve => waiting.push(resolve));
      return await service.answer(request);
    },
  });
  const { store } = storeOver(api);
  /** How many rounds it takes until nothing is asked any more. */
  const rounds = async () => {
    for (let round = 0; ; round++) {
      for (let turn = 0; turn < turnsToAsk; turn++) await new Promise(resolve => setImmediate(resolve));
      if (waiting.length === 0) return round;
      for (const answer of waiting.splice(0)) answer();
    }
  };
  const creating = api.createWebsite({ ...websiteDefaults, domain: 'far.example' });
  await rounds();
  const id = (await creating)?.id ?? '';
  asked = 0;
  waiting = [];
  return { store, id, rounds, asked: () => asked };
}

const panelsAt = (viewport: Viewport) => {
  const { panelColumns, panelRows } = dashboardLayout({ viewport, capabilities });
  return Math.min(14, panelColumns * panelRows);
};

async function openDashboard(store: Store, id: string, viewport: Viewport, rounds: () => Promise<number>) {
  store.getState().resize(viewport);
  store.getState().navigation.push({ screen: 'dashboard', websiteId: id });
  return await rounds();
}

/**
 * `others`: the hours of today, which its tile needs (a website without visitors has no day to compare them with), its first
 * day, since none of the days read has a count, and on the largest the countries of the map.
 */
const sizes = [
  { columns: 80, rows: 24, panels: 4, others: 2 },
  { columns: 120, rows: 40, panels: 6, others: 2 },
  { columns: 200, rows: 60, panels: 14, others: 3 },
];

test.each(sizes)(
  'a dashboard of $columns x $rows is whole after a quarter as many ways as it asks for, and one',
  async size => {
    const { store, id, rounds, asked } = await farAway();
    store.getState().comparison.choose(undefined);
    expect(panelsAt(size)).toBe(size.panels);
    const needed = await openDashboard(store, id, size, rounds);
    expect(needed).toBeLessThanOrEqual(Math.ceil((size.panels + size.others) / 4) + 1);
    // The panels, two series, and the website itself, which no list has told of.
    expect(asked()).toBe(size.panels + size.others + 3);
  },
);

test.each(sizes)(
  'compared, one of $columns x $rows asks once more for each panel, behind what it shows',
  async size => {
    const { store, id, rounds, asked } = await farAway();
    const needed = await openDashboard(store, id, size, rounds);
    const reads = size.panels * 2 + size.others;
    expect(needed).toBeLessThanOrEqual(Math.ceil(reads / 4) + 1);
    expect(asked()).toBe(reads + 3);
  },
);

test('back again while the numbers are fresh: nothing is asked', async () => {
  const { store, id, rounds, asked } = await farAway();
  const listing = store.getState().websites.load();
  await rounds();
  await listing;
  await openDashboard(store, id, { columns: 120, rows: 40 }, rounds);
  const before = asked();
  store.getState().navigation.pop();
  await rounds();
  const between = asked();
  store.getState().navigation.push({ screen: 'dashboard', websiteId: id });
  expect(await rounds()).toBe(0);
  expect(asked()).toBe(between);
  // Going back to the list reads the list anew behind its rows, and no series again.
  expect(between - before).toBeLessThanOrEqual(1);
});
