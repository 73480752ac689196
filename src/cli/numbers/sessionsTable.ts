import { say } from '#cli/output/stderr.ts';
import { type Output, writeTable } from '#cli/output/table.ts';
import { formatChange } from '#model/comparison/change.ts';
import { lackText, noDataText } from '#model/comparison/dataDays.ts';
import type { DataCell, DataColumn, DataTable } from '#model/export/dataTable.ts';
import { aboutOf, type TableSubject, titleOf } from '#model/export/statisticTables.ts';
import { comparedDays, describePeriod, visitsKnownText } from '#model/period/format.ts';
import {
  measureOfSessions,
  type SessionDay,
  sessionMeasureInfo,
  sessionMeasures,
  sessionMeasureText,
  type SessionSums,
} from '#model/statistics/sessions.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { sessionFacts, type ShownSessions, sessionsTold } from '#queries/sessions.ts';
import { safeText } from '#text/safeText.ts';
import { capitalised, counted } from '#text/words.ts';

const kinds = { bounce_rate: 'share', visit_seconds: 'seconds', pages_per_visit: 'mean' } as const;

/** What is told of sessions, day by day; of a service that tells only sums the whole period in one row. */
function tableOf(
  subject: TableSubject,
  read: ShownSessions | undefined,
  { format, today }: Pick<Output, 'format'> & { readonly today: Day },
): DataTable {
  const { period } = subject;
  const rows: readonly (SessionSums & { readonly day?: SessionDay['day'] })[] =
    read?.days ?? (read?.total === undefined ? [] : [read.total]);
  const from = (day: SessionDay['day'] | undefined): readonly DataCell[] =>
    day === undefined ? [period.from, period.to] : [day, day];
  return {
    title: `Sessions of ${titleOf(subject)}`,
    about: {
      ...aboutOf(subject),
      ...(format === 'markdown' ? { total: sentenceOf(read, period, today) } : sessionFacts(read)),
    },
    columns: [
      { key: 'from', title: 'From' },
      { key: 'to', title: 'To' },
      { key: 'sessions', title: 'Sessions' },
      ...sessionMeasures.map((name): DataColumn => ({
        key: name,
        title: sessionMeasureInfo[name].title,
        kind: kinds[name],
      })),
    ],
    rows: rows.map(row => [
      ...from(row.day),
      row.sessions,
      ...sessionMeasures.map(name => measureOfSessions(name, row)),
    ]),
  };
}

/** Prints them, for people with the measures of the period and their changes below. */
export async function printSessions(
  subject: TableSubject,
  read: ShownSessions | undefined,
  output: Output,
  today: Day,
): Promise<void> {
  const { period, before, among, begins } = subject;
  const against = before === undefined ? '' : `, against ${comparedDays({ now: period, before, among })}`;
  await writeTable(tableOf(subject, read, { format: output.format, today }), output, {
    before: safeText(`Sessions of ${titleOf(subject)}, ${describePeriod(period)}${against}`, 500),
    after: safeText(sentenceOf(read, period, today), 500),
  });
  if (read?.from !== undefined && begins === undefined) say(visitsKnownText(read.from));
  if (before !== undefined && read?.lack !== undefined) say(`${capitalised(lackText(read.lack))}.`);
}

/** "1,049 sessions in all: bounce rate 34% (+2.1pp), time on website 2m 05s (-3%), pages a visit 2.9 (=)". */
function sentenceOf(read: ShownSessions | undefined, period: Period, today: Day): string {
  const begins = read?.from ?? period.from;
  if (read !== undefined && (read.total === undefined || begins > period.to))
    return `${capitalised(noDataText(period, today))}.`;
  if (read?.total === undefined || read.total.sessions === 0) return 'Nothing was counted.';
  const measures = sessionMeasures.map(name => {
    const { value, change } = sessionsTold(name, read);
    const by = change.kind === 'lack' ? '' : formatChange(change);
    const title = sessionMeasureInfo[name].title.toLowerCase();
    return `${title} ${sessionMeasureText(name, value)}${by === '' ? '' : ` (${by})`}`;
  });
  return `${counted(read.total.sessions, 'sessions')} in all: ${measures.join(', ')}`;
}
