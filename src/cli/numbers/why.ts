import { RefusedError, UsageError } from '#model/failure.ts';
import { signedBars } from '#charts/row.ts';
import {
  compareOption,
  filterOf,
  isAllTime,
  periodOf,
  periodOptions,
  readerWithin,
  reportFilterStart,
  whereOption,
} from '#cli/options.ts';
import {
  pageHeading,
  paint,
  paintRow,
  print,
  type Printer,
  say,
  textWidthOf,
  twoEnds,
  writeTable,
} from '#cli/output.ts';
import { defineSubcommand, rowsOption, siteArgument, widthOption } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import { baselines, type ComparedPeriods, defaultBaseline } from '#model/comparison/periods.ts';
import { differenceTone } from '#model/comparison/change.ts';
import { type DataTable, markdownCell, markdownHeading, toMarkdown } from '#model/export/dataTable.ts';
import { type TableSubject, titleOf } from '#model/export/statisticTables.ts';
import { describePeriod, differenceWords, formatWeekday, noUsualDayWords } from '#model/period/format.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Filter } from '#model/service/filter.ts';
import { type Capabilities, statisticTitle } from '#model/service/capabilities.ts';
import type { Website } from '#model/website/website.ts';
import type { WhyFacts } from '#model/why/facts.ts';
import { byStrength } from '#model/why/groups.ts';
import { caution, groupNote, type Quoted, rowMark, signedText, whySentences } from '#model/why/sentence.ts';
import { ratesSentence, whyNothingTable, type WhyRate, whyTable, whyTotalTable } from '#model/why/table.ts';
import { read } from '#queries/answers/query.ts';
import { daysOf } from '#queries/answers/request.ts';
import { whyChange, type WhyRead, changeSentences } from '#queries/why.ts';
import {
  firstWhyRows,
  hasBars,
  type ShownWhyGroup,
  whyGroups,
  whyPartCounts,
  whyPartTitle,
  whyRowName,
} from '#queries/whyGroups.ts';
import { textWidth } from '#text/characters.ts';
import { cutEnd, fitMiddle, fitStart, wrapSafe } from '#text/fit.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { capitalised, counted, percent } from '#text/words.ts';

export const why = defineSubcommand({
  docs: 'commands',
  description: 'print what explains a change of the visitors: in a sentence, and row by row',
  arguments: [siteArgument],
  options: {
    ...periodOptions,
    compare: { ...compareOption, choices: baselines, default: defaultBaseline },
    ...whereOption,
    rows: rowsOption('rows of each statistic, in text and Markdown', 1, 100, 5),
    ...widthOption,
  },
  notes: `
A period is compared with the one before; a single day with its usual day. What moved together may have other causes: correlation, not cause.`,
  examples: [
    ['sitedeck why shop.example.com', 'the last 28 days against those before'],
    ['sitedeck why shop.example.com --period yesterday', 'one day against what is usual'],
  ],
  async run([site], options) {
    await withService(options, async run => {
      const today = run.today();
      if (isAllTime(options))
        throw new UsageError('Nothing is before all days, so nothing changed: give another --period.');
      const choice = periodOf(options, today);
      const website = await run.resolveSite(site);
      const notes = run.notesOf(website);
      const asked = { website: website.id, choice, baseline: options.compare, notes };
      const where = await filterOf(run, [website.id], daysOf(asked, today).span, options);
      const reader = readerWithin(run, where);
      const found = await read(whyChange, asked, reader);
      const { facts, periods, rates, leftOut, withoutUsual, noComparison } = found;
      const asOf = daysOf(asked, today);
      const begins = await reportFilterStart(
        reader,
        [website.id],
        periods?.before ?? asOf.before ?? asOf.period,
      );
      if (noComparison !== undefined) throw new RefusedError(`${capitalised(noComparison)}.`);
      const { capabilities } = reader;
      const subject = { capabilities, website, where, begins, timeZone: run.profile.timeZone };
      const printNothing = async (day: Day) => {
        const words = `There is ${noUsualDayWords(day)} to compare ${formatWeekday(day)} with.`;
        if (run.format === 'table' || run.format === 'markdown') return await print(`${words}\n`);
        say(words);
        await writeTable(whyNothingTable({ ...subject, period: { from: day, to: day } }), run);
      };
      if (withoutUsual !== undefined) return await printNothing(withoutUsual);
      if (facts === undefined || periods === undefined) {
        if (found.hoursSoFar !== undefined) return await printToday(run, subject, found);
        throw new UsageError('Today is not over, so it is not compared: choose a period with whole days.');
      }
      const printed = {
        ...subject,
        facts,
        groups: whyGroups(found),
        periods,
        rates,
        leftOut,
        rows: options.rows,
      };
      if (run.format === 'markdown') await print(markdownWhy(printed));
      else if (run.format === 'table')
        await print(textWhy(printed, textWidthOf(options, run.printer), run.printer));
      else await writeTable(whyTable(subject, facts, { periods, rates, leftOut }), run);
      if (periods.rest !== undefined) say('Today is not over and so left out of the comparison.');
    });
  },
});

