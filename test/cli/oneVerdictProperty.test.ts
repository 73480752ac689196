import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import { json } from '../helpers/faultAnswers.ts';
import { people } from '../helpers/umami/example.ts';
import { run, startFaulty, temporaryHome, today, umamiHome } from './fixture.ts';
import { type Asked, printed, serveDemo, type Verdict } from './verdicts.ts';

/** Visitors by day, yesterday first; undefined where a log has no line. */
type Counts = readonly (number | undefined)[];

interface World extends Asked {
  readonly site: string;
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
    const { home, shell } = await umamiHome({
      version,
      people: Object.fromEntries(names.map(name => [name, people.ada])),
      users: [{ username: 'anna', password: 'correct horse battery', role: 'user' }],
      websites: [{ name: 'One', domain: site, owner: 'anna', visits: visits.toReversed() }],
    });
    return { site, args: [], env: home.env, shell, countOf: sinceFirst(counts), hasPage: true };
  };

/** Its own counts, as they are in the database. */
async function ofDemo(): Promise<World> {
  const { api, env, shell } = await serveDemo();
  const points = await api.readSeries('3', 'visitors', { from: addDays(today, -99), to: dayOf(0) });
  const countOf = sinceFirst(points.toReversed().map(({ count }) => count));
  return { site: '3', args: [], env, shell, countOf, hasPage: false };
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

/** The same, and what the history of its page has. */
async function said(world: World, day: Day): Promise<Record<string, Verdict>> {
  const { shell, site: own, hasPage } = world;
  const found = await printed(world, own, day);
  if (!hasPage) return found;
  const { stdout } = await shell(
    'history',
    own,
    'page',
    '/',
    '--from',
    addDays(day, -3),
    '--to',
    day,
    '--json',
  );
  const rows: { from: string; count?: number | null }[] = stdout === '' ? [] : JSON.parse(stdout).rows;
  const part = rows.find(({ from }) => from === day);
  return part ? { ...found, history: { ...recounted(world, day), count: part.count ?? undefined } } : found;
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
