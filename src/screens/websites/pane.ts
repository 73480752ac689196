import type { ChartRow } from '#charts/canvas.ts';
import { maximum } from '#charts/scale.ts';
import { rowWord, websiteTitle } from '#screens/words.ts';
import { goalRows } from '#screens/goals.ts';
import { barRows, changePart, dim, heading, type Part, partsWidth } from '#components/parts.ts';
import { change, type ChangeTone, differenceTone, missingDaysText } from '#model/comparison/change.ts';
import { comparedDays, describePeriod, hourText, shortComparison } from '#model/period/format.ts';
import { type Capabilities, countsOf, countsVisits, statisticInfo } from '#model/service/capabilities.ts';
import { hourCursorPoints } from '#model/statistics/cursor.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { shownTotal, type WhyFacts } from '#model/why/facts.ts';
import { isQuiet, standsOut, type WhyRow } from '#model/why/groups.ts';
import { shortSum, type Summary, summaryChange, sumOf } from '#model/statistics/summary.ts';
import { whySentences } from '#model/why/sentence.ts';
import { hourBars, seriesChart } from '#screens/chart/seriesChartRows.ts';
import type { Preview } from '#store/websites/previewContent.ts';
import { noNotes } from '#model/website/notes.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { cutEnd, cutFacts, spaces, type TellingCut, wrapSafe } from '#text/fit.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';
import { comparedList, oneList } from '#screens/statistic/paneLists.ts';
import { sentenceLines } from './attention.ts';
import { attentionSentences, noneShared, notRead, settingsLines, tagsText } from './cells.ts';

interface PaneLayout {
  readonly spacing: 0 | 1;
  readonly chart: number;
  readonly sentence: number;
  readonly attention: number;
}

/** Name, numbers, today, the heading of why with its three rows, and two lines of settings. */
const always = 9;
const minChart = 5;
const maxChart = 10;
/** Columns of a chart that is not wide and low: the pane of a single website. */
const roomForHighChart = 90;

/** The lines of a pane of so many: without room the spacing goes first, then the sentence, then the chart. */
export function paneLayout(height: number, attention: number): PaneLayout {
  const reasons = Math.min(attention, 3);
  const withAll = height - always - reasons - 2;
  const gaps = reasons > 0 ? 5 : 4;
  if (withAll - gaps >= minChart)
    return { spacing: 1, chart: Math.min(withAll - gaps, maxChart), sentence: 2, attention: reasons };
  if (withAll >= minChart) return { spacing: 0, chart: withAll, sentence: 2, attention: reasons };
  const rest = withAll + 2;
  return { spacing: 0, chart: rest >= minChart ? rest : 0, sentence: 0, attention: reasons };
}

const titleLine = 1;
const minRows = 3;
const usualRows = 4;
const maxRows = 10;

/** The first rows of pages and referrers in the lines that are left: as many as fit, the same number of each. */
function topLines(
  { tops, capabilities }: Pick<Preview, 'tops' | 'capabilities'>,
  width: number,
  height: number,
): ChartRow[] {
  const [first] = tops;
  if (first === undefined) return [];
  const each = (count: number) => Math.floor(height / count) - titleLine - 1;
  const shown = each(tops.length) >= minRows ? tops : [first];
  // More than the usual ones leave a blank line below them.
  const more = Math.floor((height - 1) / shown.length) - titleLine - 1;
  const rows = Math.max(Math.min(usualRows, each(shown.length)), Math.min(maxRows, more));
  return rows < minRows
    ? []
    : shown.flatMap((top): ChartRow[] => {
        const { title } = statisticInfo(top.name);
        return [[], ...oneList({ ...comparedList({ capabilities }, top), title }, width, rows + 1)];
      });
}

const rowsShown = 3;

interface NamedWhyRow {
  readonly name: StatisticName;
  readonly row: WhyRow;
  /** As in why: grey where nothing of its statistic stands out. */
  readonly tone: ChangeTone;
}

/**
 * The rows that say most of a change: those that stand out, the most surprising first, then the largest of each statistic
 * that goes the way of the total.
 */
