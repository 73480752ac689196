import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { createApi } from '#api/createApi.ts';
import { PanelGrid } from '#screens/dashboard/PanelGrid.tsx';
import { StatisticScreen } from '#screens/statistic/Screen.tsx';
import { StoreProvider } from '#screens/useAppState.ts';
import { dashboardLayout } from '#store/dashboardLayout.ts';
import { useFaultServer } from '../helpers/apiFixture.ts';
import { json } from '../helpers/faultAnswers.ts';
import { storeOver, until } from '../helpers/storeFixture.ts';

const faults = useFaultServer();
const opened = { screen: 'statistic', websiteId: '1', name: 'page' } as const;

test('a service that gives 200,000 rows in place of 25: they are drawn like few', async () => {
  const rows = Array.from({ length: 200_000 }, (_, place) => ({ value: place % 1000, count: 1 }));
  faults.server.answerWith(json({ data: rows }));
  const { store } = storeOver(createApi({ baseUrl: faults.server.url, apiKey: 'key-of-the-tests' }));
  store.getState().navigation.push(opened);
  await until(store, ({ statistic }) => statistic.list.data !== undefined, 20_000);
  const table = render(
    <StoreProvider value={store}>
      <StatisticScreen {...opened} />
    </StoreProvider>,
  );
  expect(table.lastFrame()).toContain('200,000 rows');

  store.getState().navigation.replace({ screen: 'dashboard', websiteId: '1' });
  await until(store, ({ stats }) => Object.values(stats.rows).some(({ data }) => data !== undefined), 20_000);
  const panels = render(
    <StoreProvider value={store}>
      <PanelGrid websiteId="1" layout={dashboardLayout(store.getState().viewport)} width={80} />
    </StoreProvider>,
  );
  expect(panels.lastFrame()).toContain('Pages');
}, 60_000);

test('nor does the number of rows meet a limit of the language', async () => {
  // The stack of a test has room for four times as many arguments as that of the program.
  const row = { value: '/', count: 1 };
  const page = { rows: Array.from({ length: 1_000_000 }, () => row), page: 1, next: 'no' } as const;
  const api = createApi({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key-of-the-tests' });
  const { store } = storeOver({ ...api, readStatistic: async () => page });
  store.getState().navigation.push(opened);
  await until(store, ({ statistic }) => statistic.list.data !== undefined);
  const table = render(
    <StoreProvider value={store}>
      <StatisticScreen {...opened} />
    </StoreProvider>,
  );
  expect(table.lastFrame()).toContain('1,000,000 rows');
}, 60_000);
