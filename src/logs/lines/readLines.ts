import { LinePool } from '#logs/count/KnownLines.ts';
import { ContentError, ImportError } from '#logs/errors.ts';
import { readProblem } from '#logs/files/LogSource.ts';
import { goneLogs, sourceLogs } from '#logs/follow/sourceLogs.ts';
import { ProgressReport } from '#logs/import/ProgressReport.ts';
import { readState } from '#logs/storage/contents.ts';
import { clockOf, selectFormerCounts } from '#logs/storage/formerCounts.ts';
import { ofWebsite, selectLogSources } from '#logs/storage/sources.ts';
import { attachStaging } from '#logs/storage/staging.ts';
import { selectTargets, type Target } from '#logs/storage/targets.ts';
import type { ImportProgress } from '#logs/summary.ts';
import type { LinesTask } from '#logs/tasks.ts';
import type { LinesSummary } from '#model/lines.ts';
import { dayNumber } from '#model/period/day.ts';
import type { Database } from '#server/database/Database.ts';
import { selectZone } from '#server/database/zone.ts';
import { askedOf, countedOf } from './countedLines.ts';
import { LineFinder } from './LineFinder.ts';
import type { NewestLines } from './NewestLines.ts';

const secondsOfDay = 86_400;
/** Zones are at most so far from UTC. */
const farthest = 14 * 3_600;

interface Reading {
  /** Gets the lines. */
  readonly newest: NewestLines;
  /** Lines after this time were found already, in seconds since 1970. */
  readonly before: number;
  /** Called often: throws to end it. */
  readonly check: () => void;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Reads all logs that may have some of the lines, as the database was when this began. */
export async function readLines(
  database: Database,
  { question, today, timeZone }: Pick<LinesTask, 'question' | 'today' | 'timeZone'>,
  { newest, before, check, onProgress }: Reading,
): Promise<LinesSummary> {
  attachStaging(database);
  const target = findTarget(database, question.website);
  const { domain } = target;
  if (ofWebsite(selectLogSources(database), target).length === 0)
    throw new ImportError(`No logs of ${domain} are followed: add some with sitedeck logs add.`);
  const { key = '' } = readState(database, { website: undefined, source: '' });
  const clock = clockOf(selectFormerCounts(database, target.id), selectZone(database) ?? timeZone);
  const { asked, reachesFrom } = askedOf(database, target.id, question, dayNumber(today));
  const finder = new LineFinder({ target, clock, key, asked }, new LinePool(database), newest, before);
  const from = asked.from * secondsOfDay - farthest;
  const logs = await sourceLogs(database, domain, from);
  const report = new ProgressReport(logs, onProgress);
  const problems: string[] = [];
  for (const log of report.sources) {
    try {
      await finder.take(log, () => {
        check();
        report.update(finder.read, log.name);
      });
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