export function whyRows(facts: WhyFacts, count: number): NamedWhyRow[] {
  const { causes, groups } = facts;
  const way = shownTotal(facts).change;
  const isChance = !standsOut(facts);
  const named = (name: StatisticName, row: WhyRow): NamedWhyRow => {
    const group = groups.find(each => each.name === name);
    return { name, row, tone: group && isQuiet(group, isChance) ? 'dim' : differenceTone(row) };
  };
  const surprising = causes.flatMap(cause => (cause.kind === 'row' ? [named(cause.name, cause.row)] : []));
  const along = (row: WhyRow) => way === 0 || Math.sign(row.change) === Math.sign(way);
  const deepest = Math.max(0, ...groups.map(({ rows }) => rows.length));
  const others = Array.from({ length: Math.min(deepest, count) }, (_, index) =>
    groups.flatMap(({ name, rows }) => {
      const row = rows[index];
      return row === undefined || !along(row) ? [] : [named(name, row)];
    }),
  ).flat();
  // What chance explains stands among the others only where there are few of those.
  const clear = others.filter(({ row }) => differenceTone(row) !== 'dim');
  const shownGroups = surprising.length + clear.length < rowsShown ? others : clear;
  const chosen: NamedWhyRow[] = [];
  for (const found of [...surprising, ...shownGroups])
    if (chosen.length < count && !chosen.some(({ row }) => row === found.row)) chosen.push(found);
  return chosen.toSorted((a, b) => Math.abs(b.row.change) - Math.abs(a.row.change));
}

/** Beside its heading where it fits there, else below it. */
function notComparedLines(reason: SafeText, width: number): ChartRow[] {
  const line = heading(label`WHY`, reason);
  if (partsWidth(line) <= width) return [line];
  return [heading(label`WHY`), ...wrapSafe(reason, width).map((text): ChartRow => [dim(text)])];
}

export function whyLines(preview: Preview, width: number, sentence: number): ChartRow[] {
  const { notCompared, compared, why, asked, answered, visitors, isOffline, capabilities } = preview;
  if (isOfZeros(visitors)) return [];
  if (notCompared !== undefined) return notComparedLines(notCompared, width);
  if (preview.change.kind === 'missingDays')
    return notComparedLines(safeText(missingDaysText(preview.change.missingDays)), width);
  if (why === undefined || compared === undefined) {
    const isOver = (visitors !== undefined || preview.error !== undefined) && asked > 0 && answered === asked;
    const words = isOver
      ? label`Previous days not loaded.`
      : isOffline
        ? label`not in the saved data`
        : label`reading ${answered} of ${asked === 0 ? label`...` : asked}`;
    const unread: ChartRow = isOffline ? [] : [notRead(12), { text: spaces(width - 17) }, notRead(5)];
    const spacing = Array.from({ length: sentence }, (): ChartRow => []);
    const rows = isOver ? [] : [...Array.from({ length: rowsShown }, () => unread), ...spacing];
    return [heading(label`WHY`, words), ...rows];
  }
  // The first sentence says the total, as the numbers do.
  const sentences = whySentences(why, compared, capabilities)
    .slice(1)
    .map(text => safeText(text));
  const words = fittingSentences(sentences, width, sentence);
  // What is below stays where it was while this was read.
  const spacing = Array.from({ length: sentence - words.length }, (): ChartRow => []);
  const rows = movedLines(whyRows(why, rowsShown), width, capabilities);
  return [
    heading(label`WHY`, headingNote(preview, rows.length)),
    ...words.map((text): ChartRow => [{ text }]),
    ...rows,
    ...spacing,
  ];
}

/** The first sentences that fit whole into so many lines; where not even the first one does, its beginning, up to a clause where that says enough. */
export function fittingSentences(sentences: readonly SafeText[], width: number, lines: number): SafeText[] {
  if (sentences.length === 0) return [];
  const linesOf = (count: number) => wrapSafe(joinSafe(sentences.slice(0, count), label` `), width);
  for (let count = sentences.length; count > 0; count--)
    if (linesOf(count).length <= lines) return linesOf(count);
  const [begun, more] = [linesOf(1).slice(0, lines - 1), linesOf(1).slice(lines - 1)];
  const rest = joinSafe(more, label` `);
  const clause = cutFacts(rest, width);
  return lines < 1
    ? []
    : [...begun, rest.startsWith(clause) && textWidth(clause) * 2 >= width ? clause : cutEnd(rest, width)];
}

function headingNote({ failed }: Preview, rows: number): SafeText {
  if (failed.length > 0)
    return label`not read: ${safeText(failed.map(name => statisticInfo(name).title.toLowerCase()).join(', '))}`;
  return rows === 0 ? label`no page or source changed` : label`what changed most`;
}

