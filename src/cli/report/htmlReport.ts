import { changeTone, type DayCount, noDataText } from '#model/comparison/change.ts';
import { againstOfAll, overviewView } from '#cli/numbers/overview.ts';
import {
  needingAttention,
  type Overview,
  type OverviewRow,
  sortOverview,
  noTotalWords,
  sumsWords,
  totalChange,
  totalsOf,
} from '#queries/overview.ts';
import { bucket, bucketName, type BucketUnit, bucketUnitFor } from '#model/period/bucket.ts';
import { describePeriod, hourText } from '#model/period/format.ts';
import {
  type Capabilities,
  columnTitles,
  countsOf,
  countsVisits,
  statisticInfo,
  statisticTitle,
  zoneWords,
} from '#model/service/capabilities.ts';
import type { Day } from '#model/statistics/statistics.ts';
import {
  amountText,
  shareHeading,
  shareText,
  type Summary,
  summaryChange,
} from '#model/statistics/summary.ts';
import { mostOf } from '#model/statistics/series.ts';
import { readableValue } from '#model/statistics/values.ts';
import { type Note, noteLetters, noteLine, type Notes, notesIn } from '#model/website/notes.ts';
import { attentionSentence } from '#model/website/attention.ts';
import { websiteName } from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import { filterLabel, withinText } from '#model/service/filterText.ts';
import { capitalised, counted, groupThousands } from '#text/words.ts';
import {
  bars,
  breakable,
  changeText,
  heading,
  type HtmlBar,
  htmlPage,
  legend,
  linked,
  marksBelow,
  markup,
  type Markup,
  note,
  paragraph,
  subheading,
  table,
  tiles,
  warnings,
} from './html.ts';
import { type Report, type ReportHours, type ReportPanel } from '#queries/report.ts';
import {
  type AllReport,
  type AllSentences,
  allSentences,
  changeOf,
  changesNote,
  explanation,
  goalWordsOf,
  leftOutOf,
  measuresOf,
  notedWords,
  noteOfLine,
  reportTitle,
  visitorsSentence,
} from './sections.ts';

const chartHeight = 80;
const smallHeight = 20;
/** Bars that can be told apart on a phone. */
const maxBars = 62;
/** Mail programs cut long mails off, Gmail at 102 KB: beyond this names are cut, and the small bars stand for more days each. */
const maxBytes = 60_000;
/** Of a value or a name, which visitors and services choose. */
const maxValueLength = 300;
/** Of names where the mail gets too large: most are shorter. */
const shorterName = 60;
const shortestName = 24;

/** The headline of a message. May hold foreign text. */
export function reportSubject(report: Report): string {
  const { website, attention, visitors, period, today, where, capabilities } = report;
  const needs = attention.length === 0 ? '' : ' needs attention';
  return `${websiteName(website)}${withinText(where)}${needs}: ${visitors.total === undefined ? noDataText(period, today) : headline(visitors.total, changeOf(visitors), capabilities)}, ${describePeriod(period)}`;
}

export function allSubject({ rows, days, where, capabilities }: Overview): string {
  const { period } = days;
  const totals = totalsOf(rows);
  const needing = needingAttention(rows).length;
  const websites = counted(rows.length, 'websites');
  const whose =
    needing === 0 ? websites : `${needing} of ${websites} ${needing === 1 ? 'needs' : 'need'} attention`;
  return `${whose}${withinText(where)}: ${totals.visitors === undefined ? noTotalWords(totals, rows, days) : headline(totals.visitors, totalChange(totals), capabilities)}, ${describePeriod(period)}`;
}

/** Without a change where there is too little data to tell it. */
function headline(visitors: number, changed: string, capabilities: Capabilities): string {
  const count = counted(visitors, countsOf('visitors', capabilities));
  return changed === '' || changed === '-' ? count : `${count} ${changed}`;
}

/**
 * The report of a website as a mail in HTML. Text from the service is escaped, and cut where the mail gets too large.
 * @param address of its page, where the service has one
 */
export function htmlReport(report: Report, address: string | undefined): string {
  const page = onePage(report, address, maxValueLength);
  return Buffer.byteLength(page) <= maxBytes ? page : onePage(report, address, shorterName);
}

function filterNote({ where = [] }: Pick<Report, 'where'>): string {
  return where.length === 0 ? '' : `. ${capitalised(filterLabel(where))}`;
}

