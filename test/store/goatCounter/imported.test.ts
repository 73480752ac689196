import { expect, test } from 'vitest';
import { dashboardDetail } from '#screens/dashboard/index.ts';
import { request } from '#queries/answers/request.ts';
import { connectGoatCounter } from '../../helpers/apiFixture.ts';
import { allBits, startGoatCounter } from '../../helpers/goatCounter/server.ts';
import { storeOver, today } from '../../helpers/storeFixture.ts';

test('visits are called so, and what they are is said in place of what visitors are', async () => {
  const visits = ['/', '/about'].map(path => ({ at: '2026-11-19T10:00:00Z', path }));
  const server = await startGoatCounter({ sites: [{ cname: 'a.example', visits }] });
  const api = connectGoatCounter({ baseUrl: server.url, apiKey: server.tokenWith(allBits) });
  const { store } = storeOver(api, { now: () => Date.parse(`${today}T10:00:00Z`) });
  store.getState().navigation.push({ screen: 'dashboard', websiteId: '1' });
  await expect
    .poll(() => dashboardDetail(store.getState(), '1').text)
    .toBe('Visits: 2, everybody counts once for each page and event in eight hours');
});

test('days that are over are read again by a refresh: an import may have come since', async () => {
  const visit = { at: '2026-11-01T10:00:00Z', path: '/' };
  const server = await startGoatCounter({ sites: [{ cname: 'a.example', visits: [visit] }] });
  const api = connectGoatCounter({ baseUrl: server.url, apiKey: server.tokenWith(allBits) });
  const { store } = storeOver(api, { now: () => Date.parse(`${today}T10:00:00Z`) });
  const asked = request.series('visitors', { from: '2026-11-01', to: '2026-11-02' });
  const read = async () => {
    const { answers } = store.getState();
    await answers.read('1', asked, { owner: 'test', force: 'today' });
    return answers.get('1', asked).data?.map(({ count }) => count);
  };
  expect(await read()).toEqual([1, 0]);
  server.world.sites[0]?.visits.push(
    { ...visit, path: '/imported' },
    { ...visit, at: '2026-11-02T09:00:00Z' },
  );
  api.forget();
  expect(await read()).toEqual([2, 1]);
});
