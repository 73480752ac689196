import { expect, test } from 'vitest';
import type { Api } from '#api/api.ts';
import { change, formatChange } from '#model/comparison/change.ts';
import { addDays, dayOfWeek } from '#model/period/day.ts';
import { comparisonWords, weekdayName } from '#model/period/format.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { cursorDetail, pointUnderCursor } from '#screens/chart/cursor.ts';
import type { Store } from '#store/createStore.ts';
import { exportSource } from '#store/viewRules.ts';
import type { Route } from '#store/navigation/route.ts';
import { historyComparisons } from '#store/views/history.ts';
import { rowNumbers } from '#store/queries/overview.ts';
import { shownComparison } from '#store/queries/question.ts';
import { shownSeries } from '#store/queries/series.ts';
import { whyRead } from '#store/views/why.ts';
import { shownPreview } from '#store/websites/previewContent.ts';
import { connectUmami } from '../helpers/apiFixture.ts';
import { isReading, storeOver, until } from '../helpers/storeFixture.ts';
import { people } from '../helpers/umami/example.ts';
import type { Visit } from '../helpers/umami/visits.ts';
import { run, startService, today, umamiHome } from './fixture.ts';
import { type Asked, printed, serveDemo, type Verdict } from './verdicts.ts';

interface World extends Asked {
  readonly api: Api;
}

const everywhere =
  'list,pane,day view,export,why,cursor,why of the cursor,overview,stats,report,compare of agents'.split(',');

const yesterday = addDays(today, -1);
/** Days of the last five weeks and a half, yesterday first. */
const back = 40;

/** The counts of a website: weekdays differ, and so do weeks. */
const countOf = (day: Day, at: number) => 20 + 7 * dayOfWeek(day) + ((at * 13) % 11);

async function embedded(countsLogs: boolean): Promise<World> {
  const service = await startService(countsLogs);
  const [old, young, fresh] = [
    await service.add('old.example'),
    await service.add('young.example'),
    await service.add('fresh.example'),
  ];
  const days = Array.from({ length: back }, (_, at) => addDays(yesterday, -at));
  for (const [id, first] of [
    [old, back],
    [young, 10],
    [fresh, 5],
  ] as const)
    for (const name of ['visitors', 'pageviews'] as const)
      await service.count(
        id,
        name,
        ...days.slice(0, first).map((day, at) => [day, '', countOf(day, at)] as const),
      );
  await service.count(old, 'page', ...days.map((day, at) => [day, '/', countOf(day, at)] as const));
  return { api: service.api, env: service.env, shell: async (...args) => await run(args, service) };
}

async function umami(): Promise<World> {
  const who = ['ada', 'ben', 'cho', 'dot', 'eve'] as const;
  const visits = Array.from({ length: back }, (_, at) => at).flatMap(at => {
    const day = addDays(yesterday, -at);
    const count = 1 + ((at * 3 + dayOfWeek(day)) % who.length);
    return who
      .slice(0, count)
      .map((name): Visit => ({ who: name, at: `${day}T10:00:00Z`, paths: ['/', '/docs'] }));
  });
  const { server, key, home, shell } = await umamiHome({
    people,
    users: [{ username: 'anna', password: 'correct horse battery', role: 'user' }],
    websites: [
      { name: 'Old', domain: 'old.example', owner: 'anna', visits },
      {
        name: 'Fresh',
        domain: 'fresh.example',
        owner: 'anna',
        visits: visits.filter(({ at }) => at.slice(0, 10) >= addDays(yesterday, -4)),
      },
    ],
  });
  const api = connectUmami({ baseUrl: server.url, apiKey: key, timeZone: 'UTC' });
  return { api, env: home.env, shell };
}

/** By hand: of the same weekday in four weeks those since the first visitors, in the middle the lower and latest. */
async function recounted(api: Api, id: string, day: Day): Promise<Verdict> {
  const series = await api.readSeries(id, 'visitors', { from: addDays(day, -28), to: day });
  const first = series.slice(0, -1).findIndex(({ count }) => count > 0);
  const alike = [0, 7, 14, 21].filter(at => first !== -1 && at >= first).flatMap(at => series[at] ?? []);
  const sorted = alike.toSorted((a, b) => a.count - b.count || (a.day < b.day ? 1 : -1));
  const middle = sorted[Math.ceil(sorted.length / 2) - 1];
  const chosen = alike.filter(({ count }) => count === middle?.count).at(-1);
  return { count: series.at(-1)?.count, before: chosen?.count, day: chosen?.day };
}

async function idle(store: Store): Promise<void> {
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await new Promise(resolve => setImmediate(resolve));
    const { activity, overview } = store.getState();
    const isBusy = activity.inFlight + activity.queued > 0 || overview.progress.isReading;
    if (!isBusy && !isReading(store.getState())) continue;
    await until(store, state => state.activity.inFlight + state.activity.queued === 0 && !isReading(state));
    quiet = 0;
  }
}

