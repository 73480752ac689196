import type { ExportChoice } from '#store/exporting.ts';
import { viewCommand } from '#store/viewRules.ts';
import { expect, test } from 'vitest';
import { storeWith, until } from '../../helpers/storeFixture.ts';

test('every view has the command that prints it, ready for a shell', async () => {
  const { store } = await storeWith(['shop.example.com']);
  await store.getState().websites.load();
  const command = (as: Partial<ExportChoice> = {}) =>
    viewCommand(store.getState(), { kind: 'csv', hides: false, ...as });
  const { navigation, period, comparison, websites } = store.getState();
  expect(command()).toBe(
    'sitedeck --profile test overview --period 28d --compare=usual --sort-by id --sort desc --format csv',
  );
  websites.openSearch();
  websites.editSearch({ value: "it's $HOME", caret: 0 });
  websites.leaveSearch();
  expect(command()).toContain(
    String.raw`overview --period 28d --compare=usual '--search=it'\''s $HOME' --sort-by id`,
  );
  websites.clearSearch();
  await until(store, state => state.websites.rows.length === 1);
  store.getState().overview.toggle();
  expect(command()).toBe(
    'sitedeck --profile test websites list --sort-by id --sort desc --per-page 10 --format csv',
  );
  navigation.push({ screen: 'dashboard', websiteId: '1' });
  // A report is no table: the numbers of a dashboard are its statistics.
  const dashboard =
    /^sitedeck --profile test stats shop\.example\.com visitors .*--compare=\w+ --format csv$/;
  await until(store, () => command()?.includes(' visitors ') === true);
  expect(command()).toMatch(dashboard);
  expect(command()).toContain(' --period 28d --compare=usual ');
  // Its picture is drawn by no command.
  expect(command({ kind: 'picture' })).toBeUndefined();
  period.choose({ kind: 'range', from: '2026-03-01', to: '2026-03-31' });
  comparison.choose(undefined);
  navigation.push({ screen: 'statistic', websiteId: '1', name: 'page' });
  await until(store, state => state.statistic.list.data !== undefined);
  expect(command()).toBe(
    'sitedeck --profile test stats shop.example.com page --from 2026-03-01 --to 2026-03-31 --compare=none --sort-by count --sort desc --per-page 10 --format csv',
  );
  comparison.choose('year');
  navigation.replace({ screen: 'statistic', websiteId: '1', name: 'visitors' });
  expect(command()).toBe(
    'sitedeck --profile test stats shop.example.com visitors --from 2026-03-01 --to 2026-03-31 --compare=year --format csv',
  );
  navigation.replace({ screen: 'why', websiteId: '1' });
  expect(command()).toBe(
    'sitedeck --profile test why shop.example.com --from 2026-03-01 --to 2026-03-31 --compare=year --format csv',
  );
  navigation.replace({ screen: 'why', websiteId: '1', day: '2026-03-05' });
  expect(command()).toBe(
    'sitedeck --profile test why shop.example.com --from 2026-03-05 --to 2026-03-05 --compare=year --format csv',
  );
  comparison.choose(undefined);
  expect(command()).toBeUndefined();
  navigation.replace({ screen: 'year', websiteId: '1' });
  expect(command()).toBe('sitedeck --profile test year shop.example.com --format csv');
  expect(command({ kind: 'markdown' })).toBe(
    'sitedeck --profile test year shop.example.com --format markdown',
  );
  expect(command({ kind: 'picture' })).toBe('sitedeck --profile test year shop.example.com --format svg');
  expect(command({ kind: 'picture', hides: true })).toBe(
    'sitedeck --profile test year shop.example.com --format svg --hide-names',
  );
  navigation.replace({ screen: 'history', websiteId: '1', name: 'page', value: '--json' });
  expect(command()).toMatch(/ --format csv -- shop\.example\.com page --json$/);
  comparison.choose('usual');
  period.choose({ kind: 'preset', preset: 'today' });
  navigation.replace({ screen: 'why', websiteId: '1' });
  expect(command()).toBe(
    'sitedeck --profile test why shop.example.com --period today --compare=usual --format csv',
  );
  navigation.replace({ screen: 'dashboard', websiteId: '1' });
  await until(store, () => command()?.includes(' visitors ') === true);
  expect(command()).toMatch(dashboard);
  // A box is no view: it stands over one.
  navigation.push({ screen: 'help' });
  await until(store, () => command()?.includes(' visitors ') === true);
  expect(command()).toMatch(dashboard);
});

test('a service from the environment is not named: the command is for the same shell', async () => {
  const profile = {
    name: 'stats.example.com',
    readOnly: false,
    fromEnvironment: true,
  } as const;
  const { store } = await storeWith([], { profile });
  expect(viewCommand(store.getState(), { kind: 'json', hides: false })).toMatch(
    /^sitedeck overview .* --format json$/,
  );
});
