import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { putLogSource } from '#logs/storage/sources.ts';
import { type Condition, conditionText, type Filter } from '#model/service/filter.ts';
import { openNow } from '#logs/views/NowReader.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { ask, openForTest, temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { chrome, firefox, importHere, safari, writeLog } from './importFixture.ts';
import { linesIn } from './lines/linesFixture.ts';

/** A page view as a person would say it. */
interface View {
  /** Seconds since 1970. */
  readonly time: number;
  readonly address: string;
  readonly agent: string;
  readonly path: string;
  readonly campaign: string;
  /** Other parameters of a campaign, as they stand in the query. */
  readonly utm: string;
  readonly referrer: string;
  readonly language: string;
  /** In which log it is. */
  readonly log: number;
}

// Berlin ends its summer time on the 25th: that day has the hour 02 twice.
const endOfSummer = Date.UTC(2026, 9, 25, 1) / 1000;
const logs = 4;

const countries: Readonly<Record<string, readonly [string, string]>> = {
  '91.12.3.4': ['DE:Germany', 'EU:Europe'],
  '8.8.8.8': ['US:United States', 'NA:North America'],
  '1.1.1.1': ['AU:Australia', 'OC:Oceania'],
  '10.0.0.1': ['', ''],
};
const software: Readonly<Record<string, readonly [string, string, string]>> = {
  [chrome]: ['Chrome', 'Windows', 'desktop'],
  [safari]: ['Safari', 'iOS', 'mobile'],
  [firefox]: ['Firefox', 'Linux', 'desktop'],
};
const referrers: Readonly<Record<string, string>> = {
  '': '-',
  't.co': 'https://t.co/x',
  'news.example.org': 'https://news.example.org/a?b=c',
  'www.google.com': 'https://www.google.com/',
};
const groups: Readonly<Record<string, string>> = {
  '': 'direct',
  't.co': 'social',
  'news.example.org': 'other websites',
  'www.google.com': 'search',
};
const utmNames = ['utm_source', 'utm_medium', 'utm_term', 'utm_content'] as const;
const utmOf = (view: View, name: string) => new URLSearchParams(view.utm).get(name) ?? '';
const paths = ['/', '/blog', '/blog/2', '/Shop'] as const;

// Around midnight, the hour that comes twice, and noon.
const bursts = [
  Date.UTC(2026, 9, 23, 21),
  Date.UTC(2026, 9, 24, 23),
  Date.UTC(2026, 9, 25, 10),
  Date.UTC(2026, 9, 25, 22),
].map(time => time / 1000);
/** Mostly few visitors, so that sessions are long, and logs of different sizes, so that small ones are added to large ones. */
const mostly = <T>(common: readonly T[], rare: readonly T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...common) }, fc.constantFrom(...common, ...rare));
const someView = fc.record({
  // A pause of exactly half an hour is none.
  time: fc
    .tuple(fc.constantFrom(...bursts), fc.nat(11), fc.constantFrom(0, 0, 1, 60, 899))
    .map(([burst, part, beside]) => burst + part * 900 + beside),
  address: mostly(['91.12.3.4'], ['8.8.8.8', '1.1.1.1', '10.0.0.1']),
  agent: mostly([chrome, safari], [firefox]),
  path: fc.constantFrom(...paths),
  campaign: fc.constantFrom('', '', 'spring', 'Winter sale'),
  utm: fc.constantFrom(
    '',
    '',
    '',
    'utm_source=News&utm_medium=email',
    'utm_medium=cpc&utm_term=a&utm_content=b',
  ),
  referrer: fc.constantFrom(...Object.keys(referrers)),
  language: fc.constantFrom('', 'de', 'en'),
  log: mostly([0], [1, 2, 3]),
});

type Comparisons = readonly Condition['comparison'][];
const oneOf = (field: Condition['field'], values: readonly string[], comparisons: Comparisons) =>
  fc.record({
    field: fc.constant(field),
    comparison: fc.constantFrom(...comparisons),
    value: fc.constantFrom(...values),
  });