export function movedLines(
  rows: readonly NamedWhyRow[],
  width: number,
  capabilities: Capabilities,
): ChartRow[] {
  const wordColumns = maximum(rows.map(({ name }) => rowWord(name).length)) + 1;
  const cells = rows.map(({ name, row, tone }) => ({
    label: { text: safeText(readableValue(name, row.value)) },
    value: row.change,
    numbers: [{ text: changeText(name, row, capabilities), tone }],
  }));
  const lines = barRows(cells, { width: width - wordColumns }).flat();
  return lines.map((line, index): ChartRow => {
    const { name } = rows[index] ?? { name: 'page' };
    const word = { text: safeText(rowWord(name).padEnd(wordColumns)), tone: statisticInfo(name).family };
    return [word, ...line];
  });
}

/** "-1,173 sessions", "+1 view", ">+20 views" where it is at least that. */
function changeText(
  name: StatisticName,
  { change, isAtLeast }: WhyRow,
  capabilities: Capabilities,
): SafeText {
  const counts = countsOf(name, capabilities);
  const words = counts === 'page views' ? 'views' : counts;
  const text = `${change < 0 ? '-' : '+'}${counted(Math.abs(change), words)}`;
  return safeText(isAtLeast ? `>${text}` : text);
}

const minForGoals = 16;

/** The most urgent goals, in lines that leave room for the rest. */
function goalLines(goals: Preview['goals'], width: number, height: number): ChartRow[] {
  if (height < minForGoals) return [];
  const room = height < minForGoals * 2 ? { max: 1, lines: 1 } : { max: 3, lines: 2 };
  return goalRows(goals, width, room).map(part => [part]);
}

export function paneLines(
  preview: Preview,
  {
    width,
    height,
    hasSettings = true,
    cut = name => name,
  }: {
    readonly width: number;
    readonly height: number;
    readonly hasSettings?: boolean;
    /** What a name loses that is too long. */
    readonly cut?: TellingCut | undefined;
  },
): ChartRow[] {
  const reasons = attentionSentences(preview.attention).flatMap(text => sentenceLines(text, width));
  const tags: ChartRow[] = preview.tags.length === 0 ? [] : [[dim(tagsText(preview.tags))]];
  const goals = goalLines(preview.goals, width, height);
  const layout = paneLayout(height - tags.length - goals.length, reasons.length);
  const spacing: ChartRow[] = layout.spacing === 1 ? [[]] : [];
  const head: ChartRow[] = [
    heading(cut(websiteTitle(preview.website, noneShared), width)),
    numbersLine(preview, width),
    ...todayLines(preview, width),
    ...goals,
    ...spacing,
  ];
  const settings = hasSettings ? settingsLines(preview.website) : [];
  const hasFacts = reasons.length + tags.length + settings.length > 0;
  const foot: ChartRow[] = [
    ...spacing,
    ...whyLines(preview, width, layout.sentence),
    ...(hasFacts ? spacing : []),
    ...(reasons.length === 0 ? [] : [...reasons.slice(0, layout.attention), ...spacing]),
    ...tags,
    ...settings.map((text): ChartRow => [dim(cutFacts(text, width))]),
  ];
  // Where no rows follow, the chart has their room.
  const isLast = preview.tops.length === 0 && layout.chart > 0;
  const room = height - head.length - foot.length;
  const tops = isLast ? [] : topLines(preview, width, room - layout.chart);
  const grows = isLast || width >= roomForHighChart;
  const chart = layout.chart > 0 && grows ? room - tops.length : layout.chart;
  return [...head, ...chartLines(preview, width, chart), ...foot, ...tops].slice(0, height);
}

/** Where days are added up that is said, shorter where there is little room; then the change of the page views is left out. */
function numbersLine(preview: Preview, width: number): ChartRow {
  const { visitors, change, error, capabilities, isOffline } = preview;
  const isAway = isOffline || error?.kind === 'network' || error?.kind === 'timeout';
  if (visitors === undefined && isAway) return [dim(label`Not read`)];
  if (visitors === undefined && error !== undefined)
    return [{ text: label`Not read: ${safeText(error.message)}`, tone: 'bad' }];
  const counts = countsOf('visitors', capabilities);
  const areVisits = countsVisits(capabilities);
  const pageviews = areVisits ? undefined : preview.pageviews;
  const views: Part[] = areVisits
    ? []
    : pageviews === undefined
      ? [notRead(3, label` page views`)]
      : [
          { text: safeText(groupThousands(pageviews.total)), bold: true },
          { text: label` ${pageviews.total === 1 ? label`page view` : label`page views`} ` },
          changePart(summaryChange(pageviews)),
        ];
  if (visitors === undefined) return [notRead(3, safeText(` ${counts}   `)), ...views];
  const lineWith = (sum: string, ofViews: readonly Part[]): ChartRow => [
    { text: safeText(groupThousands(visitors.total)), bold: true },
    { text: safeText(` ${visitors.total === 1 ? counts.replace(/s$/, '') : counts} `) },
    ...(isSum(visitors) ? [dim(safeText(`(${sum}) `))] : []),
    changePart(change),
    { text: label`   ` },
    ...ofViews,
  ];
  const shortest: Part[] =
    pageviews === undefined
      ? []
      : [{ text: safeText(groupThousands(pageviews.total)), bold: true }, { text: label` views` }];
  const lines = [lineWith(sumOf('days'), views), lineWith(shortSum, views), lineWith(shortSum, shortest)];
  return lines.find(line => partsWidth(line) <= width) ?? lineWith(shortSum, []);
}