function onePage(report: Report, address: string | undefined, longest: number): string {
  const { website, period, timeZone, today, attention, capabilities } = report;
  const why = explanation(report);
  const counting = visitorsSentence(report);
  const changes = changesNote(report);
  const isDay = period.from === period.to;
  const { notes } = report;
  const drawn = isDay ? hourBars(report.hours, notes) : dayBars(report.visitors.points, today, notes);
  const noted = notedWords(report, lettered(noteLine, drawn));
  return htmlPage(reportTitle(report), [
    heading(linked(breakable(websiteName(website), longest), address)),
    note(`${describePeriod(period)}, ${zoneWords(timeZone, capabilities)}${filterNote(report)}`),
    warnings(attention.map(reason => markup`${attentionSentence(reason)}`)),
    ...(why.length === 0 ? [] : [paragraph(why.join(' '))]),
    tiles(measuresOf(report)),
    ...chart(drawn),
    ...(counting === undefined ? [] : [note(counting)]),
    ...(changes === undefined ? [] : [note(changes)]),
    ...(noted === undefined ? [] : [note(noted)]),
    ...goalWordsOf(report).map(note),
    ...report.leftOut.map(note),
    ...report.panels.flatMap(panel => panelParts(panel, report, longest)),
  ]);
}

function panelParts({ name, rows, basis }: ReportPanel, { capabilities }: Report, longest: number): Markup[] {
  const titles = columnTitles(name, capabilities);
  const columns = [
    { title: titles.value, isNumber: false },
    { title: titles.count, isNumber: true, width: 80 },
    ...(basis === undefined ? [] : [{ title: shareHeading(basis), isNumber: true, width: 90 }]),
  ];
  const lines = rows.map(({ value, count }) => [
    markup`${safeText(readableValue(name, value), longest)}`,
    markup`${amountText(name, count)}`,
    ...(basis === undefined ? [] : [markup`${shareText(count, basis)}`]),
  ]);
  return [subheading(statisticInfo(name).title), table(columns, lines)];
}

interface Room {
  /** What a small bar stands for; undefined where there are none. */
  readonly unit: BucketUnit | undefined;
  readonly longestName: number;
  /** Of the sentences that say why one website changed. */
  readonly longestWhy: number;
}

const whole: Room = { unit: 'day', longestName: maxValueLength, longestWhy: 2000 };
const shorter: Room = { ...whole, longestName: shorterName, longestWhy: 800 };
/** The first that fits. */
const rooms: readonly Room[] = [
  whole,
  shorter,
  { ...shorter, unit: 'week' },
  { ...shorter, unit: 'month' },
  { ...shorter, unit: undefined },
  { ...shorter, unit: undefined, longestName: shortestName },
];

/** A mail about all websites. Too large for mail programs, it cuts long names, and its small bars are weeks, months or left out. */
export function htmlAllReport(report: AllReport): string {
  let page = '';
  for (const room of rooms) {
    page = allPage(report, room);
    if (Buffer.byteLength(page) <= maxBytes) break;
  }
  return page;
}

function allPage(
  { title, overview, moved, notes, timeZone, today, pages }: AllReport,
  { unit, longestName, longestWhy }: Room,
) {
  const { isCompared, capabilities } = overview;
  const visitorsTitle = statisticTitle('visitors', capabilities);
  const hasViews = !countsVisits(capabilities);
  const { period } = overview.days;
  const rows = sortOverview(overview.rows, 'visitors', false);
  const totals = totalsOf(rows);
  const sums = sumsWords(totals, period).replace(/^, /, '');
  const named = ({ website }: Pick<OverviewRow, 'website'>) =>
    linked(markup`${safeText(websiteName(website), longestName)}`, pages.get(website.id));
  const lineOf = ({ website, words }: AllSentences) => {
    const cut = safeText(words, longestWhy);
    return website === undefined ? markup`${cut}` : markup`${named({ website })}: ${cut}`;
  };
  const part = (title: string, sentences: readonly AllSentences[]) =>
    sentences.length === 0 ? [] : [subheading(title), ...sentences.map(each => paragraph(lineOf(each)))];
  const isDay = period.from === period.to;
  const hasBars = unit !== undefined && !isDay;
  const columns = [
    { title: 'Website', isNumber: false },
    ...(hasBars ? [{ title: barsTitles[unit], isNumber: false }] : []),
    { title: visitorsTitle, isNumber: true },
    ...(isCompared ? [{ title: 'Change', isNumber: true }] : []),
    ...(hasViews ? [{ title: 'Views', isNumber: true }] : []),
  ];
  const lines = rows.map(row => [
    linked(breakable(websiteName(row.website), longestName), pages.get(row.website.id)),
    ...(hasBars ? [smallBars(row.visitors, unit, today)] : []),
    countText(row.visitors?.total),
    ...(isCompared
      ? [
          changeText(
            row.visitors === undefined ? '' : changeOf(row.visitors),
            changeTone(summaryChange(row.visitors)),
          ),
        ]
      : []),
    ...(hasViews ? [countText(row.pageviews?.total)] : []),
  ]);
  const days = isDay ? [] : dayBars(sumOf(rows), today, notes);
  const letteredNote = lettered(noteOfLine, days);
  const told = allSentences({ overview, moved });
  return htmlPage(title, [
    heading(counted(rows.length, 'websites')),
    note(`${describePeriod(period)}, ${zoneWords(timeZone, capabilities)}${filterNote(overview)}`),
    warnings(told.attention.map(lineOf)),
    tiles([
      {
        title: visitorsTitle,
        value: groupThousands(totals.visitors),
        change: totalChange(totals),
        tone: changeTone(summaryChange(totals.compared)),
      },
      ...(hasViews ? [{ title: 'Page views', value: groupThousands(totals.pageviews), change: '' }] : []),
    ]),
    ...chart(days),
    ...(sums === '' ? [] : [note(`Visitors: ${sums}.`)]),
    ...(isCompared && totals.compared !== undefined
      ? [
          note(
            summaryChange(totals.compared).kind === 'missingDays'
              ? `${String(overviewView(rows, { ...overview, together: undefined }).after)}.`
              : `Changes ${againstOfAll(overview)}.`,
          ),
        ]
      : []),
    subheading('Websites'),
    table(columns, lines),
    ...part(
      'Noted',
      notes.map(note => ({ words: letteredNote(note, today) })),
    ),
    ...part('Goals', told.goals),
    ...part('What moved most', told.moved),
    ...leftOutOf(moved).map(note),
  ]);
}