/** Today by its hours that are over, where it has no rows of them. */
async function printToday(
  run: Run,
  subject: Omit<TableSubject, 'period' | 'before'>,
  found: WhyRead,
): Promise<void> {
  const { hoursSoFar } = found;
  const quoted = run.format === 'markdown' ? markdownCell : undefined;
  const sentences = changeSentences(found, subject.capabilities, subject.where, quoted);
  if (run.format === 'table' || run.format === 'markdown' || hoursSoFar === undefined)
    return await print(`${sentences.join(' ')}\n`);
  await writeTable(whyTotalTable(subject, hoursSoFar), run);
  for (const words of sentences.slice(1)) say(words);
}

interface WhyPrinted {
  readonly website: Website;
  readonly where: Filter;
  readonly capabilities: Capabilities;
  readonly timeZone: string;
  readonly periods: ComparedPeriods;
  readonly facts: WhyFacts;
  readonly groups: readonly ShownWhyGroup[];
  readonly rates: readonly WhyRate[];
  readonly leftOut: readonly string[];
  readonly rows: number;
}

type WhySection = ReturnType<typeof whySections>[number];

/** The days where there are several, then the statistics, the one that explains best first: their first rows, and the others in one line. */
function whySections({ groups, capabilities, rows: count }: WhyPrinted) {
  const isDays = ({ part }: ShownWhyGroup) => part === 'days';
  const best = groups.filter(group => !isDays(group) && group.state === 'read').toSorted(byStrength);
  return [...groups.filter(isDays), ...best].map(group => {
    const { part } = group;
    const { rows, others, otherChange } = firstWhyRows(group, count);
    const othersTitle = counted(others, part === 'days' ? 'other days' : 'others');
    return {
      title: whyPartTitle(part),
      counts: whyPartCounts(part, capabilities),
      hasBars: hasBars(group),
      /** How well it explains; empty where a row stands out. */
      note: part !== 'days' ? groupNote(group) : group.rows.length === 0 ? 'nothing changed' : '',
      rows: [
        ...rows.map(row => ({
          ...row,
          title: whyRowName(part, row),
          mark: part === 'days' ? '' : rowMark(row),
        })),
        ...(others === 0
          ? []
          : [{ title: othersTitle, change: otherChange, isAtLeast: false, mark: '', share: undefined }]),
      ],
    };
  });
}

/** The widest a value in a sentence gets, in columns. */
const valueInSentence = 60;
const narrowestBar = 8;
const widestBar = 32;
const markWidth = 5;
const shareWidth = 5;
const gap = label`  `;

/** What explains a change as text with lines of at most `width` columns. */
function textWhy(printed: WhyPrinted, width: number, printer: Printer): string {
  const { facts, periods, capabilities } = printed;
  const sections = whySections(printed);
  const rows = rowLines(sections, width, printer);
  const differs = differenceWords(periods).replace(/^, /, '');
  const lines = [
    ...pageHeading({ ...printed, period: periods.now }, width, printer),
    '',
    ...sentenceLines(quoted => whySentences(facts, periods, capabilities, quoted), width),
    ...(printed.rates.length === 0 ? [] : wrapSafe(safeText(ratesSentence(printed.rates), 500), width)),
    ...sections.flatMap((section, index) => [
      '',
      paint(
        twoEnds(safeText(`${section.title.toUpperCase()}  ${section.counts}`), safeText(section.note), width),
        'dim',
        printer,
      ),
      ...(rows[index] ?? []),
    ]),
    '',
    ...[
      ...(differs === '' ? [] : [`Compared: ${differs}.`]),
      ...visitorsNotes(printed),
      caution,
      ...printed.leftOut,
    ]
      .flatMap(words => wrapSafe(safeText(words), width))
      .map(line => paint(line, 'dim', printer)),
  ];
  return `${lines.map(line => line.trimEnd()).join('\n')}\n`;
}

