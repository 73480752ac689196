import { calendar, type CalendarInput, weeksLeftOut } from '#charts/calendar.ts';
import type { ChartRow } from '#charts/canvas.ts';
import { bar, barColumns, rowRuns } from '#charts/row.ts';
import { maximum } from '#charts/scale.ts';
import { filterOf, readerWithin, reportFilterStart, whereOption } from '#cli/options.ts';
import { pageHeading, paintRow, print, textWidthOf, writeTable } from '#cli/output.ts';
import { defineSubcommand, siteArgument, widthOption } from '#cli/subcommand.ts';
import { withService } from '#cli/withService.ts';
import { UsageError } from '#model/failure.ts';
import { statisticTable } from '#model/export/statisticTables.ts';
import { addDays } from '#model/period/day.ts';
import { formatDay, weekdayNames } from '#model/period/format.ts';
import { type Capabilities } from '#model/service/capabilities.ts';
import { monthHeadings, yearFacts, yearPeriod, yearWeeks } from '#model/statistics/year.ts';
import { isNoted, type Notes } from '#model/website/notes.ts';
import type { Website } from '#model/website/website.ts';
import { read } from '#queries/answers/query.ts';
import {
  calendarDays,
  rankedFacts,
  hiddenYear,
  partsOfYear,
  partsWithin,
  year as yearQuery,
  type Year,
  yearTotal,
} from '#queries/year.ts';
import { svgOfLines } from '#terminal/picture/svg.ts';
import { chooseTheme } from '#terminal/theme/themes.ts';
import { textWidth } from '#text/characters.ts';
import { head, wrapSafe } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { compactNumber, groupThousands } from '#text/words.ts';

export const year = defineSubcommand({
  docs: 'commands',
  description: 'print the year of a website as a calendar: 53 weeks by 7 days, in six steps of visitors',
  arguments: [siteArgument],
  options: {
    ...whereOption,
    hideNames: { description: 'with --format svg: an example name, and an index in place of numbers' },
    ...widthOption,
  },
  notes: `
Each step is of about as many days. In JSON, CSV and Markdown the visitors of each day; a day without data has none.`,
  examples: [
    ['sitedeck year shop.example.com', 'the last 53 weeks, for people'],
    ['sitedeck year shop.example.com --format svg > year.svg', 'a picture, for a page or a mail'],
    ['sitedeck year shop.example.com --format csv', 'the days, for a spreadsheet'],
  ],
  async run([site], options) {
    const isPicture = options.format === 'svg' && options.json !== true;
    if (options.hideNames === true && !isPicture) throw new UsageError('--hide-names is for --format svg.');
    await withService(isPicture ? { ...options, format: 'table' } : options, async run => {
      const { profile, printer } = run;
      const period = yearPeriod(run.today());
      const website = await run.resolveSite(site);
      const where = await filterOf(run, [website.id], period, options);
      const reader = readerWithin(run, where);
      const found = await read(yearQuery, { website: website.id, baseline: undefined }, reader);
      if (found.summary === undefined) throw found.error ?? new Error('a year without an answer');
      const begins = await reportFilterStart(reader, [website.id], period);
      const { capabilities } = reader;
      const notes = run.notesOf(website);
      const subject = { capabilities, website, period, where, begins, notes, timeZone: profile.timeZone };
      if (!isPicture && run.format !== 'table') {
        const entries = found.summary.points.map(({ day, count }) => ({ value: day, count }));
        return await writeTable(statisticTable(subject, { name: 'visitors', entries }), run);
      }
      const width = isPicture ? (options.width ?? pictureWidth) : textWidthOf(options, printer);
      if (!isPicture) {
        const lines = yearLines(found, { capabilities, notes, width, ascii: !printer.unicode }).map(row =>
          paintRow(row, printer).trimEnd(),
        );
        return await print(`${[...pageHeading(subject, width, printer), ...lines].join('\n')}\n`);
      }
      const shown = options.hideNames === true ? hiddenYear(found) : found;
      const named = options.hideNames === true ? { ...subject, website: exampleWebsite, where: [] } : subject;
      const heading = pageHeading(named, width, { ...printer, colour: false }).map(text => [
        { text: safeText(text, width) },
      ]);
      const dark = chooseTheme('dark', { depth: 'all', env: {} });
      await print(
        svgOfLines(
          [...heading, ...yearLines(shown, { capabilities, notes, width, ascii: false, isPicture: true })],
          dark,
        ),
      );
    });
  },
});

