import type { Api } from '#api/api.ts';
import { overviewTable, sortOverview } from '#headless/overview/overviewTable.ts';
import { chosenBy, readOverview, type Overview } from '#headless/overview/readOverview.ts';
import { fixedPeriod } from '#headless/options/siteDays.ts';
import type { SeveralOptions } from '#headless/options/severalSites.ts';
import { paint } from '#headless/output/paint.ts';
import type { Printer } from '#headless/output/printer.ts';
import { print } from '#headless/output/stdout.ts';
import { textWidthOf } from '#headless/output/textWidth.ts';
import { toText, writeTable } from '#headless/output/write.ts';
import { withService } from '#headless/withService.ts';
import { markdownCell, markdownHeading, toMarkdown } from '#model/export/exportMarkdown.ts';
import type { Quoted } from '#model/why/whySentence.ts';
import { safeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { allSections, allTitle, leftOutOf } from './allSections.ts';
import { allSubject, htmlAllReport } from './htmlReport.ts';
import { readMoved } from './readMoved.ts';
import { mailPrinter, refuseFormats, type ReportOptions } from './reportOptions.ts';
import type { ReportSection } from './section.ts';

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
  const pages = await Promise.all(
    rows.map(async ({ website: { id } }) => [id, await api.pageOf?.(id)] as const),
  );
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
