import { accessSync, constants, existsSync } from 'node:fs';
import type { Paths } from '#config/paths.ts';
import { serviceFile } from '#connection/openApi.ts';
import { counted } from '#model/text/number.ts';
import { sourceState } from '#headless/logs/sourceState.ts';
import { type LogSourceRecord, selectLogSources } from '#server/database/logSources.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Finding } from './finding.ts';

/** The sources of logs, how many files each has, and up to when they are read. Rejects with a ServiceFileError. */
export async function logFindings(paths: Paths, timeZone: string): Promise<Finding[]> {
  const file = serviceFile('logs', paths);
  if (!existsSync(file)) return [none];
  const database = await openDatabase(file);
  try {
    const found = await database.read(() =>
      selectLogSources(database).map(source => findingOf(source, sourceState(database, source, timeZone))),
    );
    return found.length === 0 ? [none] : found;
  } finally {
    database.close();
  }
}

const none: Finding = { section: 'Logs', name: 'sources', value: 'none: sitedeck logs add adds some' };

function findingOf(
  { website, pattern }: LogSourceRecord,
  { files, readTo, isLeftUnread }: ReturnType<typeof sourceState>,
): Finding {
  const read = readTo === undefined ? 'nothing read yet' : `read to ${readTo}`;
  return {
    section: 'Logs',
    name: safeText(website?.domain ?? 'each host'),
    value: safeText(`${pattern}: ${counted(files.length, 'files')}, ${read}`),
    problem: sourceProblem(files, isLeftUnread),
  };
}

function sourceProblem(files: readonly string[], isLeftUnread: boolean): string | undefined {
  if (files.length === 0)
    return 'No file is there: check the pattern, and sitedeck logs remove it where it is over.';
  const closed = files.find(path => !isReadable(path));
  if (closed !== undefined)
    return `This account cannot read ${safeText(closed)}: add it to the group of the file, such as adm.`;
  return isLeftUnread
    ? 'It has grown for over a day since, and nothing reads it: run  sitedeck logs update  from cron, or keep  sitedeck serve  running.'
    : undefined;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