/** Days are then two columns wide. */
const pictureWidth = 120;
const exampleWebsite: Website = { id: '1', domain: 'alpha.example.com', fields: {} };

interface YearOptions {
  readonly capabilities: Capabilities;
  readonly notes: Notes;
  readonly width: number;
  readonly ascii: boolean;
  /** Bars lie behind the months; in a text they stand beside them. */
  readonly isPicture?: boolean;
}

function yearLines(year: Year, { capabilities, notes, ...look }: YearOptions): readonly ChartRow[] {
  const { summary, days } = year;
  const points = summary?.points ?? [];
  const facts = yearFacts(points, days.today);
  const averages = facts.weekdays.map(average => (average === undefined ? '-' : groupThousands(average)));
  const lines = rankedFacts(year);
  const names = Math.max(0, ...lines.map(({ name }) => name.length));
  const input: CalendarInput = {
    ...calendarDays(year),
    noted: points.map(({ day }) => isNoted(notes, { from: day, to: day })),
    labels: weekdayNames.map(name => name.slice(0, 3)),
    headings: monthHeadings(days.period),
    averages,
    ...look,
    // Of days that are two rows high, where they are two columns wide.
    height: 17,
    formatCount: compactNumber,
  };
  const leftOut = weeksLeftOut(input);
  const begun = `the last ${yearWeeks - leftOut} weeks, from ${formatDay(addDays(days.period.from, leftOut * 7))}`;
  return [
    ...yearTotal(year, capabilities, look.width),
    ...lines.flatMap(({ name, text }) =>
      wrapSafe(safeText(text, 300), Math.max(1, look.width - names - 2)).map((line, index): ChartRow => [
        { text: safeText((index === 0 ? name : '').padEnd(names + 2)), tone: 'dim' },
        { text: line },
      ]),
    ),
    [],
    ...(leftOut === 0 ? [] : [[{ text: safeText(begun, look.width), tone: 'dim' as const }]]),
    ...calendar(input),
    [],
    ...monthRows(year, look),
  ];
}

const widestMonths = 100;

function monthRows(
  year: Year,
  { width, ascii, isPicture = false }: Omit<YearOptions, 'capabilities' | 'notes'>,
): readonly ChartRow[] {
  const columns = Math.min(width, widestMonths);
  const rows = partsWithin(partsOfYear(year).rows, columns);
  const look = { width: columns, ascii, isLined: false, min: [1], family: 'content' } as const;
  if (isPicture) return rowRuns(rows, look).flat();
  const max = maximum(rows.flatMap(({ value, before }) => [value, before]));
  const names = maximum(rows.map(row => textWidth(row.label.text))) + 1;
  const texts = rows.map(row => ({ ...row, value: 0, before: undefined }));
  return rowRuns(texts, look).map(([line = []], index): ChartRow => {
    const [first, ...numbers] = line;
    const text = first?.text ?? label``;
    const room = textWidth(text) - names;
    const { value = 0, before } = rows[index] ?? {};
    const at = before === undefined ? -1 : barColumns(before, max, room) - 1;
    const drawn = Array.from(bar(value, max, room, { ascii }), (glyph, column) =>
      column !== at ? glyph : ascii ? '|' : '│',
    );
    return [{ text: head(text, names) }, { text: safeText(drawn.join('')), tone: 'dim' }, ...numbers];
  });
}