const all: Comparisons = ['is', 'is', 'is not', 'contains'];
const someCondition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: oneOf('page', [...paths, 'BLOG', '/nowhere'], all) },
  oneOf('landing_page', [...paths, 'o'], all),
  oneOf('exit_page', [...paths, 'o'], all),
  oneOf('referrer', ['', 't.co', 'news.example.org', 'EXAMPLE'], all),
  oneOf('campaign', ['', 'spring', 'Winter sale', 'in'], all),
  oneOf('referrer_group', ['direct', 'social', 'search', 'mail', 'e'], all),
  oneOf('utm_source', ['', 'News', 'new'], all),
  oneOf('utm_medium', ['', 'email', 'cpc', 'm'], all),
  oneOf('utm_term', ['', 'a'], all),
  oneOf('utm_content', ['b', 'x'], all),
  oneOf('country', ['DE:Germany', 'US:United States', '', 'united'], all),
  oneOf('continent', ['EU:Europe', 'OC:Oceania', 'o'], all),
  oneOf('language', ['', 'de', 'en', 'n'], all),
  oneOf('browser', ['Chrome', 'Safari', 'f'], all),
  oneOf('os', ['Windows', 'iOS', 'Linux'], all),
  oneOf('device', ['mobile', 'desktop', ''], all),
  { weight: 3, arbitrary: oneOf('hour', ['00', '01', '02', '11', '23'], ['is', 'is not']) },
  oneOf('weekday', ['5', '6', '7', '1'], ['is', 'is not']),
);

function logLine(
  { time, address, agent, path, campaign, utm, referrer, language }: View,
  number: number,
): string {
  const parameters = [campaign === '' ? '' : `utm_campaign=${campaign.replace(' ', '%20')}`, utm];
  const query = parameters.some(text => text !== '')
    ? `?${parameters.filter(text => text !== '').join('&')}`
    : '';
  return JSON.stringify({
    time_iso8601: new Date(time * 1000).toISOString(),
    remote_addr: address,
    request: `GET ${path}${query} HTTP/1.1`,
    status: 200,
    http_referer: referrers[referrer],
    http_user_agent: agent,
    http_accept_language: language,
    // No two lines are the same.
    request_id: number,
  });
}

/** Local time in Berlin, as if it was UTC. */
function local(time: number): Date {
  return new Date((time + (time < endOfSummer ? 7_200 : 3_600)) * 1000);
}
const dayOf = (view: View) => local(view.time).toISOString().slice(0, 10);
const hourOf = (view: View) => local(view.time).toISOString().slice(11, 13);

/** The sessions of all views, each visitor's in order: what a person would do with the lines on paper. */
function sessionsOf(views: readonly View[]): View[][] {
  const visitors = Object.groupBy(views, view => `${dayOf(view)} ${view.address} ${view.agent}`);
  return Object.values(visitors).flatMap((own = []) => {
    const direct = (view: View) => (view.referrer === '' && view.campaign === '' && view.utm === '' ? 1 : 0);
    const utm = (view: View) => (view.utm === '' ? '' : utmNames.map(name => utmOf(view, name)).join('\n'));
    const key = (view: View) =>
      [
        String(view.time),
        direct(view),
        view.path,
        view.referrer,
        view.campaign,
        utm(view),
        view.language,
      ].join('\0');
    const sessions: View[][] = [];
    for (const view of own.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))) {
      const last = sessions.at(-1);
      if (last && view.time - (last.at(-1)?.time ?? 0) <= 1_800) last.push(view);
      else sessions.push([view]);
    }
    return sessions;
  });
}

/** The page of the last view; of several in one second the last one by its letters. */
function exitOf(session: readonly View[]): string {
  const end = Math.max(...session.map(({ time }) => time));
  const last = session.flatMap(({ time, path }) => (time === end ? [path] : [])).toSorted();
  return last.at(-1) ?? '';
}

type Known = Readonly<Record<string, string>>;

