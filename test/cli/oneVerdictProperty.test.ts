import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { listen } from '#server/http.ts';
import { openService } from '#server/openService.ts';
import { createApi } from '../helpers/apiFixture.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import { json } from '../helpers/faultAnswers.ts';
import { preparedDemo } from '../helpers/preparedDemo.ts';
import { people } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';
import {
  apiKey,
  type Ran,
  run,
  saveProfiles,
  serviceAt,
  startFaulty,
  temporaryHome,
  today,
} from './fixture.ts';
import { connect } from './mcpClient.ts';

/** Visitors by day, yesterday first; undefined where a log has no line. */
type Counts = readonly (number | undefined)[];

interface World {
  readonly site: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly shell: (...args: string[]) => Promise<Ran>;
  /** What the raw data says of a day; undefined where there is no data. */
  readonly countOf: (day: Day) => number | undefined;
  /** The views of the page that is all there is. */
  readonly hasPage: boolean;
}

const back = 44;
const dayOf = (at: number) => addDays(today, -at - 1);
const site = 'one.example';

/** Of a service all days since the first one with visitors have data. */
function sinceFirst(counts: Counts): World['countOf'] {
  const first = counts.findLastIndex(count => (count ?? 0) > 0);
  return day => {
    const at = counts.findIndex((_, index) => dayOf(index) === day);
    return at === -1 || at > first ? undefined : (counts[at] ?? 0);
  };
}

async function ofLog(counts: Counts): Promise<World> {
  const home = temporaryHome();
  const days = counts.flatMap((count, at) =>
    count === undefined ? [] : [{ day: dayOf(at), hours: [0, 0, count] }],
  );
  writeFileSync(join(home.path, 'access.log'), daysOfLog(days.toReversed()));
  const args = ['--profile', 'logs'];
  expect((await run(['import', site, 'access.log'], { home })).code).toBe(0);
  return {
    site,
    args,
    env: home.env,
    shell: async (...words) => await run([...words, ...args], { home }),
    countOf: day => counts[counts.findIndex((_, at) => dayOf(at) === day)],
    hasPage: true,
  };
}

/** A server that answers as the interface says, of one website and its page. */
async function ofMock(counts: Counts): Promise<World> {
  const { env } = await startFaulty((response, request) => {
    const website = { id: 1, domain: site };
    const { path, query } = request;
    const asked = Object.fromEntries(new URLSearchParams(query));
    if (path.endsWith('/websites')) return json({ data: [website] })(response, request);
    if (path.endsWith('/websites/1')) return json({ data: website })(response, request);
    const days = counts
      .map((count, at) => ({ value: dayOf(at) as string, count: count ?? 0 }))
      .filter(
        ({ value, count }) => count > 0 && value >= (asked['from'] ?? '') && value <= (asked['to'] ?? ''),
      )
      .toReversed()
      .slice(0, Number(asked['per_page'] ?? 10));
    const sum = days.reduce((all, { count }) => all + count, 0);
    const isSeries = asked['name'] === 'visitors' || asked['name'] === 'pageviews';
    const page = asked['name'] === 'page' && sum > 0 ? [{ value: '/', count: sum }] : [];
    return json({ data: isSeries ? days : page })(response, request);
  });
  const shell = async (...words: string[]) => await run(words, { env });
  return { site, args: [], env, shell, countOf: sinceFirst(counts), hasPage: true };
}

const ofUmami =
  (version: '3.0' | '3.1') =>
  async (counts: Counts): Promise<World> => {
    const names = Array.from({ length: 7 }, (_, at) => `person-${at}`);
    const visits = counts.flatMap((count, at) =>
      names.slice(0, count ?? 0).map(who => ({ who, at: `${dayOf(at)}T10:00:00Z`, paths: ['/'] })),
    );
    const server = await startUmami({
      version,
      people: Object.fromEntries(names.map(name => [name, people.ada])),
      users: [{ username: 'anna', password: 'correct horse battery', role: 'user' }],
      websites: [{ name: 'One', domain: site, owner: 'anna', visits: visits.toReversed() }],
    });
    const home = temporaryHome();
    const key = server.tokenOf('anna');
    saveProfiles(home, { work: { kind: 'umami', url: server.url, apiKey: key, timeZone: 'UTC' } }, 'work');
    const shell = async (...words: string[]) => await run(words, { home });
    return { site, args: [], env: home.env, shell, countOf: sinceFirst(counts), hasPage: true };
  };