/** Sentences with values from the service that are not too long for them. */
export function sentenceLines(saidWith: (quoted: Quoted) => readonly string[], width: number): SafeText[] {
  const sentences = saidWith(value => cutEnd(safeText(value, 300), valueInSentence));
  return wrapSafe(safeText(sentences.join(' ')), width);
}

/** Of several days that the service counts one by one; where it counts everybody once, the sentence says it is a sum. */
function visitorsNotes({ capabilities, periods: { now } }: WhyPrinted): string[] {
  const { note, ofPeriod } = capabilities.visitors;
  return ofPeriod === 'sum' && note !== undefined && now.from !== now.to
    ? [`${statisticTitle('visitors', capabilities)}: ${note}.`]
    : [];
}

/** The lines of all sections; the bars of each are on a scale of its own, all left and right of one line. */
function rowLines(sections: readonly WhySection[], width: number, printer: Printer): string[][] {
  const rows = sections.flatMap(({ rows, hasBars: isDrawn }) => {
    // Parts of the greatest change of a section, -1 to 1; none for the others together, and where no row stands out.
    const sizes = rows.map(({ share, change }) => (share === undefined ? 0 : Math.abs(change)));
    const max = Math.max(1, ...sizes);
    return rows.map(row => ({ row, part: !isDrawn || row.share === undefined ? 0 : row.change / max }));
  });
  const changes = rows.map(({ row }) => safeText(signedText(row.change, row.isAtLeast)));
  const changeWidth = Math.max(0, ...changes.map(text => textWidth(text)));
  const right = changeWidth + markWidth + shareWidth + 3 * gap.length;
  const bar = Math.min(widestBar, Math.max(narrowestBar, Math.floor((width - right) / 2)));
  const bars = signedBars(
    rows.map(({ part }) => part),
    bar,
    { ascii: !printer.unicode, dim: rows.map(({ row }) => differenceTone(row) === 'dim') },
  );
  const lines = rows.map(({ row }, index) => {
    const numbers = [
      paint(fitStart(changes[index] ?? label``, changeWidth), differenceTone(row), printer),
      paint(fitStart(safeText(row.mark), markWidth), 'dim', printer),
      paint(fitStart(safeText(percent(row.share ?? NaN, 1)), shareWidth), 'dim', printer),
    ];
    const value = fitMiddle(safeText(row.title), Math.max(1, width - bar - right));
    return [value, paintRow(bars[index] ?? [], printer), gap, numbers.join(gap)].join('');
  });
  return sections.map(section => lines.splice(0, section.rows.length));
}

/** What explains a change as a Markdown document. Text from the service is escaped. */
function markdownWhy(printed: WhyPrinted): string {
  const { facts, periods, capabilities } = printed;
  const sections = whySections(printed).map(section =>
    section.rows.length === 0
      ? `## ${section.title}\n\n${capitalised(section.note)}.\n`
      : toMarkdown(tableOf(section)).replace(/^#/, '##'),
  );
  const head = `${markdownHeading(`${titleOf(printed)}, ${describePeriod(periods.now)}`)}\n`;
  const notes = [
    ...visitorsNotes(printed),
    caution,
    ...printed.leftOut.map(words => markdownCell(words)),
  ].join(' ');
  const sentences = [
    ...whySentences(facts, periods, capabilities, markdownCell),
    ...(printed.rates.length === 0 ? [] : [ratesSentence(printed.rates)]),
  ].join(' ');
  return [head, `${sentences} ${notes}\n`, ...sections].join('\n');
}

function tableOf({ title, counts, note, rows }: WhySection): DataTable {
  return {
    title,
    about: { counts, note },
    columns: [
      { key: 'what', title: 'What' },
      { key: 'change', title: 'Change' },
      { key: 'mark', title: '' },
      { key: 'share', title: 'Share of all changes', kind: 'share' },
    ],
    rows: rows.map(({ title: what, change, isAtLeast, mark, share }) => [
      what,
      signedText(change, isAtLeast),
      mark,
      share,
    ]),
  };
}
