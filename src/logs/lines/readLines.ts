import { LinePool } from '#logs/count/KnownLines.ts';
import { ProgressReport, readProblem } from '#logs/files/LogSource.ts';
import { goneLogs, sourceLogs } from '#logs/follow/sourceLogs.ts';
import { readState } from '#logs/storage/contents.ts';
import { clockOf, selectFormerCounts } from '#logs/storage/formerCounts.ts';
import { ofWebsite, selectLogSources } from '#logs/storage/sources.ts';
import { attachStaging } from '#logs/storage/staging.ts';
import { selectTargets, type Target } from '#logs/storage/targets.ts';
import { ContentError, ImportError, type ImportProgress } from '#logs/summary.ts';
import type { FromLines, LinesTask } from '#logs/tasks.ts';
import { beyondRow, type LinesQuestion, type LinesSummary, type RequestRow } from '#model/lines.ts';
import { dayNumber, dayOfNumber, secondsOfDay } from '#model/period/day.ts';
import type { Database } from '#server/database/Database.ts';
import { type LineQuery, LineFinder, NewestLines } from './LineFinder.ts';
import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { readDatabase, selectZone } from '#server/database/openDatabase.ts';
import { asksForSessions, type Filter, isTimeField } from '#model/service/filter.ts';
import { type Day, isTime, type StatisticName } from '#model/statistics/statistics.ts';
import { parts, timesOfPeriod } from '#server/database/ResponseTimes.ts';
import { countFiltered } from '#server/database/filter/filtered.ts';
import { sumOfStatistic } from '#server/database/statistics.ts';
import { storedVisits } from '#server/database/filter/filteredViews.ts';
import { detailReach, valueNumber } from '#server/database/visit/visits.ts';

/** Zones are at most so far from UTC. */
const farthest = 14 * 3_600;