/** What the application says of a day of a website, by the name of the place. */
async function shown(api: Api, id: string, day: Day): Promise<Record<string, Verdict>> {
  const { store } = storeOver(api, { today: () => today });
  const state = () => store.getState();
  const of = ({
    from,
    count,
    before,
  }: {
    from?: Day | undefined;
    count?: number | undefined;
    before?: number | undefined;
  }) => ({
    count,
    before,
    day: from,
  });
  const show = async (route: Route) => {
    state().navigation.push(route);
    await idle(store);
  };
  const dayChoice = { kind: 'range', from: day, to: day } as const;
  const facts = (subject: Parameters<typeof whyRead>[1]) => {
    const { facts: found, periods } = whyRead(state(), subject);
    return of({ from: periods?.before.from, count: found?.total.now, before: found?.total.before });
  };
  state().resize({ columns: 120, rows: 40 });
  await state().websites.load();
  state().period.choose(dayChoice);
  await idle(store);
  const website = state().websites.rows.find(each => each.id === id);
  if (website === undefined) throw new Error('the website is not listed');
  while (state().websites.rows[state().websites.position.selected]?.id !== id) state().websites.move('down');
  await until(store, now => now.preview.websiteId === id);
  await idle(store);
  const row = rowNumbers(state(), website).visitors;
  const pane = shownPreview(state());
  const found: Record<string, Verdict> = {
    list: of({ from: row?.compared?.before.from, count: row?.count, before: row?.countBefore }),
    pane: of({
      from: pane?.compared?.before.from,
      count: pane?.visitors?.count,
      before: pane?.visitors?.countBefore,
    }),
  };
  await show({ screen: 'dashboard', websiteId: id });
  const { summary } = shownSeries(state(), id, 'visitors');
  const compared = shownComparison(state(), id);
  found['day view'] = of({
    from: compared?.before.from,
    count: summary?.count,
    before: summary?.countBefore,
  });
  const weekday = weekdayName(day);
  expect(compared === undefined ? `against , a usual ${weekday}` : comparisonWords(compared)).toMatch(
    new RegExp(`^against .*, (a usual ${weekday}|the only ${weekday} before)$`),
  );
  const table = exportSource(state())?.table;
  const columns = table?.columns.map(({ key }) => key) ?? [];
  const cells = table?.rows.find(each => each[columns.indexOf('statistic')] === 'visitors') ?? [];
  const cell = (key: string) => {
    const value = cells[columns.indexOf(key)];
    return typeof value === 'number' ? value : undefined;
  };
  found['export'] = {
    count: cell('count'),
    before: cell('count_before'),
    day: typeof table?.about['before_from'] === 'string' ? table.about['before_from'] : undefined,
  };
  await show({ screen: 'why', websiteId: id });
  found['why'] = facts({ websiteId: id });
  state().navigation.popTo(1);
  state().period.choose({ kind: 'preset', preset: 'last28' });
  await show({ screen: 'dashboard', websiteId: id });
  state().navigation.pointAt(day);
  const point = pointUnderCursor(state());
  found['cursor'] = of({
    from: point?.own?.compared.before.from,
    count: point?.count,
    before: point?.own?.before,
  });
  const by = formatChange(change(point?.count, point?.own?.before));
  // One percentage at most.
  expect(cursorDetail(state())?.text.match(/[+-]\S+%/g) ?? []).toEqual(/%/.test(by) ? [by] : []);
  await show({ screen: 'why', websiteId: id, day });
  found['why of the cursor'] = facts({ websiteId: id, day });
  state().navigation.popTo(1);
  await show({ screen: 'history', websiteId: id, name: 'page', value: '/' });
  const historic = historyComparisons(state())({ from: day, to: day })?.compared.before.from;
  // The row's own counts are other numbers than the visitors; the day is the same, where its count was asked for.
  expect([undefined, found['day view'].day]).toContain(historic);
  for (const attention of rowNumbers(state(), website).attention)
    if (attention.kind === 'unusual' && attention.day === day)
      found['attention'] = { ...found['day view'], count: attention.count, before: attention.usual };
  return found;
}

test.each([
  ['the embedded service', () => embedded(false), 3],
  ['own logs', () => embedded(true), 3],
  // Of all that a website has one is enough.
  ['the demo', serveDemo, 1],
  ['Umami', umami, 3],
] as const)(
  'every screen and command says the same of a day: %s',
  async (_, open, websites) => {
    const world = await open();
    const { rows } = await world.api.listWebsites({});
    const known: (string | undefined)[] = [];
    for (const [at, { id }] of rows.slice(0, websites).toReversed().entries()) {
      const day = addDays(yesterday, at === 0 ? 0 : -at - 1);
      const expected = await recounted(world.api, id, day);
      const all = { ...(await shown(world.api, id, day)), ...(await printed(world, id, day)) };
      expect(Object.keys(all)).toEqual(expect.arrayContaining(everywhere));
      known.push(expected.day);
      for (const [place, verdict] of Object.entries(all))
        expect({ place, of: day, ...verdict }).toEqual({
          place,
          of: day,
          ...normal(expected, place, verdict),
        });
    }
    expect(known.some(day => day !== undefined)).toBe(true);
  },
  240_000,
);

test('the report explains a day in the words of why', async () => {
  const { api, shell } = await serveDemo();
  const { rows } = await api.listWebsites({});
  const ago = [0, 1, 4, 12, 19];
  for (const [place, { domain }] of rows.slice(0, 5).entries()) {
    const day = addDays(yesterday, -(ago[place % ago.length] ?? 0));
    const sentences = ['why', 'report'].map(async command => {
      const { stdout } = await shell(command, domain ?? '', '--from', day, '--to', day, '--json');
      return { domain, day, sentence: stdout === '' ? undefined : JSON.parse(stdout).sentence };
    });
    const [why, report] = await Promise.all(sentences);
    expect(report).toEqual(why);
  }
});

/** Where nothing is compared, why has no count either. */
function normal(expected: Verdict, place: string, { count }: Verdict): Verdict {
  return place.startsWith('why') && expected.day === undefined && count === undefined
    ? { ...expected, count: undefined }
    : expected;
}
