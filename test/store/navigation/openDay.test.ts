import { expect, test } from 'vitest';
import { ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { dispatchKey, screenOf } from '#commands/registry.ts';
import { cursorDetail, pointUnderCursor } from '#screens/chart/cursor.ts';
import { historyLayout } from '#store/display.ts';
import { choicesOf } from '#store/period.ts';
import { shownPeriod } from '#store/queries/question.ts';
import { storeWithStatistics } from '../statistics/statisticsFixture.ts';

// Today is Friday 20 November 2026: the last 28 days are 23 October to 19 November, against 25 September to 22 October.

async function opened(name: 'visitors' | 'dashboard' | 'history', capabilities?: typeof ownCapabilities) {
  const fixture = await storeWithStatistics({}, capabilities);
  const { store, services, websiteId, add, idle } = fixture;
  await add('visitors', [
    ['2026-10-21', '', 50],
    ['2026-11-18', '', 75],
    ['2026-11-19', '', 40],
  ]);
  await add('page', [
    ['2026-11-11', '/', 8],
    ['2026-11-18', '/', 12],
  ]);
  await add('visitors_hours', [
    ['2026-11-18', '09', 30],
    ['2026-11-18', '14', 45],
    ['2026-11-11', '14', 15],
  ]);
  const { navigation } = store.getState();
  if (name === 'dashboard') navigation.push({ screen: 'dashboard', websiteId });
  else if (name === 'history') navigation.push({ screen: 'history', websiteId, name: 'page', value: '/' });
  else navigation.push({ screen: 'statistic', websiteId, name });
  await idle();
  return {
    ...fixture,
    press: (...keys: string[]) => keys.forEach(key => dispatchKey(key, store, services)),
    detail: () => cursorDetail(store.getState())?.text,
    period: () => shownPeriod(store.getState()),
  };
}

test('Left and Right, Home and End move over the days, each beside the day compared with', async () => {
  const { press, detail } = await opened('visitors');
  expect(detail()).toBe(undefined);
  press('Left');
  expect(detail()).toBe(
    'Thu 19 Nov 2026: 40 visitors   new against 0 on Thu 12 Nov, a usual Thursday   before, Thu 22 Oct: 0',
  );
  press('Left');
  expect(detail()).toBe(
    'Wed 18 Nov 2026: 75 visitors   new against 0 on Wed 11 Nov, a usual Wednesday   before, Wed 21 Oct: 50',
  );
  press('Home', 'Left');
  expect(detail()).toBe('Fri 23 Oct 2026: 0 visitors   before, Fri 25 Sep: 0');
  press('Right');
  expect(detail()).toBe('Sat 24 Oct 2026: 0 visitors   before, Sat 26 Sep: 0');
  press('End', 'Right');
  expect(detail()).toBe(
    'Thu 19 Nov 2026: 40 visitors   new against 0 on Thu 12 Nov, a usual Thursday   before, Thu 22 Oct: 0',
  );
});

test.for(['visitors', 'dashboard', 'history'] as const)(
  'Enter opens the day of the cursor, Esc comes back: %s',
  async screen => {
    const { store, press, idle, period } = await opened(screen);
    const before = period();
    press('End', 'Left', 'Enter');
    expect(store.getState().navigation.view).toMatchObject({
      screen: 'dashboard',
      days: { from: '2026-11-18' },
    });
    expect(period()).toEqual({ from: '2026-11-18', to: '2026-11-18' });
    // Days that are looked at are not what the next start begins with.
    expect(choicesOf(store.getState()).period).toEqual({ kind: 'preset', preset: 'last28' });
    await idle();
    press('Esc');
    expect(period()).toEqual(before);
    expect(store.getState().period.choice).toEqual({ kind: 'preset', preset: 'last28' });
    expect(pointUnderCursor(store.getState())?.span).toMatchObject({ from: '2026-11-18' });
  },
);

test('a history compares a day with its usual one, where that is in the period', async () => {
  const { press, detail } = await opened('history');
  press('End', 'Left');
  expect(detail()).toBe('Wed 18 Nov 2026: 12 page views   +50% against 8 on Wed 11 Nov, a usual Wednesday');
  press('Home');
  expect(detail()).toBe('Fri 23 Oct 2026: 0 page views');
});

test('the chart of a day is its hours, beside those of its usual day; they are asked for once', async () => {
  const { store, press, detail, idle, requests } = await opened('dashboard');
  press('End', 'Left', 'Enter');
  requests();
  await idle();
  const hours = requests().filter(query => query.includes('visitors_hours'));
  expect(hours.map(query => /from=([\d-]+)/.exec(query)?.[1])).toEqual(['2026-11-11', '2026-11-18']);
  press('Home');
  for (let hour = 0; hour < 14; hour += 1) press('Right');
  expect(detail()).toBe('Wed 18 Nov, 14:00 to 15:00: 45 visitors   usual, Wed 11 Nov: 15   +200%');
  press('Enter');
  expect(store.getState().navigation.view).toMatchObject({ screen: 'statistic', name: 'visitors' });
});

test('on the hours of a day a week is the same weekday before or after it, at the same hour, also where it has none', async () => {
  const { store, press, detail, idle, period } = await opened('dashboard');
  press('End', 'Left', 'Enter');
  await idle();
  press('Home', 'Right', '(');
  expect(period()).toEqual({ from: '2026-11-11', to: '2026-11-11' });
  await idle();
  expect(detail()).toBe('Wed 11 Nov, 01:00 to 02:00: 0 visitors   usual, Wed 4 Nov: 0');
  // The name of the day stands in the header, at 40x10 there alone.
  const { view } = store.getState().navigation;
  expect(screenOf('dashboard').title?.(store.getState(), view)).toEqual([
    'shop.example.com',
    'Wed 11 Nov 2026',
  ]);
  press('(', '(');
  expect(period()).toEqual({ from: '2026-10-28', to: '2026-10-28' });
  await idle();
  press(')', ')', ')');
  expect(period()).toEqual({ from: '2026-11-18', to: '2026-11-18' });
  await idle();
  expect(detail()).toMatch(/^Wed 18 Nov, 01:00 to 02:00: 0 visitors/);
  press(')');
  expect(period()).toEqual({ from: '2026-11-18', to: '2026-11-18' });
  expect(store.getState().notices.current?.text).toBe('There is no later week: ( shows the one before.');
});

test.for(['visitors_hours', 'heatMap'] as const)(
  'of hours of several days a week moves these days: %s',
  async name => {
    const { store, press, idle, period, websiteId } = await opened('visitors');
    store
      .getState()
      .navigation.push(
        name === 'heatMap'
          ? { screen: name, websiteId, name: 'visitors_hours' }
          : { screen: 'statistic', websiteId, name },
      );
    await idle();
    press('Left');
    const { view } = store.getState().navigation;
    press('(', '(', ')');
    await idle();
    expect(period()).toEqual({ from: '2026-10-16', to: '2026-11-12' });
    expect(store.getState().navigation.view).toEqual(view);
    press(')', ')');
    expect(store.getState().period.choice).toEqual({ kind: 'preset', preset: 'last28' });
  },
);

test('a row over time of one day goes on by weeks', async () => {
  const { store, press, idle } = await opened('history');
  store.getState().period.choose({ kind: 'range', from: '2026-11-18', to: '2026-11-18' });
  await idle();
  press('(');
  await idle();
  expect(pointUnderCursor(store.getState())).toMatchObject({ span: { from: '2026-11-11' }, count: 8 });
});

test('another period chosen in the day goes with it; leaving by several levels restores the first', async () => {
  const { store, press, idle, period } = await opened('visitors');
  const before = period();
  press('End', 'Enter');
  store.getState().period.choose({ kind: 'preset', preset: 'last7' });
  await idle();
  press('Left', 'Enter');
  expect(period()).toEqual({ from: '2026-11-19', to: '2026-11-19' });
  press('Esc');
  expect(store.getState().period.choice).toEqual({ kind: 'preset', preset: 'last7' });
  press('Enter');
  store.getState().navigation.popTo(1);
  expect(period()).toEqual(before);
});

test('moving the cursor asks for nothing', async () => {
  const { press, idle, requests } = await opened('visitors');
  requests();
  press('Left', 'Left', 'Home', 'End', 'Right');
  await idle();
  expect(requests()).toEqual([]);
});

test('a day opened from a row over time is of that row, and Esc takes the filter off again; it says so where it is of all', async () => {
  for (const [capabilities, where, title] of [
    [ownCapabilities, [{ field: 'page', comparison: 'is', value: '/' }], /^\w{3} \d+ Nov 2026$/],
    [undefined, [], /^\w{3} \d+ Nov 2026, all visitors$/],
  ] as const) {
    const { store, press, idle } = await opened('history', capabilities);
    press('End', 'Left', 'Enter');
    const { view } = store.getState().navigation;
    expect(store.getState().filter.where).toEqual(where);
    expect(screenOf('dashboard').title?.(store.getState(), view)).toEqual([
      'shop.example.com',
      expect.stringMatching(title),
    ]);
    await idle();
    press('Esc');
    expect(store.getState().navigation.view.screen).toBe('history');
    expect(store.getState().filter.where).toEqual([]);
  }
});

test('a filter that is there already is not added again: the key says what takes it off', async () => {
  const { store, press, idle } = await opened('history', ownCapabilities);
  const where = [{ field: 'page', comparison: 'is', value: '/' }];
  press('f');
  await idle();
  expect(store.getState().notices.current).toBeUndefined();
  press('f');
  expect(store.getState().filter.where).toEqual(where);
  expect(store.getState().notices.current?.text).toBe('Filtered by it already: Backspace takes it off.');
});

test('the days of a row have a chart of three rows on the smallest terminal, above as many as are left, without titles', () => {
  expect(historyLayout({ columns: 40, rows: 10 })).toEqual({ chart: 3, hasTitles: false, gap: 0, rows: 2 });
  expect(historyLayout({ columns: 80, rows: 24 })).toEqual({ chart: 8, hasTitles: true, gap: 1, rows: 8 });
});