/** What can be asked of a view in its session. */
function knownOf(view: View, session: readonly View[]): Known {
  const [first = view] = session;
  const [country = '', continent = ''] = countries[view.address] ?? [];
  const [browser = '', os = '', device = ''] = software[view.agent] ?? [];
  return {
    page: view.path,
    landing_page: first.path,
    exit_page: exitOf(session),
    referrer: first.referrer,
    campaign: first.campaign,
    referrer_group: groups[first.referrer] ?? '',
    ...Object.fromEntries(utmNames.map(name => [name, utmOf(first, name)])),
    language: first.language,
    country,
    continent,
    browser,
    os,
    device,
    hour: hourOf(view),
    weekday: String(local(view.time).getUTCDay() || 7),
  };
}

function isMet(where: Filter, known: Known): boolean {
  const of = ({ field }: Condition) => known[field] ?? '';
  const alternatives = Map.groupBy(
    where.filter(({ comparison }) => comparison === 'is'),
    ({ field }) => field,
  );
  return (
    [...alternatives.values()].every(some => some.some(each => of(each) === each.value)) &&
    where.every(each => each.comparison !== 'is not' || of(each) !== each.value) &&
    where.every(
      each => each.comparison !== 'contains' || of(each).toLowerCase().includes(each.value.toLowerCase()),
    )
  );
}

type Counts = Record<string, Record<string, number>>;

/** The page views of some days that meet a filter, by their places. */
function placesByHand(views: readonly View[], where: Filter, from: string, to: string): number[] {
  const places = new Map(views.map((view, place) => [view, place]));
  const met = sessionsOf(views).flatMap(session =>
    session.filter(view => dayOf(view) >= from && dayOf(view) <= to && isMet(where, knownOf(view, session))),
  );
  return met.map(view => places.get(view) ?? NaN).toSorted((a, b) => a - b);
}

function placesIn(lines: readonly string[]): number[] {
  return lines.map(line => Number(/"request_id":(\d+)/.exec(line)?.[1])).toSorted((a, b) => a - b);
}

/** Every count of the views of some days that meet a filter. */
function countByHand(views: readonly View[], where: Filter, from: string, to: string): Counts {
  const counts: Counts = {};
  const add = (name: string, value: string, count = 1) => {
    if (count === 0) return;
    const rows = (counts[name] ??= {});
    rows[value] = (rows[value] ?? 0) + count;
  };
  const visitors = new Set<string>();
  for (const session of sessionsOf(views)) {
    const met = session.filter(
      view => dayOf(view) >= from && dayOf(view) <= to && isMet(where, knownOf(view, session)),
    );
    const [first] = met;
    if (!first) continue;
    for (const view of met) {
      add('pageviews', dayOf(view));
      add('pageviews_hours', hourOf(view));
      add('page', view.path);
    }
    const known = knownOf(first, session);
    add('landing_page', known['landing_page'] ?? '');
    add('exit_page', known['exit_page'] ?? '');
    const times = met.map(({ time }) => time);
    add('sessions', dayOf(first));
    if (met.length === 1) add('bounces', dayOf(first));
    add('seconds', dayOf(first), Math.max(...times) - Math.min(...times));
    add('referrer', known['referrer'] ?? '');
    add('referrer_group', known['referrer_group'] ?? '');
    for (const name of ['campaign', ...utmNames]) if (known[name]) add(name, known[name]);
    const visitor = `${dayOf(first)} ${first.address} ${first.agent}`;
    // Sessions of a visitor come in the order of time.
    if (visitors.has(visitor)) continue;
    visitors.add(visitor);
    add('visitors', dayOf(first));
    add('visitors_hours', hourOf(first));
    for (const name of ['country', 'continent', 'browser', 'os', 'device']) add(name, known[name] ?? '');
    if (known['language']) add('language', known['language']);
  }
  return counts;
}