interface Reading {
  readonly newest: NewestLines;
  /** Lines after this time were found already, in seconds since 1970. */
  readonly before: number;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Reads all logs that may have some of the lines, as the database was when this began. */
export async function readLines(
  database: Database,
  { question, today, timeZone }: Pick<LinesTask, 'question' | 'today' | 'timeZone'>,
  { newest, before, onProgress }: Reading,
): Promise<LinesSummary> {
  attachStaging(database);
  const target = findTarget(database, question.website);
  const { domain } = target;
  if (ofWebsite(selectLogSources(database), target).length === 0)
    throw new ImportError(`No logs of ${domain} are followed: add some with sitedeck logs add.`);
  const { key = '' } = readState(database, { website: undefined, source: '' });
  const clock = clockOf(selectFormerCounts(database, target.id), selectZone(database) ?? timeZone);
  const { asked, reachesFrom } = queryOf(database, target.id, question, dayNumber(today));
  const finder = new LineFinder({ target, clock, key, asked }, new LinePool(database), newest, before);
  const from = asked.from * secondsOfDay - farthest;
  const logs = await sourceLogs(database, domain, from);
  const report = new ProgressReport(logs, onProgress);
  const problems: string[] = [];
  for (const log of report.sources) {
    try {
      await finder.take(log, () => report.update(finder.read, log.name));
    } catch (error) {
      const problem = readProblem(error);
      if (!(problem instanceof ContentError)) throw error;
      problems.push(`${log.name} ${problem.message}`);
    }
  }
  const gone = goneLogs(database, domain).filter(({ lastTime = -Infinity }) => lastTime >= from);
  return {
    lines: finder.found,
    bytes: asked.requests?.name === 'bytes' ? finder.bytes : undefined,
    atLeast: asked.requests?.name === 'slow_response' && finder.found > 0 ? finder.atLeast : undefined,
    ...countedOf(database, target.id, asked),
    reachesFrom,
    gone: gone.map(({ path }) => path),
    problems,
  };
}

function findTarget(database: Database, website: string): Target & { readonly id: number } {
  const found = selectTargets(database).find(({ id, isWaiting }) => !isWaiting && String(id) === website);
  if (found?.id === undefined) throw new ImportError('This website is not there any more.');
  return { ...found, id: found.id };
}

/**
 * Reads the logs of a website, and gives the lines that are asked for, the newest first, a piece for each message of the port. All
 * pieces stand in the same memory: those of each its own were left to collect, as many as all lines.
 */
export async function sendLines(
  task: LinesTask,
  port: MessagePort,
  send: (message: FromLines) => void,
): Promise<void> {
  const wanted = requestsOf(port);
  const newest = new NewestLines();
  const room = new Uint8Array(task.room);
  let before = Infinity;
  for (let isFirst = true; isFirst || before > -Infinity; isFirst = false) {
    // Lines that do not fit into memory are read again, once newer ones are sent.
    newest.restart();
    const summary = await readDatabase(task.file, database =>
      readLines(database, task, {
        newest,
        before,
        onProgress: progress => send({ kind: 'progress', progress }),
      }),
    );
    if (isFirst) {
      send({ kind: 'found', summary });
      await wanted();
    }
    for (const bytes of newest.writeTo(room)) {
      send({ kind: 'lines', bytes });
      await wanted();
    }
    before = newest.cut;
  }
  send({ kind: 'lines', bytes: undefined });
}

/** Resolves once for each message that comes, perhaps before this was asked. */
function requestsOf(port: MessagePort): () => Promise<unknown> {
  const requests = on(port, 'message');
  return async () => await requests.next();
}

/** What is within a filter reaches back as far as it does, and lines of visits as far as those. */
function queryOf(
  database: Database,
  website: number,
  { period, where, ofRow, requests }: LinesQuestion,
  today: number,
): { readonly asked: LineQuery; readonly reachesFrom: Day | undefined } {
  const from = dayNumber(period.from);
  const days = { from, to: dayNumber(period.to) };
  const asked = { ...days, where, ofRow, requests, slowest: slowestOf(database, website, days, requests) };
  const isFiltered = beyondRow({ where, ofRow }).length > 0;
  const reach = isFiltered ? (detailReach(database, website, today) ?? from) : from;
  if (reach <= from) return { asked, reachesFrom: undefined };
  return { asked: { ...asked, from: reach }, reachesFrom: dayOfNumber(reach) };
}

/** Of a row of response times its page views that are asked for: all, or the slowest tenth. */
function slowestOf(
  database: Database,
  website: number,
  days: { readonly from: number; readonly to: number },
  row: RequestRow | undefined,
): LineQuery['slowest'] {
  if (row === undefined || !isTime(row.name)) return undefined;
  const page = valueNumber(database, website, 'page', row.value ?? '');
  const times = resultOf(timesOfPeriod(database, website, days));
  return times.slowest(page ?? -1, row.name === 'slow_response' ? parts.slow_response : 0);
}

function countedOf(
  database: Database,
  website: number,
  asked: LineQuery,
): Pick<LinesSummary, 'counted' | 'visits'> {
  const { where, ofRow = [], requests, slowest } = asked;
  const sum = (name: StatisticName, value?: string) =>
    sumOfStatistic(database, { ...asked, website, name, value });
  if (slowest) return { counted: slowest.requests, visits: undefined };
  if (requests) return { counted: sum(requests.name, requests.value), visits: undefined };
  if (where.length === 0)
    return {
      counted: sum('pageviews'),
      // Each session has one.
      visits: { visitors: sum('visitors'), sessions: sum('landing_page') },
    };
  const row = rowOf(where);
  const isOfTime = ofRow.some(isTimeField);
  if (row && !isOfTime) return { counted: sum(row.name, row.value), visits: undefined };
  const reach = detailReach(database, website, asked.to) ?? asked.from;
  if (reach > asked.from) return { counted: row && sum(row.name, row.value), visits: undefined };
  const within = (conditions: Filter) =>
    resultOf(countFiltered(storedVisits(database, website), asked, conditions));
  const { days } = within(where);
  const total = (name: 'visitors' | 'sessions' | 'pageviews') =>
    days.reduce((sum, day) => sum + day[name], 0);
  if (!isOfTime && !asksForSessions(where)) return { counted: total('pageviews'), visits: undefined };
  const isOfHour = ofRow.length === 1 && ofRow[0] === 'hour';
  const hour = isOfHour
    ? where.find(({ field, comparison }) => field === 'hour' && comparison === 'is')
    : undefined;
  const came = hour && (within(beyondRow(asked)).hours.visitors_hours[Number(hour.value)] ?? 0);
  return {
    counted: total('pageviews'),
    visits: { visitors: total('visitors'), sessions: total('sessions'), came },
  };
}

/** The row of page views that a filter is about, which is counted also on days without detail. */
function rowOf(where: Filter): { readonly name: StatisticName; readonly value: string } | undefined {
  const [only, ...others] = where;
  if (only?.comparison !== 'is' || others.length > 0) return undefined;
  const { field, value } = only;
  if (field === 'page') return { name: 'page', value };
  return field === 'hour' ? { name: 'pageviews_hours', value } : undefined;
}

function resultOf<T>(steps: Generator<void, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