/** Days are added up, on both sides. */
function isSum({ isExact, points }: Summary): boolean {
  return isExact !== true && points.length > 1;
}

/** Nothing of today where the period is over and today was not read with it. */
function todayLines({ visitors, todayComparison, today, isOffline }: Preview, width: number): ChartRow[] {
  if (visitors === undefined) return isOffline ? [] : [[notRead(3, label` today`)]];
  if (visitors.today === undefined) return [];
  const count: Part = { text: safeText(groupThousands(visitors.today)), bold: true };
  const soFar: ChartRow = [count, dim(label` today so far`)];
  if (todayComparison === undefined) return [soFar];
  if (todayComparison === 'unread') return [[...soFar, dim(label`, `), notRead(14)]];
  const { compared, hoursSoFar } = todayComparison;
  if (hoursSoFar !== undefined) {
    const changed = change(hoursSoFar.now, hoursSoFar.before);
    const hour = safeText(hourText(hoursSoFar.hours));
    if (changed.kind === 'none') return [[count, dim(label` today, none by ${hour} on either day`)]];
    const line = (against: SafeText): Part[] => [
      count,
      dim(label` today, `),
      changePart(changed),
      dim(label` by ${hour}${against}`),
    ];
    // The day is said whole or not at all.
    const whole = line(label` ${safeText(shortComparison(compared))}`);
    return [partsWidth(whole) <= width ? whole : line(label``)];
  }
  const usual = safeText(
    `${groupThousands(todayComparison.count)} on ${comparedDays({ ...compared, now: { from: today, to: today } })}`,
  );
  return [[...soFar, dim(label`; ${usual}`)]];
}

/** Nobody came, in these days or those before. */
export function isOfZeros(visitors: Summary | undefined): boolean {
  return (
    visitors !== undefined && [...visitors.points, ...visitors.before].every(({ count = 0 }) => count === 0)
  );
}

function whyNothing({ visitors, capabilities, isReadingLogs }: Preview): SafeText {
  if (isReadingLogs) return label`The logs are being read.`;
  const hasData = visitors?.total !== undefined || visitors?.countBefore !== undefined;
  const what = hasData ? countsOf('visitors', capabilities) : 'data';
  return safeText(`No ${what} in these days or those before.`);
}

function chartLines(preview: Preview, width: number, height: number): ChartRow[] {
  const { visitors, today, compared, notes, hours, capabilities, isOffline } = preview;
  if (height === 0) return [];
  if (visitors === undefined)
    return Array.from({ length: height }, (_, row): ChartRow =>
      !isOffline && row === height - 1 ? [notRead(width)] : [],
    );
  const { points, before } = visitors;
  // Why nothing is compared says that there is no data today yet.
  if (points.length === 1 && points[0]?.day === today && points[0].count === undefined) return [];
  if (isOfZeros(visitors)) return [[dim(whyNothing(preview))]];
  // Of days without data no line is drawn.
  const hasLegend = compared !== undefined && visitors.countBefore !== undefined && height > 5;
  const size = { width, height: hasLegend ? height - 1 : height };
  const rows =
    hours === undefined
      ? seriesChart(points, before, today, { ...size, notes }).rows
      : hourBars(hourCursorPoints(hours.counts, hours.before, hours), { ...size, notes: noNotes });
  if (!hasLegend) return [...rows];
  const dots = hours !== undefined || !isAscii() ? beforeMark() : label`oo`;
  const days = safeText(describePeriod(compared.before));
  return [
    ...rows,
    [
      { text: dots, tone: 'chartBefore' },
      dim(
        cutFacts(
          label` ${days}, ${safeText(counted(visitors.countBefore, countsOf('visitors', capabilities)) + (isSum(visitors) ? ` (${shortSum})` : ''))}`,
          width - textWidth(dots),
        ),
      ),
    ],
  ];
}

export function beforeMark(): SafeText {
  return isAscii() ? label`o` : label`⠤⠤`;
}
