import { sparkline } from '#charts/columns.ts';
import { changePart, dim, type Part, type TableCell } from '#components/parts.ts';
import type { TableRow } from '#components/Table.tsx';
import { type Change, changeCellText, changeTone } from '#model/comparison/change.ts';
import { parseDay } from '#model/period/day.ts';
import { formatDay } from '#model/period/format.ts';
import {
  type Attention,
  attentionSentence,
  shortAttention as shortReason,
} from '#model/website/attention.ts';
import { countsVisits } from '#model/service/capabilities.ts';
import { describeChoice } from '#model/period/period.ts';
import { ownTags } from '#model/website/tags.ts';
import { summaryChange } from '#model/statistics/summary.ts';
import { ownName, privacyWords, type Website } from '#model/website/website.ts';
import { websiteTitle } from '#screens/words.ts';
import { type ListTotals, maxVisitors, rowNumbers, type RowNumbers } from '#store/queries/overview.ts';
import { isListCompared, shownDays } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import {
  type ListLayout,
  maxNames,
  type NumberColumn,
  listColumns,
  type WebsiteColumn,
} from '#store/websites/listLayout.ts';
import { markReader } from '#store/websites/marks.ts';
import { sharedIn } from '#store/websites/records.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { type PlacedColumn, tellingCut, type TellingCut } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { joinSafe, label, repeatSafe, safeText, type SafeText } from '#text/safeText.ts';
import { compactNumber, counted, groupThousands } from '#text/words.ts';

/** Without paths and long counts, for which a row has no room. */
function shortAttention([reason]: readonly Attention[]): SafeText {
  if (reason === undefined) return label``;
  return safeText(shortReason(reason.kind === 'errors' ? { ...reason, paths: [] } : reason, compactNumber));
}

export function attentionSentences(reasons: readonly Attention[]): SafeText[] {
  return reasons.map(each => safeText(attentionSentence(each)));
}

/** The place of what is still to be read: dim dots, never a blank. */
export function notRead(columns: number, behind: SafeText = label``): Part {
  return dim(label`${repeatSafe(isAscii() ? label`.` : label`·`, columns)}${behind}`);
}

// Every key draws the rows: the days of a website are drawn once.
const trendOf = memoizeByObject<readonly (readonly Part[])[]>();

function trendLines(
  days: readonly (number | undefined)[],
  { width, lines, lastDay }: { readonly width: number; readonly lines: 1 | 2; readonly lastDay: Change },
): readonly (readonly Part[])[] {
  const verdict = changeTone(lastDay);
  const last = verdict === 'dim' ? 'chartLine' : verdict;
  const ascii = isAscii();
  return trendOf(days, [width, lines, last, ascii], () =>
    sparkline(days, { width, rows: lines, ascii, last }),
  );
}

interface RowView {
  readonly trendWidth: number;
  readonly lines: 1 | 2;
  /** Of the visitors. */
  readonly countColumns?: number | undefined;
  readonly isCompared: boolean;
  /** What a second line says where page views are not read. */
  readonly about: Part | undefined;
  /** What the website is called beside its domain, where no column says it. */
  readonly name: string | undefined;
}

const nothing: Part = { text: label`` };
const noDays: Part = dim(label`no data`);
const failed: Part = { text: label`not read`, tone: 'bad' };

/** The numbers of a row. What was not read yet has a dim mark in its place: nothing moves when it comes. */
export function numberCells(
  numbers: RowNumbers,
  { trendWidth, lines, countColumns, isCompared, about, name }: RowView,
): {
  readonly cells: Readonly<Record<Exclude<NumberColumn, 'days'>, Part> & { days: TableCell }>;
  readonly below: Readonly<Partial<Record<'domain' | 'days', TableCell>>>;
} {
  const { visitors, pageviews, attention, error } = numbers;
  const missing = error === undefined ? notRead(3) : failed;
  const waiting = error === undefined ? notRead(trendWidth) : nothing;
  const [trend = waiting, trendBelow = waiting] =
    visitors === undefined
      ? []
      : visitors.days.every(day => day === undefined)
        ? [noDays, nothing]
        : trendLines(visitors.days, { width: trendWidth, lines, lastDay: numbers.lastDay });
  const isChangeUnread = isCompared && error === undefined && visitors?.covered === undefined;
  const isApart = isChangeUnread && visitors?.isApart === true;
  return {
    cells: {
      attention: attention.length === 0 ? nothing : { text: label`!`, tone: 'warn', bold: true },
      days: lines === 2 && visitors === undefined ? nothing : trend,
      visitors: visitors === undefined ? missing : { text: countText(visitors.total, countColumns) },
      change: isApart ? unknown : isChangeUnread ? notRead(3) : changeInColumn(numbers.change),
      pageviews: pageviews === undefined ? missing : { text: countText(pageviews.total) },
    },
    below: { domain: secondLine(numbers, { about, name }), days: trendBelow },
  };
}

