import { expect, test } from 'vitest';
import { addDays, daysFrom } from '#model/period/day.ts';
import { attentionList, overviewTotals, movedAlike, rowNumbers } from '#store/queries/overview.ts';
import type { State } from '#store/state.ts';
import { textAtEnd } from '#text/textField.ts';
import { useFaultServer } from '../../helpers/apiFixture.ts';
import { json } from '../../helpers/faultAnswers.ts';
import { storeOver, today, until } from '../../helpers/storeFixture.ts';
import { isRead } from './manyFixture.ts';

const served = useFaultServer();
const yesterday = addDays(today, -1);

/** Six websites of 100 a day and 200 yesterday; the seventh has ten times as many, an eighth what is usual. */
const onLast = (id: number) => (id <= 6 ? 200 : id === 7 ? 1_000 : 100);

/** @param held whose visitors are not answered before `release` */
async function openEight(held?: number) {
  const rows = Array.from({ length: 8 }, (_, index) => ({
    id: index + 1,
    domain: `site-${index + 1}.example`,
  }));
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  served.server.answerWith(async (response, request) => {
    const id = Number(/\/stats\/(\d+)/.exec(request.path)?.[1] ?? 0);
    const days = daysFrom('2026-09-01', 80).filter(day => day < today);
    const data = days.map(day => ({ value: day, count: day === yesterday ? onLast(id) : 100 }));
    const search = new URLSearchParams(request.query).get('search') ?? '';
    const found = rows.filter(({ domain }) => domain.includes(search));
    if (id === held && request.path.endsWith('/visitors')) await released;
    return json({ data: id === 0 ? found : data })(response, request);
  });
  const { store } = storeOver(served.api());
  await store.getState().websites.load();
  const areOthersRead = (now: State) =>
    now.websites.rows.filter(row => rowNumbers(now, row).visitors !== undefined).length === 7 &&
    now.activity.inFlight + now.activity.queued === 1;
  return { store, state: await until(store, held === undefined ? isRead(8) : areOthersRead), release };
}

test('what most websites did alike is said once, and is no reason for their attention', async () => {
  const { store, state } = await openEight();
  expect(movedAlike(state)).toMatchObject({ day: yesterday, moved: 6, among: 8 });
  const reasons = state.websites.rows.map(row => [row.id, rowNumbers(state, row).attention.length]);
  expect(Object.fromEntries(reasons)).toEqual({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 1, 8: 0 });
  expect(attentionList(state).websites.map(({ website }) => website.id)).toEqual(['7']);
  store.getState().websites.toggleAttention();
  expect(store.getState().websites.rows.map(({ id }) => id)).toEqual(['7']);
  // Sums are of the websites that are shown: 27 days of 100, and 1,000.
  expect(overviewTotals(state)).toMatchObject({ read: 8, visitors: 8 * 2_700 + 6 * 200 + 1_000 + 100 });
  expect(overviewTotals(store.getState())).toMatchObject({ read: 1, visitors: 3_700 });
});

test('a search changes nothing of what most websites did alike, in another period neither', async () => {
  const { store, state } = await openEight();
  const together = movedAlike(state);
  store.getState().websites.openSearch();
  store.getState().websites.editSearch(textAtEnd('site-3'));
  const searched = await until(store, ({ websites }) => websites.rows.length === 1);
  expect(movedAlike(searched)).toEqual(together);
  const attentionOf = (now: State) => now.websites.rows.map(row => rowNumbers(now, row).attention);
  expect(attentionOf(searched)).toEqual([[]]);
  store.getState().period.choose({ kind: 'preset', preset: 'last7' });
  const other = await until(store, now => now.websites.rows.every(row => rowNumbers(now, row).visitors));
  expect(movedAlike(other)).toEqual(together);
  expect(attentionOf(other)).toEqual([[]]);
});

test('before all websites are read that is not said, nor of each of them, and sums are of those that are read', async () => {
  const { store, state, release } = await openEight(8);
  const reasons = (now: State) => now.websites.rows.map(row => rowNumbers(now, row).attention.length);
  expect(movedAlike(state)).toBeUndefined();
  expect(reasons(state).filter(count => count > 0)).toEqual([1]);
  expect(overviewTotals(state)).toMatchObject({ read: 7, isReading: true });
  release();
  const after = await until(store, isRead(8));
  expect(movedAlike(after)).toMatchObject({ moved: 6, among: 8 });
  expect(overviewTotals(after)).toMatchObject({ read: 8, isReading: false });
});