const names = [
  'visitors',
  'pageviews',
  'page',
  'landing_page',
  'exit_page',
  'referrer',
  'campaign',
  'referrer_group',
  ...utmNames,
  'country',
  'continent',
  'language',
  'browser',
  'os',
  'device',
  'visitors_hours',
  'pageviews_hours',
] as const;

type Service = Awaited<ReturnType<typeof openForTest>>;

async function countsOfService(service: Service, where: Filter, from: string, to: string): Promise<Counts> {
  const counts: Counts = {};
  for (const name of names) {
    const query = new URLSearchParams({ name, from, to, per_page: '100' });
    for (const condition of where) query.append('where', conditionText(condition));
    const { status, body } = await ask(service, `GET /stats/1?${query.toString()}`);
    expect(status).toBe(200);
    const rows: unknown = body.data;
    if (!Array.isArray(rows)) throw new Error('no rows');
    if (rows.length > 0) counts[name] = Object.fromEntries(rows.map(({ value, count }) => [value, count]));
    expect(body.meta?.['total']).toBe(rows.length);
  }
  const query = new URLSearchParams({ from, to });
  for (const condition of where) query.append('where', conditionText(condition));
  const { status, body } = await ask(service, `GET /stats/1/sessions?${query.toString()}`);
  expect(status).toBe(200);
  const days: unknown = body.data;
  if (!Array.isArray(days)) throw new Error('no days');
  for (const name of ['sessions', 'bounces', 'seconds']) {
    const known = days.filter(day => day[name] !== 0);
    if (known.length > 0) counts[name] = Object.fromEntries(known.map(day => [day.value, day[name]]));
  }
  const views = Object.fromEntries(days.map(({ value, pageviews }) => [value, pageviews]));
  expect(views).toEqual(counts['pageviews'] ?? {});
  return counts;
}

const openLogsService = (file: string) => openForTest({ file, countsLogs: true, timeZone: 'Europe/Berlin' });

async function addSource(file: string, pattern: string): Promise<void> {
  const database = await openDatabase(file);
  await database.write(() =>
    putLogSource(database, { website: 1, pattern, options: {} }, '2026-11-20 10:00:00'),
  );
  database.close();
}

test('random logs, late lines and filters: every statistic is what the lines come to, and the lines are those, by hand', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someView, { minLength: 1, maxLength: 150, size: 'max' }),
      fc.shuffledSubarray([...Array(logs).keys()], { minLength: logs }),
      fc.array(fc.uniqueArray(someCondition, { selector: conditionText, maxLength: 3 }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.constantFrom(
        { from: '2026-10-23', to: '2026-10-27' } as const,
        { from: '2026-10-24', to: '2026-10-25' } as const,
        { from: '2026-10-25', to: '2026-10-25' } as const,
      ),
      async (views, order, filters, period) => {
        const { from, to } = period;
        const folder = temporaryFolder();
        const file = temporaryFile();
        for (const log of order) {
          const lines = views.flatMap((view, number) => (view.log === log ? [logLine(view, number)] : []));
          if (lines.length === 0) continue;
          const path = writeLog(folder, `${log}.log`, lines);
          await importHere(file, [path], 'example.com', { timeZone: 'Europe/Berlin' });
        }
        const service = await openLogsService(file);
        for (const where of [[], ...filters])
          expect({ where, counts: await countsOfService(service, where, from, to) }).toEqual({
            where,
            counts: countByHand(views, where, from, to),
          });
        await addSource(file, join(folder, '*.log'));
        for (const where of [[], ...filters]) {
          const { lines, summary } = await linesIn(file, { period, where });
          expect({ where, lines: placesIn(lines) }).toEqual({
            where,
            lines: placesByHand(views, where, from, to),
          });
          expect(summary).toMatchObject({ lines: lines.length, counted: lines.length });
        }
      },
    ),
    { numRuns: 24 },
  );
});