/** Its own counts, as they are in the database. */
async function ofDemo(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-property-'));
  cpSync(await preparedDemo(today), folder, { recursive: true });
  const file = join(folder, 'demo.sqlite');
  const service = await openService({ file, today: () => today, demo: true, apiKey });
  const listener = await listen(service);
  onTestFinished(async () => {
    await listener.close();
    service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const api = createApi({ baseUrl: listener.url, apiKey });
  const points = await api.readSeries('3', 'visitors', { from: addDays(today, -99), to: dayOf(0) });
  const env = serviceAt(listener.url);
  const shell = async (...words: string[]) => await run(words, { env });
  const countOf = sinceFirst(points.toReversed().map(({ count }) => count));
  return { site: '3', args: [], env, shell, countOf, hasPage: false };
}

interface Verdict {
  readonly count: number | undefined;
  readonly before: number | undefined;
  readonly day: string | undefined;
}

/** By the words of docs/comparing.md, without any function of the program. */
function recounted({ countOf }: World, day: Day): Verdict {
  const weekdays = [28, 21, 14, 7].map(ago => addDays(day, -ago));
  const alike = weekdays
    .map(each => ({ day: each, count: countOf(each) }))
    .filter(({ count }) => count !== undefined);
  const sorted = alike.toSorted((a, b) => Number(a.count) - Number(b.count));
  // Half of them have no more: of an even number the lower one is in the middle.
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]?.count;
  const chosen = alike.findLast(({ count }) => count === middle);
  return { count: countOf(day), before: chosen?.count, day: chosen?.day };
}

const given = <T>(value: T | null | undefined) => value ?? undefined;

async function said(world: World, day: Day): Promise<Record<string, Verdict>> {
  const { shell, hasPage } = world;
  const days = ['--from', day, '--to', day];
  const read = async (...args: string[]) => {
    const { stdout } = await shell(...args, '--json');
    return stdout === '' ? undefined : JSON.parse(stdout);
  };
  const own = world.site;
  const [overview, stats, why, report, history] = await Promise.all([
    read('overview', ...days),
    read('stats', own, 'visitors', ...days, '--compare'),
    read('why', own, ...days),
    read('report', own, ...days),
    hasPage ? read('history', own, 'page', '/', '--from', addDays(day, -3), '--to', day) : undefined,
  ]);
  const { rows } = overview;
  const row = rows.find((each: { id: string; domain: string }) => each.id === own || each.domain === own);
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const facts = (from: Record<string, unknown>, count: unknown): Verdict => {
    const other = from['before_day'] ?? from['before_from'];
    return {
      count: number(count),
      before: number(from['visitors_before']),
      day: typeof other === 'string' ? other : undefined,
    };
  };
  const agent = await connect(world.env, world.args);
  const asked = { site: own, names: ['visitors'], from: day, to: day };
  const answer = JSON.parse((await agent.call('compare', asked)).texts[0] ?? '');
  const all = JSON.parse((await agent.call('overview', { from: day, to: day })).texts[0] ?? '');
  const its = all.rows.find((each: { id: string; domain: string }) => each.id === own || each.domain === own);
  const found: Record<string, Verdict> = {
    overview: facts(row, row.visitors),
    stats: facts(stats, stats.visitors),
    report: facts(report, report.visitors),
    'compare of agents': facts(answer, answer.visitors),
    'overview of agents': facts(its, its.visitors),
  };
  if (why?.before_from !== undefined) found['why'] = facts(why, why.visitors);
  if (day === dayOf(0)) {
    const [watched] = (await read('watch', own, '--drop', '1')).rows;
    found['watch'] = {
      count: given(watched.count),
      before: given(watched.count_before),
      day: given(watched.before_day),
    };
  }
  const part = history?.rows.find((each: { from: string }) => each.from === day);
  if (part !== undefined) found['history'] = { ...recounted(world, day), count: given(part.count) };
  return found;
}

/** Gaps, equal days and days without anybody, before a first day. */
const series = fc
  .tuple(
    fc.array(fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined, freq: 4 }), {
      minLength: back,
      maxLength: back,
    }),
    fc.integer({ min: 12, max: back }),
  )
  .map(([counts, first]) => counts.map((count, at) => (at < first ? count : undefined)));
/** Yesterday, which watch looks at, or one of three weeks. */
const placeOfDay = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 14 }));

test.each([
  ['own logs', ofLog, 2],
  ['a mock of the interface', ofMock, 2],
  ['Umami 3.0', ofUmami('3.0'), 1],
  ['Umami 3.1', ofUmami('3.1'), 1],
  ['the demo', async () => await ofDemo(), 1],
] as const)(
  'of random days every command and agent says what the raw numbers give: %s',
  async (_, open, numRuns) => {
    await fc.assert(
      fc.asyncProperty(series, placeOfDay, async (counts, at) => {
        // A log has at least a line.
        fc.pre(open !== ofLog || counts.some(count => count !== undefined));
        const world = await open(counts);
        const day = dayOf(at);
        const expected = recounted(world, day);
        for (const [place, verdict] of Object.entries(await said(world, day)))
          expect({ place, of: day, ...verdict }).toEqual({ place, of: day, ...expected });
      }),
      { numRuns, endOnFailure: true },
    );
  },
  240_000,
);
