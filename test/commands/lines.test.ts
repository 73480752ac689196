import { expect, onTestFinished, test } from 'vitest';
import { dispatchKey, keyHintsOf } from '#commands/registry.ts';
import { openLogs } from '#logs/index.ts';
import { listen } from '#server/http.ts';
import { shownLines } from '#store/lines.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { exportSource, viewCommand } from '#store/viewRules.ts';
import type { Route } from '#store/navigation/route.ts';
import { textAtEnd } from '#text/textField.ts';
import { createApi } from '../helpers/apiFixture.ts';
import { storeOver, until } from '../helpers/storeFixture.ts';
import { key, openForTest, temporaryFolder } from '../server/serverFixture.ts';
import { followHere } from '../logs/followFixture.ts';
import { googlebot, line, safari, writeLog } from '../logs/importFixture.ts';

const at = (time: string, path = '/', options = {}) => line(`10/Nov/2026:${time}`, path, options);
const log = [
  at('08:00:00'),
  at('08:01:00', '/shoes'),
  at('08:02:00', '/shoes', { agent: safari }),
  at('09:00:00', '/gone', { status: 404 }),
  at('09:01:00', '/gone', { status: 404, agent: googlebot }),
  line('11/Nov/2026:08:00:00', '/shoes'),
];

/** A store over the service that counted the log, on the days of it. */
async function open() {
  const following = await followHere(writeLog(temporaryFolder(), 'access.log', log));
  await following.look();
  const { file } = following;
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC', apiKey: key });
  const listener = await listen(service);
  onTestFinished(async () => {
    await listener.close();
    service.close();
  });
  const api = createApi({ baseUrl: listener.url, apiKey: key });
  const { store, services } = storeOver(api, {
    lines: { find: openLogs({ file, timeZone: 'UTC', name: 'test' }).lines },
  });
  const state = store.getState;
  await state().websites.load();
  state().period.choose({ kind: 'range', from: '2026-11-09', to: '2026-11-11' });
  const show = (route: Route) => state().navigation.push(route);
  const press = (...keys: string[]) => keys.forEach(each => dispatchKey(each, store, services));
  const read = async () => {
    await until(store, ({ lines }) => !lines.isReading && lines.summary !== undefined);
    return state().lines;
  };
  return { store, state, show, press, read };
}

test('on few columns Enter clears the search, then goes back, as the footer says', async () => {
  const { store, state, show, press, read } = await open();
  state().resize({ columns: 40, rows: 10 });
  show({ screen: 'statistic', websiteId: '1', name: 'page' });
  await until(store, ({ statistic }) => statistic.list.data !== undefined);
  press('O');
  await read();
  press('/');
  state().lines.editSearch(textAtEnd('10/Nov'));
  press('Enter');
  expect(keyHintsOf(state())).toMatchObject([{ key: 'Esc', action: 'clear search' }]);
  press('Enter');
  expect(state().lines.search).toBe('');
  expect(keyHintsOf(state())).toMatchObject([{ key: 'Esc', action: 'back' }]);
  press('Enter');
  expect(topRoute(state().navigation.stack).screen).toBe('statistic');
});

test('O shows the lines of a row, of the days under the cursor, and of all that is shown', async () => {
  const { store, state, show, press, read } = await open();
  show({ screen: 'statistic', websiteId: '1', name: 'page' });
  await until(store, ({ statistic }) => statistic.list.data !== undefined);
  press('O');
  expect(topRoute(state().navigation.stack)).toEqual({
    screen: 'lines',
    websiteId: '1',
    asked: {
      website: '1',
      period: { from: '2026-11-09', to: '2026-11-11' },
      where: [{ field: 'page', comparison: 'is', value: '/shoes' }],
      ofRow: ['page'],
    },
  });
  expect((await read()).all).toEqual([log[5], log[2], log[1]]);
  expect(viewCommand(state(), { kind: 'csv', hides: false })).toBe(
    'sitedeck --profile test lines example.com --from 2026-11-09 --to 2026-11-11 --where page=/shoes',
  );
  press('Esc');
  expect(state().lines).toMatchObject({ all: [], summary: undefined, question: undefined });

  state().navigation.replace({ screen: 'statistic', websiteId: '1', name: 'status' });
  await until(store, ({ statistic }) => statistic.name === 'status' && statistic.list.data !== undefined);
  press('Down', 'O');
  expect((await read()).all).toEqual([log[4], log[3]]);
  expect(viewCommand(state(), { kind: 'csv', hides: false })).toContain('--status=404');
  press('Esc');

  state().navigation.replace({ screen: 'dashboard', websiteId: '1', cursor: '2026-11-11' });
  await until(store, ({ answers }) =>
    [...answers.known('1')].some(({ kind, answer }) => kind === 'series' && answer.data !== undefined),
  );
  press('O');
  expect((await read()).all).toEqual([log[5]]);
  press('Esc');
  state().navigation.pointAt(undefined);
  press('O');
  expect((await read()).all).toEqual([log[5], log[2], log[1], log[0]]);
});

test('within a filter a row is one more condition, in place of others of its field', async () => {
  const { store, state, show, press, read } = await open();
  state().filter.add([{ field: 'device', comparison: 'is', value: 'desktop' }]);
  state().filter.add([{ field: 'page', comparison: 'is', value: '/' }]);
  state().filter.add([{ field: 'page', comparison: 'is', value: '/shoes' }]);
  show({ screen: 'statistic', websiteId: '1', name: 'page' });
  await until(store, ({ statistic }) => statistic.list.data !== undefined);
  press('O');
  const { all, summary, question } = await read();
  expect(question?.where.map(({ value }) => value)).toEqual(['desktop', '/shoes']);
  expect(all).toEqual([log[5], log[1]]);
  expect(summary?.visits).toEqual({ visitors: 2, sessions: 2 });
});

test('lines are searched, scrolled and saved; what is stopped says so, and is read again', async () => {
  const { state, show, press, read } = await open();
  show({ screen: 'dashboard', websiteId: '1' });
  press('O');
  await read();
  press('/');
  state().lines.editSearch(textAtEnd('IPHONE'));
  expect(shownLines(state().lines)).toEqual([log[2]]);
  press('Enter');
  const source = exportSource(state());
  expect(source?.table.rows).toEqual([[log[2]]]);
  expect(source?.nameParts).toEqual(['example.com', 'lines']);
  press('Esc');
  expect(shownLines(state().lines)).toHaveLength(4);
  press('Right', 'Right', 'Left');
  expect(state().lines.shift).toBe(38);
  press('Left');
  expect(state().lines.shift).toBe(0);
  press('Down', 'y');
  expect(state().notices.current?.text).toBe(`Copied ${log[2]}.`);
  press('r', 'Esc');
  await expect.poll(() => state().lines.problem).toBe('Interrupted.');
  expect(topRoute(state().navigation.stack).screen).toBe('lines');
  press('r');
  expect((await read()).all).toHaveLength(4);
});
