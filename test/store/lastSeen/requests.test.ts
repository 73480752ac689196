import { expect, onTestFinished, test } from 'vitest';
import { byTimer } from '#api/limiter.ts';
import { createApi } from '../../helpers/apiFixture.ts';
import { openLastSeen } from '#config/kept/lastSeen.ts';
import type { ServiceIdentity } from '#config/profile/serviceIdentity.ts';
import { todayIn } from '#model/period/day.ts';
import type { Viewport } from '#store/display.ts';
import { asOf } from '#store/reading/lastSeen.ts';
import { overviewTotals, rowNumbers } from '#store/queries/overview.ts';
import { shownSeries } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { lastSeenFolder } from '../../helpers/lastSeenFolder.ts';
import { manyWebsites } from '../../helpers/manyWebsites.ts';
import { storedIdentity } from '../../helpers/serviceIdentity.ts';
import { isReading, storeOver, until } from '../../helpers/storeFixture.ts';

/** Sessions of one profile, one after the other, over a service with 40 websites. */
async function profileOver(count = 40, viewport: Viewport = { columns: 80, rows: 24 }) {
  const service = await manyWebsites(count);
  const seen = lastSeenFolder();
  onTestFinished(async () => await service.close());
  const start = (at: string, timeZone = 'UTC') => {
    const now = () => Date.parse(at);
    const api = createApi({ baseUrl: service.url, apiKey: 'key-of-the-tests', random: () => 0 });
    const lastSeen = seen.open(storedIdentity('work', service.url, 'key one'));
    const { store } = storeOver(api, {
      lastSeen,
      now,
      today: () => todayIn(timeZone, new Date(now())),
      timeZone,
      // The pane then asks at once.
      after: (_ms, run) => byTimer(0, run),
      profile: { name: 'work', readOnly: false, keepsLastSeen: true },
    });
    store.getState().resize(viewport);
    const before = service.requests.length;
    const settled = async () => {
      // The numbers are asked for in the turn after their list.
      for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve));
      return await until(store, isSettled(count));
    };
    const end = () => {
      const { overview, preview } = store.getState();
      overview.end();
      preview.end();
      lastSeen.flush();
    };
    return { store, settled, end, asked: () => service.requests.slice(before) };
  };
  /** A session that ends once everything is read that it reads by itself. */
  const session = async (
    at: string,
    during: (open: ReturnType<typeof start>) => void | Promise<void> = () => undefined,
    timeZone?: string,
  ) => {
    const open = start(at, timeZone);
    await open.store.getState().websites.load();
    await open.settled();
    await during(open);
    const state = await open.settled();
    open.end();
    return { state, asked: open.asked() };
  };
  return { service, session, start, folder: seen.path };
}

const isSettled = (count: number) => (state: State) => {
  const { activity, overview, websites } = state;
  return (
    overview.progress.read === count &&
    !overview.progress.isReading &&
    !websites.list.loading &&
    activity.inFlight + activity.queued === 0 &&
    !isReading(state)
  );
};

/** The days asked for, of the requests for statistics. */
function daysAsked(asked: readonly string[]): string[] {
  return asked
    .map(url => new URL(url, 'http://service'))
    .filter(({ pathname }) => pathname.startsWith('/api/v1/stats/'))
    .map(({ searchParams }) => `${searchParams.get('from')} ${searchParams.get('to')}`);
}

const lists = (asked: readonly string[]) => asked.filter(url => url.startsWith('/api/v1/websites'));

test('40 websites, a second start in the same hour: one request, and the same numbers', async () => {
  const { session } = await profileOver();
  const first = await session('2026-11-20T12:00:00Z');
  // Visitors alone have a column at 80 by 24.
  expect(daysAsked(first.asked)).toHaveLength(40);
  const second = await session('2026-11-20T12:59:00Z');
  expect(second.asked).toHaveLength(1);
  expect(overviewTotals(second.state)).toEqual(overviewTotals(first.state));
  expect(overviewTotals(second.state)).toMatchObject({ read: 40, visitors: 28 * 820 });
});

test('with a pane too: one request', async () => {
  const { session } = await profileOver(40, { columns: 120, rows: 40 });
  const first = await session('2026-11-20T12:00:00Z', async ({ store }) => {
    await until(store, ({ preview }) => preview.asked > 0 && preview.answered === preview.asked);
  });
  expect(first.asked.length).toBeGreaterThan(41);
  const second = await session('2026-11-20T12:59:00Z', async ({ store }) => {
    await until(store, ({ preview }) => preview.asked > 0 && preview.answered === preview.asked);
  });
  expect(second.asked).toHaveLength(1);
});