function secondLine(
  { pageviews, attention, error }: RowNumbers,
  { about, name }: Pick<RowView, 'about' | 'name'>,
): Part {
  if (attention.length > 0) return { text: label`! ${shortAttention(attention)}`, tone: 'warn' };
  const called = name === undefined ? label`` : label`${safeText(name, 60)}   `;
  if (pageviews !== undefined)
    return dim(label`${called}${safeText(counted(pageviews.total, 'page views'))}`);
  if (about !== undefined) return { ...about, text: label`${called}${about.text}` };
  return error === undefined ? notRead(3, label` page views`) : nothing;
}

function changeInColumn(change: Change): Part {
  return { ...changePart(change), text: safeText(changeCellText(change)) };
}

/** Grouped by thousands; what would not fit its column is rounded rather than cut. */
function countText(count: number | undefined, columns = 10) {
  const text = groupThousands(count);
  return safeText(count !== undefined && text.length > columns ? compactNumber(count) : text);
}

/** Of some of the websites a change is no result yet. */
export function totalCells(
  totals: ListTotals,
  countColumns: number | undefined,
): Readonly<Partial<Record<WebsiteColumn, Part>>> {
  const { read, visitors, compared, pageviews, isReading } = totals;
  const changed = changeInColumn(summaryChange(compared));
  const sum = (count: number | undefined, max?: number): Part => ({
    text: countText(count, max),
    bold: true,
  });
  return {
    ...(read === 0 ? {} : { visitors: sum(visitors, countColumns) }),
    ...(compared === undefined ? {} : { change: isReading ? { ...changed, tone: 'dim' } : changed }),
    ...(read === 0 ? {} : { pageviews: sum(pageviews) }),
  };
}

/** Its name is among the facts. */
export const noneShared: ReadonlySet<string> = new Set();
const unknown: Part = dim(label`-`);

/**
 * The cells of a website. A dash where the service does not return the field.
 * @param shared the domains that are not enough to tell it from others
 */
export function websiteCells(
  website: Website,
  tags: readonly string[],
  shared: ReadonlySet<string>,
): Readonly<Record<Exclude<WebsiteColumn, NumberColumn>, Part>> {
  const { excludeBots, email } = website;
  const privacy = privacyWords(website);
  return {
    domain: { text: websiteTitle(website, shared) },
    name: dim(safeText(ownName(website) ?? '')),
    tags: dim(safeText(tags.join(' '))),
    privacy:
      privacy === undefined
        ? unknown
        : { text: safeText(privacy), tone: privacy === 'private' ? 'dim' : 'plain' },
    bots: excludeBots === undefined ? unknown : excludeBots ? dim(label`excluded`) : { text: label`counted` },
    email: email === undefined ? unknown : email ? { text: label`reports` } : dim(label`none`),
    added: dim(createdText(website) ?? label`-`),
    id: dim(safeText(website.id)),
  };
}

export function createdText({ createdAt }: Website): SafeText | undefined {
  const day = createdAt === undefined ? undefined : parseDay(createdAt.slice(0, 10));
  return day === undefined ? undefined : safeText(formatDay(day));
}

/** What is worth to be said of a website; `settings`: and how it is set. */
export function websiteDetail(
  website: Website,
  reasons: readonly Attention[],
  tags: readonly string[],
  settings: boolean,
  {
    cut = title => title,
    changed = label``,
  }: { readonly cut?: (title: SafeText) => SafeText; readonly changed?: SafeText } = {},
): SafeText {
  const { set, is } = settingWords(website);
  const facts = [...(tags.length === 0 ? [] : [tagsText(tags)]), ...is, ...set];
  return joinSafe(
    [
      cut(websiteTitle(website, noneShared)),
      ...(changed === '' ? [] : [changed]),
      ...(reasons.length === 0 ? [] : [joinSafe(attentionSentences(reasons), label` `)]),
      ...(settings ? [joinFacts(facts)] : []),
    ],
    label`   `,
  );
}

export function tagsText(tags: readonly string[]): SafeText {
  return safeText(`tagged ${tags.join(', ')}`);
}

/** How a website is set, but for its privacy, and what it is, in a few words each. */
function settingWords(website: Website): { readonly set: SafeText[]; readonly is: SafeText[] } {
  const { excludeBots, email, excludeParams, excludeIps } = website;
  const [created, name] = [createdText(website), ownName(website)];
  return {
    set: [
      ...(excludeBots === undefined ? [] : [excludeBots ? label`bots excluded` : label`bots counted`]),
      ...(email === undefined ? [] : [email ? label`email reports` : label`no email reports`]),
    ],
    is: [
      ...(name === undefined ? [] : [safeText(`called ${name}`)]),
      safeText(`id ${website.id}`),
      ...(created === undefined ? [] : [label`added ${created}`]),
      ...countOf(excludeParams, 'parameter'),
      ...countOf(excludeIps, 'address'),
    ],
  };
}

