import { type ChartRow } from '#charts/canvas.ts';
import { lineStyle, prepareLines } from '#charts/lines.ts';
import {
  baselineOf,
  compareOption,
  filterOf,
  periodOf,
  periodOptions,
  reportFilterStart,
  whereOption,
  readerWithin,
} from '#cli/options.ts';
import { paintRow, print, type TableView, textWidthOf, writeTable } from '#cli/output.ts';
import { defineSubcommand, rowsOption, widthOption } from '#cli/subcommand.ts';
import { withService } from '#cli/withService.ts';
import { type Change, changeCellText, changeTone } from '#model/comparison/change.ts';
import { defaultBaseline } from '#model/comparison/periods.ts';
import {
  axisOf,
  sideBySideRowCount,
  canCompareSideBySide,
  minSideBySide,
  indexWords,
  maxSideBySide,
  sideBySideTable,
} from '#model/comparison/sideBySide.ts';
import { UsageError } from '#model/failure.ts';
import { bucketUnitFor } from '#model/period/bucket.ts';
import { comparisonWordsOfAll, describePeriod } from '#model/period/format.ts';
import { withinText } from '#model/service/filterText.ts';
import { summaryChange } from '#model/statistics/summary.ts';
import { type Notes, notesOfSeveral } from '#model/website/notes.ts';
import { distinctName, sharedDomains, type Website } from '#model/website/website.ts';
import { read } from '#queries/answers/query.ts';
import { daysOf } from '#queries/answers/request.ts';
import { sideBySideLine, sideBySide, type SideBySide } from '#queries/sideBySide.ts';
import { label, safeText } from '#text/safeText.ts';
import { compactNumber } from '#text/words.ts';

export const compare = defineSubcommand({
  docs: 'commands',
  description: 'print two to four websites side by side: their days as lines of one chart, and a table',
  arguments: [
    { name: '<SITE...>', description: 'two to four, by domain, id or name', suggestions: 'websites' },
  ],
  options: {
    ...periodOptions,
    compare: { ...compareOption, default: defaultBaseline },
    ...whereOption,
    absolute: { description: 'draw visitors, in place of an index on which the mean day of each is 100' },
    rows: rowsOption('how many pages, referrers and countries of each', 1, 100, sideBySideRowCount),
    ...widthOption,
  },
  examples: [
    ['sitedeck compare shop.example.com docs.example.com', 'the last 28 days of both'],
    ['sitedeck compare shop.example.com docs.example.com --absolute', 'visitors in the chart'],
    ['sitedeck compare shop.example.com docs.example.com --format csv', 'for a spreadsheet'],
  ],
  async run([sites], options) {
    const named = [...new Set(sites)];
    if (!canCompareSideBySide(named.length))
      throw new UsageError(`Name ${minSideBySide} to ${maxSideBySide} websites: these are ${named.length}.`);
    await withService(options, async run => {
      const today = run.today();
      const choice = periodOf(options, today);
      const baseline = baselineOf(options.compare);
      const websites: Website[] = [];
      for (const site of named) websites.push(await run.resolveSite(site));
      const ids = websites.map(({ id }) => id);
      if (new Set(ids).size < ids.length) throw new UsageError('Two of these are the same website.');
      const where = await filterOf(run, ids, daysOf({ choice, baseline }, today).span, options);
      const reader = readerWithin(run, where);
      const data = await read(sideBySide, { websites: ids, choice, baseline }, reader);
      const { period, before } = data.days;
      const notes = notesOfSeveral(websites, website => run.notesOf(website));
      const begins = await reportFilterStart(reader, ids, period);
      const table = sideBySideTable({
        capabilities: reader.capabilities,
        websites: data.websites.map((numbers, at) => ({
          ...numbers,
          website: websites[at] ?? { id: numbers.website },
        })),
        sections: data.sections,
        period,
        before,
        timeZone: run.profile.timeZone,
        where,
        begins,
        rows: options.rows,
        notes,
      });
      if (run.format === 'table') {
        const heading = `${describePeriod(period)}${withinText(where)} ${comparisonWordsOfAll(data.days)}`;
        const lines = chartRows(data, websites, {
          notes,
          isIndexed: options.absolute !== true,
          width: textWidthOf(options, run.printer),
          ascii: !run.printer.unicode,
        });
        const drawn = lines.map(row => paintRow(row, run.printer).trimEnd());
        await print(`${[safeText(heading.trimEnd(), 500), ...drawn].join('\n')}\n\n`);
        // The chart has the days, and few periods a part that is not over.
        const isWhole = data.websites.every(({ visitors }) => visitors?.total === visitors?.count);
        const rows = table.rows.filter(
          ([statistic]) =>
            !String(statistic).startsWith('visitors_of_') && !(isWhole && statistic === 'visitors_compared'),
        );
        return await writeTable({ ...table, rows }, run, viewOf(data));
      }
      await writeTable(table, run);
    });
  },
});

const chartHeight = 12;

function chartRows(
  { websites: all, days }: SideBySide,
  websites: readonly Website[],
  { notes, isIndexed, width, ascii }: { notes: Notes; isIndexed: boolean; width: number; ascii: boolean },
): ChartRow[] {
  const [first] = all.flatMap(({ visitors }) => visitors ?? []);
  const unit = bucketUnitFor(first?.points.length ?? 0, width);
  const lines = all.map(website => sideBySideLine(website, unit));
  const [line] = lines.flatMap(each => each ?? []);
  const shared = sharedDomains(websites);
  const key = websites.flatMap((website, at): ChartRow => {
    const { role, mark } = lineStyle(at, ascii);
    return [
      { text: label`${at === 0 ? label`` : label`   `}${mark} `, tone: role, bold: true },
      { text: safeText(distinctName(website, shared), 100) },
    ];
  });
  if (line === undefined) return [key];
  const { rows } = prepareLines({
    ...axisOf(line, notes),
    lines: lines.flatMap((each, at) =>
      each === undefined
        ? []
        : [
            {
              counts: isIndexed ? each.indices : each.points.map(({ count }) => count),
              ...lineStyle(at, ascii),
            },
          ],
    ),
    width,
    height: chartHeight,
    ascii,
    formatCount: compactNumber,
    ...(isIndexed && { through: 100 }),
  })(undefined);
  const scale = isIndexed
    ? [[{ text: safeText(indexWords(days.single !== undefined)), tone: 'dim' } as const]]
    : [];
  return [...rows, key, ...scale];
}

function viewOf({ websites }: SideBySide): TableView {
  const changes = new Map<unknown, readonly Change[]>([
    ['visitors_change', websites.map(({ visitors }) => summaryChange(visitors))],
    ['pageviews_change', websites.map(({ pageviews }) => summaryChange(pageviews))],
  ]);
  return {
    cell(key, row) {
      const index = /^count_(\d)$/.exec(key)?.[1];
      const change = index === undefined ? undefined : changes.get(row[0])?.[Number(index) - 1];
      return change && { text: safeText(changeCellText(change)), style: changeTone(change) };
    },
  };
}