test('later that day: the list, and of all websites the days that were not final', async () => {
  const { session } = await profileOver();
  await session('2026-11-20T12:00:00Z');
  const later = await session('2026-11-20T13:30:00Z');
  expect(lists(later.asked)).toHaveLength(1);
  // Noon is 12 hours after the end of the 19th: that day was not final then.
  expect(daysAsked(later.asked)).toEqual(Array(40).fill('2026-11-19 2026-11-20'));
  expect(rowNumbers(later.state, later.state.websites.rows[0] ?? { id: '', fields: {} })).toMatchObject({
    visitors: { total: 28 * 40 },
    asOf: undefined,
  });
  // Those that are not on screen are among the sums, and in charts below the list.
  expect(overviewTotals(later.state)).toMatchObject({ read: 40, visitors: 28 * 820, isKept: false });
  const third = await session('2026-11-20T15:00:00Z');
  // Those of 13:30 too were read before 14:00, those of three o'clock are read after it.
  expect(daysAsked(third.asked)).toEqual(Array(40).fill('2026-11-19 2026-11-20'));
  const fourth = await session('2026-11-20T16:30:00Z');
  expect(daysAsked(fourth.asked)).toEqual(Array(40).fill('2026-11-20 2026-11-20'));
});

test.each(['2026-11-20T12:30:00Z', '2026-11-20T13:30:00Z', '2026-11-21T09:00:00Z'])(
  'page views that a wide list showed are not waited for by one without them: at %s',
  async at => {
    const { session, start } = await profileOver(3, { columns: 120, rows: 40 });
    await session('2026-11-20T12:00:00Z');
    const { store, settled, end } = start(at);
    store.getState().resize({ columns: 80, rows: 24 });
    await store.getState().websites.load();
    await settled();
    expect(asOf(store.getState())).toBe(undefined);
    const shown = store.getState().websites.rows.map(row => rowNumbers(store.getState(), row));
    expect(shown.map(row => row.asOf)).toEqual(Array(3).fill(undefined));
    expect(shown.map(({ visitors }) => visitors?.total)).toEqual([28 * 3, 28 * 2, 28]);
    end();
  },
);

test('the next day: the list, and one for each website, from the first day that was not final', async () => {
  const { session } = await profileOver();
  await session('2026-11-20T12:00:00Z');
  const next = await session('2026-11-21T09:00:00Z');
  expect(lists(next.asked)).toHaveLength(1);
  expect(daysAsked(next.asked)).toEqual(Array(40).fill('2026-11-19 2026-11-21'));
  expect(overviewTotals(next.state)).toMatchObject({ read: 40, visitors: 28 * 820 });
  const shown = next.state.websites.rows.map(row => rowNumbers(next.state, row).asOf);
  expect(shown).toEqual(Array(40).fill(undefined));
});

test('before the service answers the sums are said to be of the websites they cover, and to be read again', async () => {
  const { session, start } = await profileOver();
  const { state } = await session('2026-11-20T12:00:00Z');
  expect(overviewTotals(state).isKept).toBe(false);
  for (const time of ['2026-11-20T12:30:00Z', '2026-11-21T09:00:00Z']) {
    const { store, settled, end } = start(time);
    expect(overviewTotals(store.getState())).toMatchObject({ read: 40, visitors: 28 * 820, isKept: true });
    expect(store.getState().overview.progress.total).toBe(40);
    await store.getState().websites.load();
    await settled();
    expect(overviewTotals(store.getState())).toMatchObject({ read: 40, visitors: 28 * 820, isKept: false });
    end();
  }
});

test('what a clock that was ahead has dated later than now is read again', async () => {
  const { session, service, folder } = await profileOver(3);
  await session('2026-11-20T12:00:00Z');
  const seen = openLastSeen(folder, storedIdentity('work', service.url, 'key one'), true);
  const { list } = seen;
  const later = list?.numbers.map(numbers => {
    const dated = Object.entries(numbers.byWebsite).map(
      ([id, of]) => [id, { ...of, at: of.at + 30 * 3_600_000 }] as const,
    );
    return { ...numbers, byWebsite: Object.fromEntries(dated) };
  });
  seen.keepList(() => list && { ...list, numbers: later ?? [] });
  seen.flush();
  // By that clock the 20th had ended 18 hours before it was read.
  const { asked } = await session('2026-11-20T12:30:00Z');
  expect(daysAsked(asked)).toEqual(Array(3).fill('2026-09-25 2026-11-20'));
});

