import type { Api } from '#api/api.ts';
import {
  chosenBy,
  type Overview,
  type OverviewRow,
  overviewTable,
  readOverview,
  sortOverview,
} from '#cli/numbers/overview.ts';
import { readWhy } from '#cli/numbers/readWhy.ts';
import { fixedPeriod } from '#cli/options/question.ts';
import type { SeveralOptions } from '#cli/options/websites.ts';
import { paint, type Printer, textWidthOf } from '#cli/output/printer.ts';
import { print } from '#cli/output/stdout.ts';
import { toText, writeTable } from '#cli/output/table.ts';
import { withService } from '#cli/withService.ts';
import type { Baseline } from '#model/comparison/periods.ts';
import { markdownCell, markdownHeading, toMarkdown } from '#model/export/formats.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import { fewAtOnce } from '#model/service/fewAtOnce.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';
import { type Quoted, whySentences } from '#model/why/sentence.ts';
import { wrapSafe } from '#text/fit.ts';
import { safeText } from '#text/safeText.ts';
import { allSubject, htmlAllReport } from './htmlReport.ts';
import { mailPrinter, refuseFormats, type ReportOptions } from './options.ts';
import { allSections, allTitle, leftOutOf, type ReportSection } from './sections.ts';

const mostMoved = 3;

/** A website that moved, and why in sentences; `quoted` writes values from the service. */
export interface Moved {
  readonly website: Website;
  /** Why statistics are left out, a sentence each. */
  readonly leftOut: readonly string[];
  sentences(quoted?: Quoted): string[];
}

/** The websites whose visitors changed most, in either direction. */
function movedMost(rows: readonly OverviewRow[]): OverviewRow[] {
  const movement = ({ visitors }: OverviewRow) =>
    Math.abs((visitors?.count ?? 0) - (visitors?.countBefore ?? visitors?.count ?? 0));
  return rows
    .filter(row => movement(row) > 0)
    .toSorted((a, b) => movement(b) - movement(a))
    .slice(0, mostMoved);
}

/** Why those websites changed that moved most; none where nothing is compared. Rejects as the Api does. */
export async function readMoved(
  api: Api,
  { rows, compared }: Overview,
  {
    choice,
    baseline,
    today,
  }: {
    readonly choice: PeriodChoice | undefined;
    readonly baseline: Baseline | undefined;
    readonly today: Day;
  },
): Promise<Moved[]> {
  if (choice === undefined || compared === undefined || baseline === undefined) return [];
  const moved: Moved[] = [];
  for (const { website } of movedMost(rows)) {
    const question = { kind: 'period', choice, baseline } as const;
    const { facts, periods, leftOut } = await readWhy(api, website.id, question, today);
    moved.push({
      website,
      leftOut,
      sentences: quoted => whySentences(facts, periods, api.capabilities, quoted),
    });
  }
  return moved;
}

/** Prints one report of all websites, or of those searched for. Rejects as the Api does, and with a UsageError. */
export async function printAllReport(options: ReportOptions & SeveralOptions): Promise<void> {
  refuseFormats(options, 'overview');
  const printMail = await mailPrinter(options);
  await withService(options, async run => {
    const today = run.today();
    const choice = fixedPeriod(options, today);
    const baseline = options.compare === 'none' ? undefined : options.compare;
    const asked = { choice, baseline, today };
    const overview = await readOverview(run.api, chosenBy(run), asked);
    const moved = await readMoved(run.api, overview, asked);
    const { timeZone } = run.profile;
    const title = allTitle(overview);
    const sections = (quoted?: Quoted) => allSections(overview, moved, timeZone, quoted);
    const text = (printer: Printer) =>
      textSections(title, sections(), textWidthOf(options, printer), printer);
    if (printMail) {
      const pages = await readPages(run.api, overview);
      const subject = allSubject(overview);
      const html = () => htmlAllReport({ title, overview, moved, timeZone, today, pages });
      return await printMail({ subject, text, html });
    }
    if (run.format === 'markdown') return await print(markdown(title, sections(markdownCell)));
    if (run.format === 'table') return await print(text(run.printer));
    const rows = sortOverview(overview.rows, 'visitors', false);
    const table = overviewTable(rows, overview, timeZone);
    const whys = new Map(moved.map(({ website, sentences }) => [website.id, sentences().join(' ')]));
    await writeTable(
      {
        ...table,
        about: { ...table.about, left_out: leftOutOf(moved).join(' ') || undefined },
        columns: [...table.columns, { key: 'why', title: 'Why' }],
        rows: table.rows.map((cells, at) => [...cells, whys.get(rows[at]?.website.id ?? '')]),
      },
      run,
    );
  });
}

async function readPages(api: Api, { rows }: Overview): Promise<ReadonlyMap<string, string>> {
  const pages = await fewAtOnce(rows, async ({ website: { id } }) => [id, await api.pageOf?.(id)] as const);
  return new Map(pages.flatMap(([id, page]) => (page === undefined ? [] : [[id, page] as const])));
}

function textSections(
  title: string,
  sections: readonly ReportSection[],
  columns: number,
  printer: Printer,
): string {
  const parts = sections.flatMap(section => [
    '',
    paint(safeText(section.title.toUpperCase()), 'dim', printer),
    ...section.sentences.flatMap(words => wrapSafe(safeText(words, 2000), columns)),
    ...(section.table === undefined
      ? []
      : ['', toText(section.table, {}, { ...printer, columns }).trimEnd()]),
  ]);
  return `${[paint(safeText(title), 'bold', printer), ...parts].join('\n')}\n`;
}

function markdown(title: string, sections: readonly ReportSection[]): string {
  const parts = sections.map(({ title: heading, sentences, table }) =>
    [
      `## ${heading}\n`,
      ...sentences.map(words => `${words}\n`),
      // Below the heading of its section, without one of its own.
      ...(table === undefined ? [] : [toMarkdown({ ...table, about: {} }).replace(/^#.*\n\n/, '')]),
    ].join('\n'),
  );
  return [`${markdownHeading(title)}\n`, ...parts].join('\n');
}
