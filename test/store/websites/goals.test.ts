import { expect, onTestFinished, test } from 'vitest';
import { createKeptService } from '#app/services.ts';
import { openLocalData } from '#config/kept/localData.ts';
import { addDays, daysFrom } from '#model/period/day.ts';
import { type Goal, setGoal } from '#model/website/goal.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { listen } from '#server/http.ts';
import { shownStandings } from '#store/kept/goals.ts';
import { attentionList } from '#store/queries/overview.ts';
import { textAtEnd } from '#text/textField.ts';
import { createApi } from '../../helpers/apiFixture.ts';
import { isSettled } from '../../helpers/rowsOfToday.ts';
import { ownIdentity } from '../../helpers/serviceIdentity.ts';
import { storeOver, today, until } from '../../helpers/storeFixture.ts';
import {
  key,
  openForTest,
  putStatistics,
  temporaryFile,
  temporaryFolder,
} from '../../server/serverFixture.ts';

/** Two websites with a hundred visitors on every day of two years; what is asked of each. */
async function listed(goals: readonly Goal[]) {
  const file = temporaryFile();
  const service = await openForTest({ file, today: () => today, apiKey: key });
  const asked: string[] = [];
  const listener = await listen({
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.includes('/stats/'))
        asked.push(
          ['name', 'from', 'to'].reduce(
            (words, name) => `${words} ${searchParams.get(name)}`,
            pathname.split('/').at(-1) ?? '',
          ),
        );
      return await service.answer(request);
    },
  });
  onTestFinished(async () => {
    await listener.close();
    service.close();
  });
  const api = createApi({ baseUrl: listener.url, apiKey: key });
  for (const domain of ['one.example', 'two.example'])
    await api.createWebsite({ ...websiteDefaults, domain });
  for (const id of [1, 2])
    await putStatistics(
      file,
      id,
      'visitors',
      daysFrom(addDays(today, -730), 731).map(day => [day, '', 100] as const),
    );
  const { files } = openLocalData(temporaryFolder(), ownIdentity('demo'));
  files.goals.change(before => goals.reduce(setGoal, before));
  const { store } = storeOver(api, {
    tags: createKeptService(files.tags),
    notes: createKeptService(files.notes),
    goals: createKeptService(files.goals),
    now: () => Date.parse(`${today}T12:00:00Z`),
  });
  store.getState().resize({ columns: 120, rows: 40 });
  await store.getState().websites.load();
  await until(store, isSettled);
  return { store, asked, files };
}

const goal = (count: number): Goal => ({
  id: '1',
  domain: 'one.example',
  name: 'visitors',
  per: 'month',
  count,
});

test('the list reads how far a goal is in five requests, and of a website without one nothing more', async () => {
  const without = await listed([]);
  const { store, asked } = await listed([goal(3001)]);
  await until(store, state => shownStandings(state, '1').length > 0);
  await until(store, isSettled);
  const more = asked.filter(each => !without.asked.includes(each));
  expect(more.toSorted()).toEqual([
    '1 visitors 2025-10-04 2026-01-11',
    '1 visitors 2026-01-12 2026-04-21',
    '1 visitors 2026-04-22 2026-07-30',
    '1 visitors 2026-07-31 2026-11-07',
    '1 visitors 2026-11-08 2026-11-20',
  ]);
  // November has 30 days: 3,000.
  const [found] = attentionList(store.getState()).websites;
  expect(found).toMatchObject({
    website: { domain: 'one.example' },
    attention: [{ kind: 'goal', standing: { soFar: 2000, end: 3000, state: 'missed' } }],
  });
  expect(shownStandings(store.getState(), '2')).toEqual([]);
});

test('a goal that is set or removed in the dialog is kept, and said at once', async () => {
  const { store, files } = await listed([]);
  const website = store.getState().websites.rows.find(({ id }) => id === '1');
  if (website === undefined) throw new Error('no website');
  const { goals } = store.getState();
  goals.open(website, { name: 'event', value: 'checkout' });
  expect(store.getState().goals.setting?.subjects[0]).toEqual({
    name: 'event',
    value: 'checkout',
    per: 'month',
  });
  goals.choose(1);
  goals.edit(textAtEnd('none'));
  goals.save();
  expect(store.getState().goals.error).toBe('A goal is a whole number from 1 on, such as 50000.');
  goals.edit(textAtEnd('3,001'));
  goals.save();
  expect(files.goals.read()).toEqual([goal(3001)]);
  await until(store, state => attentionList(state).websites.length === 1);
  goals.open(website);
  expect(store.getState().goals.typed.value).toBe('3001');
  goals.edit(textAtEnd(''));
  goals.save();
  expect(files.goals.read()).toEqual([]);
  await until(store, state => attentionList(state).websites.length === 0);
});