test('with the clock set back by a day nothing of the day ahead is shown or trusted', async () => {
  const { session, start } = await profileOver(3);
  await session('2026-11-20T12:00:00Z');
  const { store, end } = start('2026-11-19T12:00:00Z');
  expect(store.getState().websites.list.data).toBeUndefined();
  expect(overviewTotals(store.getState())).toMatchObject({ read: 0 });
  end();
  const { asked } = await session('2026-11-19T12:00:00Z');
  expect(daysAsked(asked)).toEqual(Array(3).fill('2026-09-24 2026-11-19'));
});

test.each([
  // In Auckland it is one o'clock on the 21st: the 19th had ended there 25 hours before it was read.
  ['UTC', 'Pacific/Auckland', '2026-11-20 2026-11-21'],
  // The days before the 26th of September were not read.
  ['Pacific/Auckland', 'UTC', '2026-09-25 2026-11-20'],
])(
  'after a change of the zone from %s to %s the days of the new one are asked for',
  async (from, to, days) => {
    const { session } = await profileOver(3);
    await session('2026-11-20T12:00:00Z', undefined, from);
    const { asked, state } = await session('2026-11-20T12:30:00Z', undefined, to);
    expect(daysAsked(asked)).toEqual(Array(3).fill(days));
    expect(overviewTotals(state)).toMatchObject({ read: 3, visitors: 28 * 6, isKept: false });
  },
);

test('the next day with page views in a column: one for each website and measure', async () => {
  const { session } = await profileOver(40, { columns: 104, rows: 30 });
  expect(daysAsked((await session('2026-11-20T12:00:00Z')).asked)).toHaveLength(80);
  const next = await session('2026-11-21T09:00:00Z');
  expect(lists(next.asked)).toHaveLength(1);
  expect(daysAsked(next.asked)).toEqual(Array(80).fill('2026-11-19 2026-11-21'));
});

test('no numbers are asked for of websites that only an earlier session saw', async () => {
  const { session, start } = await profileOver(3);
  await session('2026-11-20T12:00:00Z');
  const { store, settled, end, asked } = start('2026-11-21T09:00:00Z');
  // As when one comes back to the list after its request has failed.
  store.getState().overview.restart(false);
  for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve));
  expect(store.getState().activity).toMatchObject({ inFlight: 0, queued: 0 });
  expect(asked()).toEqual([]);
  await store.getState().websites.load();
  await settled();
  expect(daysAsked(asked())).toHaveLength(3);
  end();
});

test('r asks for everything, and what was known for good is not trusted any more', async () => {
  const { session } = await profileOver();
  await session('2026-11-20T12:00:00Z');
  const { asked } = await session('2026-11-20T12:10:00Z', async ({ store, settled, asked }) => {
    expect(asked()).toHaveLength(1);
    store.getState().refresh();
    await settled();
  });
  const days = daysAsked(asked);
  expect(days).toHaveLength(40);
  expect(new Set(days).size).toBe(1);
  // 28 days to yesterday, the 28 before them, and today.
  expect(days[0]).toBe('2026-09-25 2026-11-20');
});

test('the next day rows show the numbers of the day before, and when they were read, until those of today come', async () => {
  const { session, service, start } = await profileOver();
  const first = await session('2026-11-20T12:00:00Z');
  const { store, settled, end } = start('2026-11-21T09:00:00Z');
  const at = Date.parse('2026-11-20T12:00:00Z');
  const shown = () => store.getState().websites.rows.map(row => rowNumbers(store.getState(), row));
  const before = first.state.websites.rows.map(row => ({ ...rowNumbers(first.state, row), asOf: at }));
  expect(shown()).toEqual(before);
  service.hold();
  await store.getState().websites.load();
  expect(shown()).toEqual(before);
  store.getState().websites.move('down');
  const { selectedId } = store.getState().websites;
  service.release();
  await settled();
  expect(shown().map(({ asOf }) => asOf)).toEqual(Array(40).fill(undefined));
  // As many on each of 28 days. The half day of yesterday is no part of what is shown of it.
  expect(shown()[0]?.visitors?.days).toEqual(Array(28).fill(40));
  expect(store.getState().websites).toMatchObject({ selectedId, position: { selected: 1, top: 0 } });
  end();
});

