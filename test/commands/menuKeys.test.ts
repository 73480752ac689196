import { textAtEnd } from '#text/textField.ts';
import { presets } from '#model/period/period.ts';
import { menuLayout } from '#screens/menus/menu.ts';
import { periodMenu } from '#screens/menus/choices.ts';
import { expect, test } from 'vitest';
import { dispatchKey } from '#commands/registry.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { storeWith } from '../helpers/storeFixture.ts';

test('an entry of the orders or comparisons is chosen by its own key: two keys do it', async () => {
  const { store, services } = await storeWith(['one.example.com', 'two.example.com']);
  await store.getState().websites.load();
  const press = (...keys: string[]) => keys.forEach(key => dispatchKey(key, store, services));
  const orders = () => {
    const { sortBy, sort } = store.getState().websites;
    return `${sortBy} ${sort}`;
  };
  const byKey = ['v', 'p', 'c', 'C', 'n', 'o', 'a', 'z'].map(key => {
    press('s', key);
    return `${key} ${orders()}`;
  });
  expect(byKey).toEqual([
    'v visitors desc',
    'p pageviews desc',
    'c change desc',
    'C change asc',
    'n id desc',
    'o id asc',
    'a domain asc',
    'z domain desc',
  ]);
  expect(topRoute(store.getState().navigation.stack).screen).toBe('websites');
  const compared = ['y', 'w', 'p', 'n', 'u'].map(key => {
    press('c', key);
    return store.getState().comparison.baseline;
  });
  expect(compared).toEqual(['year', 'weekdays', 'previous', undefined, 'usual']);
  // A key that no entry has leaves the menu open.
  press('s', 'y');
  expect(topRoute(store.getState().navigation.stack).screen).toBe('sort');
});

test('in a statistic the same keys order its rows', async () => {
  const { store, services } = await storeWith(['one.example.com']);
  await store.getState().websites.load();
  store.getState().navigation.push({ screen: 'statistic', websiteId: '1', name: 'page' });
  const byKey = ['V', 'v', 'z', 'a'].map(key => {
    ['s', key].forEach(each => dispatchKey(each, store, services));
    const { sortBy, sort } = store.getState().statistic;
    return `${key} ${sortBy} ${sort}`;
  });
  expect(byKey).toEqual(['V count asc', 'v count desc', 'z value desc', 'a value asc']);
});

test('each period says its days at every size, and with room those before; what stands beside it selects it', async () => {
  const { store, services } = await storeWith(['one.example.com']);
  await store.getState().websites.load();
  dispatchKey('t', store, services);
  const entriesAt = (columns: number, rows: number) => {
    store.getState().resize({ columns, rows });
    return menuLayout(periodMenu, store.getState()).items;
  };
  for (const [columns, rows] of [
    [40, 10],
    [80, 24],
    [120, 40],
  ] as const) {
    const entries = entriesAt(columns, rows);
    expect(entries.filter(({ note }) => note === undefined)).toEqual([]);
  }
  // Beside the longest title, which is marked.
  const widest = Math.max(
    ...entriesAt(40, 10)
      .slice(0, -1)
      .map(({ note = '' }) => note.length),
  );
  expect(widest).toBeLessThanOrEqual(17);
  const entries = entriesAt(80, 24);
  expect(entries.map(({ key }) => key)).toEqual('t y 7d 28d 30d 90d 12m tw lw tm lm ty a'.split(' '));
  dispatchKey('Esc', store, services);
  const chosen = entries.slice(0, -1).map(({ key = '' }) => {
    dispatchKey('t', store, services);
    store.getState().menu.edit(textAtEnd(key), periodMenu.field?.begun?.(key, store.getState()));
    dispatchKey('Enter', store, services);
    return JSON.stringify(store.getState().period.choice);
  });
  expect(chosen).toEqual(presets.map(({ name }) => JSON.stringify({ kind: 'preset', preset: name })));
});
