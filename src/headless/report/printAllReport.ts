import { overviewTable, sortOverview } from '#headless/overview/overviewTable.ts';
import { chosenBy, readOverview } from '#headless/overview/readOverview.ts';
import { fixedPeriod } from '#headless/options/siteDays.ts';
import type { SeveralOptions } from '#headless/options/severalSites.ts';
import { paint } from '#headless/output/paint.ts';
import type { Printer } from '#headless/output/printer.ts';
import { print } from '#headless/output/stdout.ts';
import { textWidthOf } from '#headless/output/textWidth.ts';
import { toText, writeTable } from '#headless/output/write.ts';
import { withService } from '#headless/withService.ts';
import { markdownCell, markdownHeading, toMarkdown } from '#model/export/exportMarkdown.ts';
import { safeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { allSections, allTitle } from './allSections.ts';
import { htmlReport } from './htmlReport.ts';
import { readMoved } from './readMoved.ts';
import { refuseFormats, type ReportOptions } from './reportOptions.ts';
import type { ReportSection } from './section.ts';

/** Prints one report of all websites, or of those searched for. Rejects as the Api does, and with a UsageError. */
export async function printAllReport(options: ReportOptions & SeveralOptions): Promise<void> {
  refuseFormats(options, 'overview');
  await withService(options, async run => {
    const today = run.today();
    const choice = fixedPeriod(options, today);
    const baseline = options.compare === 'none' ? undefined : options.compare;
    const asked = { choice, baseline, today };
    const overview = await readOverview(run.api, chosenBy(run), asked);
    const moved = await readMoved(run.api, overview, asked);
    const { timeZone } = run.profile;
    const title = allTitle(overview);
    if (options.html === true) return await print(htmlReport(title, allSections(overview, moved, timeZone)));
    if (run.format === 'markdown')
      return await print(markdown(title, allSections(overview, moved, timeZone, markdownCell)));
    if (run.format === 'table') {
      const sections = allSections(overview, moved, timeZone);
      return await print(text(title, sections, textWidthOf(options, run.printer), run.printer));
    }
    const rows = sortOverview(overview.rows, 'visitors', false);
    const table = overviewTable(rows, overview, timeZone);
    const whys = new Map(moved.map(({ website, sentences }) => [website.id, sentences().join(' ')]));
    await writeTable(
      {
        ...table,
        columns: [...table.columns, { key: 'why', title: 'Why' }],
        rows: table.rows.map((cells, at) => [...cells, whys.get(rows[at]?.website.id ?? '')]),
      },
      run,
    );
  });
}

function text(title: string, sections: readonly ReportSection[], columns: number, printer: Printer): string {
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