test('a group of referrers and a referrer are both to be met, and days of the week are those of the days', async () => {
  const [folder, file] = [temporaryFolder(), temporaryFile()];
  const from = (referrer: string, number: number) =>
    logLine(
      {
        time: Date.UTC(2026, 9, 23, 10) / 1000,
        address: `91.12.3.${number}`,
        agent: chrome,
        path: '/',
        campaign: '',
        utm: '',
        referrer,
        language: '',
        log: 0,
      },
      number,
    );
  const lines = ['www.google.com', 't.co', 'news.example.org', ''].map(from);
  await importHere(file, [writeLog(folder, 'a.log', lines)], 'example.com', { timeZone: 'Europe/Berlin' });
  const service = await openLogsService(file);
  const visitors = async (...where: Filter) =>
    (await countsOfService(service, where, '2026-10-23', '2026-10-23'))['visitors']?.['2026-10-23'];
  const search = { field: 'referrer_group', comparison: 'is', value: 'search' } as const;
  const google = { field: 'referrer', comparison: 'contains', value: 'google' } as const;
  const twitter = { field: 'referrer', comparison: 'is', value: 't.co' } as const;
  expect(await visitors(search)).toBe(1);
  expect(await visitors(search, google)).toBe(1);
  expect(await visitors(search, twitter)).toBeUndefined();
  expect(await visitors({ ...search, comparison: 'is not' }, { ...twitter, comparison: 'is not' })).toBe(2);
  // 23 October 2026 is a Friday.
  const weekday = { field: 'weekday', comparison: 'is' } as const;
  expect(await visitors({ ...weekday, value: '5' })).toBe(4);
  expect(await visitors({ ...weekday, value: '6' })).toBeUndefined();
});

test('random logs and filters: what happens now is the page views of the last minutes that meet them, by hand', async () => {
  const withoutExit = someCondition.filter(({ field }) => field !== 'exit_page');
  await fc.assert(
    fc.asyncProperty(
      fc.array(someView, { minLength: 20, maxLength: 150, size: 'max' }),
      fc.uniqueArray(withoutExit, { selector: conditionText, maxLength: 3 }),
      // The views since the first look are counted by nobody.
      fc.tuple(fc.constantFrom(...bursts), fc.integer({ min: 2, max: 11 }), fc.constantFrom(0, 300, 900)),
      async (views, where, [burst, part, later]) => {
        const [folder, file] = [temporaryFolder(), temporaryFile()];
        let now = burst + part * 900 + 30;
        // An import without a line is refused.
        fc.pre(views.some(({ time }) => time <= now));
        const write = (from: number) => {
          for (const log of Array.from({ length: logs }).keys()) {
            const lines = views.flatMap((view, number) =>
              view.log === log && view.time > from && view.time <= now ? [logLine(view, number)] : [],
            );
            appendFileSync(join(folder, `${log}.log`), lines.map(line => `${line}\n`).join(''));
          }
        };
        write(0);
        await importHere(
          file,
          [...Array(logs).keys()].map(log => join(folder, `${log}.log`)),
          'example.com',
          {
            timeZone: 'Europe/Berlin',
          },
        );
        await addSource(file, join(folder, '*.log'));
        const place = { file, timeZone: 'Europe/Berlin', now: () => now * 1000 };
        const reader = await openNow(place, '1', where);
        const expectNow = async () => {
          const seen = views.filter(({ time }) => time <= now);
          const isRecent = ({ time }: View) => Math.floor(time / 60) > Math.floor(now / 60) - 30;
          const met = sessionsOf(seen).flatMap(session =>
            session.filter(view => isRecent(view) && isMet(where, knownOf(view, session))),
          );
          const { latest, minutes } = await reader.read();
          expect(latest.map(({ time, page }) => `${time} ${page}`).toSorted()).toEqual(
            met.map(({ time, path }) => `${time} ${path}`).toSorted(),
          );
          expect(minutes.reduce<number>((sum, count = 0) => sum + count, 0)).toBe(met.length);
        };
        await expectNow();
        const opened = now;
        now += later;
        write(opened);
        await expectNow();
        reader.close();
      },
    ),
    { numRuns: 90 },
  );
});