test('a dashboard seen the day before stands for that day until the service answers, and then for today', async () => {
  const { session, service, start } = await profileOver(3);
  const opened = { screen: 'dashboard', websiteId: '2' } as const;
  const first = await session('2026-11-20T12:00:00Z', async ({ store, settled }) => {
    store.getState().navigation.push(opened);
    await until(store, state => !isReading(state));
    store.getState().navigation.pop();
    await settled();
  });
  const before = shownSeries(first.state, '2', 'pageviews').summary;
  expect(before).toMatchObject({ total: 28 * 2, today: 2 });
  const { store, settled, end, asked } = start('2026-11-21T09:00:00Z');
  await store.getState().websites.load();
  await settled();
  service.hold();
  const known = asked().length;
  store.getState().navigation.push(opened);
  expect(store.getState().today()).toBe('2026-11-20');
  expect(store.getState().lastSeen.day).toBe('2026-11-20');
  expect(shownSeries(store.getState(), '2', 'pageviews').summary).toEqual(before);
  expect(asOf(store.getState())).toBe(Date.parse('2026-11-20T12:00:00Z'));
  await until(store, ({ activity }) => activity.inFlight > 0);
  service.release();
  await until(store, ({ lastSeen }) => lastSeen.day === undefined);
  expect(store.getState().today()).toBe('2026-11-21');
  // Of its series the days are asked for that were not final.
  const seriesAsked = () => daysAsked(asked().filter(url => url.includes('name=pageviews&')));
  expect(seriesAsked()).toEqual(['2026-11-19 2026-11-21']);
  // No day before is asked for that was not final: all end today or yesterday, today's yesterday.
  expect(daysAsked(asked().slice(known)).filter(days => days.endsWith('2026-11-19'))).toEqual([]);
  expect(shownSeries(store.getState(), '2', 'pageviews').summary).toMatchObject({ total: 28 * 2, today: 2 });
  store.getState().refresh();
  await until(store, () => seriesAsked().length === 2);
  expect(seriesAsked().at(-1)).toBe('2026-09-26 2026-11-21');
  end();
});

test('a day opened from a chart is there the next day too, before the service answers', async () => {
  const { session, service, start } = await profileOver(3);
  const dashboard = { screen: 'dashboard', websiteId: '2' } as const;
  const look = ({ store }: ReturnType<typeof start>) => {
    const { navigation, period } = store.getState();
    navigation.push(dashboard);
    const days = { from: '2026-11-18', to: '2026-11-18', leftPeriod: period.choice } as const;
    navigation.push({ ...dashboard, days });
    return shownSeries(store.getState(), '2', 'pageviews').summary;
  };
  let before: ReturnType<typeof look>;
  await session('2026-11-20T12:00:00Z', async open => {
    look(open);
    const state = await until(open.store, now => !isReading(now));
    before = shownSeries(state, '2', 'pageviews').summary;
    state.navigation.popTo(1);
  });
  expect(before).toMatchObject({ count: 2 });
  const open = start('2026-11-21T09:00:00Z');
  await open.store.getState().websites.load();
  await open.settled();
  service.hold();
  expect(look(open)).toEqual(before);
  expect(asOf(open.store.getState())).toBe(Date.parse('2026-11-20T12:00:00Z'));
  open.store.getState().navigation.pop();
  expect(shownSeries(open.store.getState(), '2', 'pageviews').summary).toMatchObject({ total: 28 * 2 });
  service.release();
  open.end();
});

test('of another key, address or profile nothing is shown', async () => {
  const { session, service, folder } = await profileOver(3);
  await session('2026-11-20T12:00:00Z');
  const seen = (change: Partial<ServiceIdentity>) =>
    openLastSeen(folder, { ...storedIdentity('work', service.url, 'key one'), ...change }, false).list;
  expect(seen({})?.rows).toHaveLength(3);
  expect(seen({ account: 'key two' })).toBeUndefined();
  expect(seen({ account: 'command one' })).toBeUndefined();
  expect(seen({ address: 'https://other.example.com' })).toBeUndefined();
  expect(seen({ profile: 'home' })).toBeUndefined();
});