const barsTitles: Readonly<Record<BucketUnit, string>> = { day: 'Days', week: 'Weeks', month: 'Months' };

function countText(count: number | undefined): Markup {
  return markup`${count === undefined ? '-' : groupThousands(count)}`;
}

/** A day has data where one of the websites has. */
function sumOf(rows: readonly OverviewRow[]): DayCount[] {
  const days = new Map<Day, number | undefined>();
  for (const { day, count } of rows.flatMap(({ visitors }) => visitors?.points ?? []))
    days.set(day, count === undefined ? days.get(day) : (days.get(day) ?? 0) + count);
  return [...days].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1));
}

interface NamedBar extends HtmlBar {
  readonly name: string;
  has(note: Note): boolean;
}

function barsOf(points: readonly DayCount[], unit: BucketUnit, today: Day): NamedBar[] {
  return bucket(points, unit).map(({ from, to, count, partial }) => ({
    count,
    isOpen: to >= today || (unit !== 'day' && partial),
    name: bucketName(from, unit),
    has: note => notesIn([note], { from, to }).length > 0,
  }));
}

function smallBars(visitors: Summary | undefined, unit: BucketUnit, today: Day): Markup {
  const counts = barsOf(visitors?.points ?? [], unit, today);
  return bars(counts, smallHeight, counts.length > 14 ? 2 : 5);
}

function dayBars(points: readonly DayCount[], today: Day, notes: Notes): NamedBar[] {
  return marked(barsOf(points, bucketUnitFor(points.length, maxBars / 2), today), notes);
}

function hourBars(hours: ReportHours | undefined, notes: Notes): NamedBar[] {
  if (hours === undefined) return [];
  const { counts, openFrom = 24 } = hours;
  const bars = Array.from({ length: 24 }, (_, hour) => ({
    count: counts[hour],
    isOpen: hour >= openFrom,
    name: hourText(hour),
    has: ({ at, until }: Note) => at !== undefined && until === undefined && Number(at.slice(0, 2)) === hour,
  }));
  return marked(bars, notes);
}

/** Each note at the first bar that it is of. */
function marked(bars: readonly NamedBar[], notes: Notes): NamedBar[] {
  const places = notes.map(note => bars.findIndex(bar => bar.has(note)));
  const letters = noteLetters(places.map(place => (place === -1 ? undefined : place)));
  return bars.map((bar, index) => ({ ...bar, mark: letters.get(index) }));
}

/** Lines of notes behind the letters that they have on the axis of the chart; without a chart as they are. */
function lettered(lineOf: typeof noteOfLine, bars: readonly NamedBar[]) {
  const drawn = isChart(bars) ? bars : [];
  return (note: Note, today: Day): string => {
    const mark = drawn.find(bar => bar.has(note))?.mark;
    return mark === undefined ? lineOf(note, today) : `${mark}) ${lineOf(note, today)}`;
  };
}

function isChart(bars: readonly NamedBar[]): boolean {
  return bars.some(({ count = 0 }) => count > 0);
}

/** Bars over the whole width, with the names of the first, the highest and the last. */
function chart(counts: readonly NamedBar[]): Markup[] {
  const [first, last] = [counts[0], counts.at(-1)];
  const highest = mostOf(counts);
  if (first === undefined || last === undefined || highest?.count === undefined) return [];
  const highestText = `Most: ${groupThousands(highest.count)}, ${highest.name}`;
  return [bars(counts, chartHeight), marksBelow(counts), legend(first.name, highestText, last.name)];
}