export function addedLine(website: Website): Part {
  const created = createdText(website);
  return dim(created === undefined ? label`id ${safeText(website.id)}` : label`added ${created}`);
}

export function settingsLines(website: Website): SafeText[] {
  const privacy = privacyWords(website);
  const { set, is } = settingWords(website);
  return [joinFacts([...(privacy === undefined ? [] : [safeText(privacy)]), ...set]), joinFacts(is)];
}

function joinFacts(facts: readonly SafeText[]): SafeText {
  return joinSafe(facts, label`, `);
}

function countOf(lines: string | undefined, noun: string): SafeText[] {
  const count = lines?.split(/[\n,]/).filter(line => line.trim() !== '').length ?? 0;
  if (count === 0) return [];
  return [safeText(`${count} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'} excluded`)];
}

const cutOf = memoizeByObject<TellingCut>();

/** How the domains of the list are cut to so many columns: of those that begin or end alike the part that differs is seen. */
export function websitesCut({ websites }: Pick<State, 'websites'>, columns: number): TellingCut {
  const rows = websites.list.data?.rows ?? noWebsites;
  return cutOf(rows, [columns], () =>
    tellingCut(
      rows.slice(0, maxNames).map(row => websiteTitle(row)),
      columns,
    ),
  );
}

/** The title of a website beside which there is no room for more: what differs from the others of the list is seen. */
export function cutTitle(state: Pick<State, 'websites'>, title: SafeText, columns: number): SafeText {
  return textWidth(title) <= columns ? title : websitesCut(state, columns)(title, columns);
}

const noWebsites: readonly Website[] = [];

// Every key draws the rows: the cells of a website are made once.
const rowOf = memoizeByObject<TableRow<WebsiteColumn, TableCell>>();

/** The rows of a list from `top` on, as many as there is room for, and their columns. */
export function websiteRows(state: State, layout: ListLayout, top: number) {
  const { websites, overview, tags } = state;
  const { lines, rows: height } = layout;
  const isCompared = isListCompared(state);
  const columns = listColumns(state).map(column => titled(column, state));
  const columnsOf = (name: WebsiteColumn) => columns.find(({ key }) => key === name)?.columns;
  const trendWidth = columnsOf('days') ?? 0;
  const countColumns = columnsOf('visitors');
  const max = shownDays(state).single === undefined ? undefined : maxVisitors(state);
  const isMarkedAt = markReader(state);
  const hasViews = overview.on && !countsVisits(state.capabilities);
  const hasNames = columns.some(({ key }) => key === 'name');
  // A column of their own says the names.
  const shared = hasNames ? noneShared : sharedIn(state);
  const rows = websites.rows.slice(top, top + height).map((website, line) => {
    const numbers = hasViews
      ? rowNumbers(state, website)
      : { ...rowNumbers(state, website), pageviews: undefined };
    const isMarked = isMarkedAt(website, top + line);
    const isDim = websites.list.isKept === true || numbers.asOf !== undefined;
    const ofSite = ownTags(tags.all, website);
    // What else the numbers are made of is made again with the measures.
    const { visitors, pageviews, error, attention } = numbers;
    const read = [visitors, pageviews, overview.on, error, attention[0]?.kind, state.today(), ofSite];
    const drawn = [
      isMarked,
      isDim,
      trendWidth,
      max,
      lines,
      countColumns,
      isCompared,
      layout.pane > 0,
      isAscii(),
      hasTints(),
      shared,
    ];
    return rowOf(website, [...read, ...drawn, hasNames], () => {
      const about = layout.pane > 0 && hasViews ? undefined : addedLine(website);
      const name = hasNames ? undefined : ownName(website);
      const view = { trendWidth, lines, countColumns, isCompared, about, name };
      const { cells, below } = numberCells(numbers, view);
      const ofWebsite = websiteCells(website, ofSite, shared);
      // One day has no course: its visitors are beside those of the other websites.
      const bar =
        max === undefined ? undefined : { count: visitors?.total ?? 0, max, hue: 'content' as const };
      return { id: website.id, isMarked, isDim, bar, cells: { ...ofWebsite, ...cells }, below };
    });
  });
  return { columns, rows, countColumns };
}

/** The sparkline is of the period: its title says which. */
function titled(column: PlacedColumn<WebsiteColumn>, state: State): PlacedColumn<WebsiteColumn> {
  if (column.key === 'domain') return { ...column, cut: websitesCut(state, column.columns) };
  const title = describeChoice(state.period.choice).toUpperCase();
  return column.key === 'days' && title.length <= column.columns ? { ...column, title } : column;
}
