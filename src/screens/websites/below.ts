import { hasBefore } from '#charts/area.ts';
import { areaFills, type ChartRow, familyFill } from '#charts/canvas.ts';
import { sparkline } from '#charts/columns.ts';
import { changePart, dim, fitParts, heading, type Part, partsWidth, rowParts } from '#components/parts.ts';
import type { DayCount } from '#model/comparison/change.ts';
import { addDays } from '#model/period/day.ts';
import { formatWeekday } from '#model/period/format.ts';
import { countsOf } from '#model/service/capabilities.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { summaryChange } from '#model/statistics/summary.ts';
import type { Website } from '#model/website/website.ts';
import { seriesOf, websiteDaysOf } from '#queries/days/series.ts';
import { visitorFacts } from '#queries/overview.ts';
import { seriesStrip } from '#screens/chart/seriesChartRows.ts';
import { type Size, sideBySide } from '#screens/layout.ts';
import { websiteTitle } from '#screens/words.ts';
import { zeroColumns, type ZeroPart } from '#screens/emptyWebsite.ts';
import {
  bodyRows,
  divideCharts,
  hasSpacing,
  hasTotals,
  type Multiples,
  multiplesGap,
} from '#store/display.ts';
import { type Known, mostChanged, overviewTotals, rowNumbers } from '#store/queries/overview.ts';
import { knownOf, shownDays } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { hasSecondTotals, listLayout } from '#store/websites/listLayout.ts';
import { sharedIn } from '#store/websites/records.ts';
import { countOf } from '#store/websites/websites.ts';
import type { Role } from '#terminal/theme/roles.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { spaces, total } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';
import { changedLines } from './attention.ts';
import { notRead, websiteRows, websitesCut } from './cells.ts';
import { failureChecks, failurePanel } from './failurePanel.ts';
import { settingsPane } from './settings.ts';

export interface BelowList {
  /** The first of them, counted from the top of the body. */
  readonly top: number;
  readonly width: number;
  readonly lines: readonly (readonly Part[])[];
  /** Not of what was last seen. */
  readonly isBright?: boolean;
  /** Of websites that are not listed. */
  readonly isDim?: boolean;
}

/** Every website's days in the order of the list, each up to its own greatest day, and at the end those of all. `whole`: with others than the listed ones. */
export function multipleLines(
  state: State,
  { across, width, height, lines }: Multiples,
  whole = state,
): ChartRow[] {
  const { websites, all } = listedDays(whole);
  const shared = sharedIn(state);
  const today = state.today();
  const selected = state.websites.rows[state.websites.position.selected]?.id;
  const chart = (days: ListedDays) => chartRows(days, { width, height, today });
  const room = width - numbersWidth;
  const cut = websitesCut(state, room);
  const cells = websites.map(({ website, days }) => {
    const { visitors, change } = rowNumbers(state, website);
    const numbers = visitors === undefined ? undefined : numberParts(visitors.total, changePart(change));
    const own = width - 1 - (numbers === undefined ? 0 : partsWidth(numbers));
    const name = { text: cut(websiteTitle(website, shared), Math.max(room, own)) };
    const isLit = website.id === selected;
    return [nameLine(name, numbers, { width, isLit }), ...chart(days)];
  });
  const { visitors, compared, isReading } = overviewTotals(whole);
  const changed = changePart(summaryChange(compared));
  const numbers =
    visitors === undefined && isReading
      ? undefined
      : numberParts(visitors, isReading ? { ...changed, tone: 'dim' } : changed);
  const name = { text: safeText(`all ${counted(websites.length, 'websites')}`), bold: true };
  if (websites.length > 1) {
    const days = refilled(chart(all), step => familyFill('sources', step, areaFills.length));
    cells.push([nameLine(name, numbers, { width, isLit: false }), ...days]);
  }
  const rows = Array.from({ length: Math.ceil(cells.length / across) }, (_, row) =>
    cells.slice(row * across, (row + 1) * across),
  );
  const isSpaced = rows.length * (height + 2) <= lines;
  const drawn = rows.flatMap((row, index): ChartRow[] => [
    ...(isSpaced && index > 0 ? [[]] : []),
    ...sideBySide(
      row,
      row.map(() => width),
      multiplesGap,
    ),
  ]);
  const isCompared = all.before.some(({ count }) => count !== undefined);
  const before: ChartRow =
    !isCompared || !hasBefore(height)
      ? []
      : [{ text: isAscii() ? label`   oo` : label`   ⠤⠤`, tone: 'chartBefore' }, dim(label` before`)];
  const title: ChartRow = [
    {
      text: safeText(`${countsOf('visitors', state.capabilities)} by day`.toUpperCase()),
      tone: 'accent',
      bold: true,
    },
    dim(label`  ${ofDay(state)}each up to its own best day`),
    ...before,
  ];
  return [title, ...drawn].slice(0, lines);
}

/** With the websites too that a search, or asking for those that need attention, leaves out. */
export function withAllRows(state: State): State {
  const { search, attentionOnly, whole, list } = state.websites;
  if ((search === '' && !attentionOnly) || whole === undefined) return state;
  const all = { list: { ...list, data: whole }, rows: whole.rows, search: '', attentionOnly: false };
  return { ...state, websites: { ...state.websites, ...all } };
}

/** Those that are left out, in the columns of the list; empty where there are none. */
function leftOutLines(state: State, height: number): ChartRow[] {
  const whole = withAllRows(state);
  const listed = new Set(state.websites.rows.map(({ id }) => id));
  const rows = whole.websites.rows.filter(({ id }) => !listed.has(id));
  if (rows.length === 0) return [];
  const all = countOf(whole.websites.list.data);
  const found = state.websites.attentionOnly ? listed.size : countOf(state.websites.list.data);
  const count = all === undefined || found === undefined ? '' : `  ${counted(all - found, 'websites')}`;
  const others = { ...whole, websites: { ...whole.websites, rows } };
  const layout = { ...listLayout(state), lines: 1 as const, rows: Math.max(0, height) };
  const { columns, rows: drawn } = websiteRows(others, layout, 0);
  const title: ChartRow = [...heading(label`OTHER WEBSITES`), dim(safeText(count))];
  return [[], title, ...drawn.map(({ cells }) => rowParts(cells, columns))].slice(0, Math.max(0, height));
}

/** One day is shown as the last of four weeks. */
const daysToOne = 28;

function ofDay(state: State): SafeText {
  const { single } = shownDays(state);
  return single === undefined ? label`` : label`${daysToOne} days to ${safeText(formatWeekday(single))}, `;
}

/** A blank, a count and a change, as " 213,035 +15%". */
const numbersWidth = 13;

function numberParts(total: number | undefined, change: Part): Part[] {
  return [{ text: safeText(groupThousands(total)) }, { text: label` ` }, change];
}

function nameLine(
  name: Part,
  numbers: readonly Part[] = [notRead(3)],
  { width, isLit }: { readonly width: number; readonly isLit: boolean },
): ChartRow {
  if (!isLit) return fitParts([{ tone: 'dim', ...name }], numbers, width);
  const highlighted = fitParts([{ ...name, tone: 'accent', bold: true }], numbers, width);
  return highlighted.map(part => ({ ...part, on: 'selection' }));
}

// Every key draws them: the days of a website are drawn once.
const chartOf = memoizeByObject<readonly ChartRow[]>();

function chartRows(
  { points, before }: ListedDays,
  size: Size & { readonly today: Day },
): readonly ChartRow[] {
  const { width, height, today } = size;
  if (points.length === 0)
    return Array.from({ length: height }, (_, row) => [
      row < height - 1 ? { text: spaces(width) } : notRead(width),
    ]);
  return chartOf(points, [before, width, height, today, isAscii(), hasTints()], () =>
    height === 1
      ? sparkline(
          points.map(({ count }) => count),
          { width, ascii: isAscii() },
        )
      : seriesStrip(points, before, today, { width, height }),
  );
}

/** The same chart in other fills, by the steps of an area from its top down. */
function refilled(rows: readonly ChartRow[], fillOf: (step: number) => Role): ChartRow[] {
  const filled = (role: Role | undefined): Role | undefined => {
    const step = areaFills.findIndex(fill => fill === role);
    return step < 0 ? role : fillOf(step);
  };
  return rows.map(row => row.map(run => ({ ...run, tone: filled(run.tone), on: filled(run.on) })));
}

/** The days of a website, by position those they are compared with; none as long as they are not read. */
interface ListedDays {
  readonly points: readonly DayCount[];
  readonly before: readonly DayCount[];
}

/** Of each website that is shown in its order, and of all of them together. */
interface DaysOfAll {
  readonly websites: readonly { readonly website: Website; readonly days: ListedDays }[];
  readonly all: ListedDays;
}

const daysOfAll = memoizeByObject<DaysOfAll>();

export function listedDays(state: Known): DaysOfAll {
  const { rows } = state.websites;
  const days = shownDays(state);
  return daysOfAll(state.overview.numbers, [rows, days.key], () => {
    const known = { ...knownOf(state), answers: state.answers.listed };
    const websites = rows.map(website => {
      const own = websiteDaysOf(website.id, days, known);
      const { summary = noDays } = seriesOf(website.id, 'visitors', own, known);
      if (days.single === undefined || summary === noDays) return { website, days: summary };
      const points = daysTo(days.single, visitorFacts(website.id, own, known).read);
      return { website, days: { points, before: [] } };
    });
    const read = websites.flatMap(row => (row.days === noDays ? [] : [row.days]));
    return {
      websites,
      all: { points: sums(read.map(({ points }) => points)), before: sums(read.map(({ before }) => before)) },
    };
  });
}

function daysTo(last: Day, read: readonly DayCount[]): DayCount[] {
  const counts = new Map(read.map(({ day, count }) => [day, count]));
  return Array.from({ length: daysToOne }, (_, index) => {
    const day = addDays(last, index + 1 - daysToOne);
    return { day, count: counts.get(day) };
  });
}

const noDays: ListedDays = { points: [], before: [] };

/** By position: the days of most are the same. Where none has data, nor has the sum. */
function sums(series: readonly (readonly DayCount[])[]): DayCount[] {
  const longest = series.reduce<readonly DayCount[]>(
    (longest, points) => (points.length > longest.length ? points : longest),
    [],
  );
  return longest.map(({ day }, index) => {
    const counts = series.flatMap(points => points[index]?.count ?? []);
    return { day, count: counts.length === 0 ? undefined : total(counts) };
  });
}

/** Lines of the body down to the end of the list, with its sums. */
export function rowsTaken(state: State): number {
  const { viewport, websites } = state;
  const { lines, rows } = listLayout(state);
  const sums = (hasTotals(viewport) ? 1 : 0) + (hasSecondTotals(state) ? 2 : 0);
  return 2 + (hasSpacing(viewport) ? 1 : 0) + Math.min(rows, websites.rows.length) * lines + sums;
}

/** Of the row marks of the list. */
const indent = 3;
/** Fewer lines than these and a blank one help with nothing. */
const minHelped = 2;
/** Fewer lines of settings say too little of a website. */
const minSettings = 8;

/**
 * What stands in the lines that few rows leave free: the days of each website, which a pane shows of a single one; where they have no room
 * or stand elsewhere, the websites that changed most; then how the selected one is set, which without a pane the detail line says.
 */
export function belowList(state: State): BelowList | undefined {
  const { viewport, websites, overview } = state;
  const { list, pane, attention, multiples } = listLayout(state);
  const [first] = websites.rows;
  if (first === undefined) return undefined;
  const top = failurePanel(state).length + rowsTaken(state);
  const height = bodyRows(viewport) - (multiples?.lines ?? 0) - top;
  const width = list - indent * 2;
  // While one searches nothing else comes and goes below what is found, but where a pane beside it does.
  if (websites.search !== '' && pane === 0) {
    const others = leftOutLines(state, height);
    return others.length < 3 ? undefined : { ...placed(others, { top, list }), isDim: true };
  }
  // Beside it stands what changed most, or nothing was read that could stand here.
  const looks = attention > 0 || !overview.on ? failureChecks(state, width, height - 1) : [];
  if (looks.length > 0) return { ...placed([[], ...looks], { top, list }), isBright: true };
  const isSingle = websites.rows.length === 1;
  const charts =
    multiples !== undefined || overview.isOfZeros === true || (isSingle && pane > 0)
      ? undefined
      : divideCharts(width, height - 1, websites.rows.length);
  const { points } = listedDays(state).all;
  const isAllRead = overviewTotals(state).read >= websites.rows.length;
  const isOfZeros = isAllRead && points.length > 0 && points.every(({ count = 0 }) => count === 0);
  const isSmall = !hasTotals(viewport);
  const isHelped = overview.on && isOfZeros && (pane === 0 || (overview.isOfZeros === true && !isSingle));
  if (isSingle && isSmall && overview.on && !isHelped && points.length > 1)
    return placed(
      [[], ...chartRows(listedDays(state).all, { width, height: height - 1, today: state.today() })],
      { top, list },
    );
  if (height > minHelped && (isHelped || (isSingle && isSmall) || (!overview.on && !isSmall))) {
    // The pane says what helps where numbers are read, else what is set.
    const beside: readonly ZeroPart[] = overview.on ? ['settings'] : ['helps'];
    const alone: readonly ZeroPart[] = isHelped
      ? isSmall
        ? ['helps']
        : ['helps', 'settings']
      : ['settings'];
    const counts = safeText(countsOf('visitors', state.capabilities));
    const message: ChartRow = [{ text: label`No website has ${counts} in these days.`, bold: true }];
    const head = isHelped && !isSingle && !isSmall ? [[], message] : [];
    const room = { width, height: height - head.length - 1 };
    const selected = websites.rows[websites.position.selected] ?? first;
    return placed([...head, [], ...zeroColumns(state, selected, pane > 0 ? beside : alone, room)], {
      top,
      list,
    });
  }
  if (isSmall) return undefined;
  const lines: ChartRow[] =
    charts !== undefined
      ? [[], ...multipleLines(state, charts)]
      : isSingle || (attention > 0 && multiples !== undefined)
        ? []
        : changedLines(
            mostChanged(state),
            width,
            height,
            sharedIn(state),
            countsOf('visitors', state.capabilities),
          );
  // What changed most of a few stands in the third column too.
  if (attention > 0 && charts === undefined) {
    const others = leftOutLines(state, height);
    if (others.length > 0) return { ...placed(others, { top, list }), isDim: true };
  }
  // A third column has more room for them.
  if (pane > 0 && attention === 0) lines.push(...settingsBelow(state, width, height - lines.length));
  return lines.length === 0 ? undefined : placed(lines, { top, list });
}

/** Whether all that is listed is read, and nothing of it is counted in these days or those before. */
export function areOfZeros(state: State): boolean {
  const { overview, websites } = state;
  if (!overview.on || websites.rows.length === 0) return false;
  const { points, before } = listedDays(state).all;
  const { isReading, read } = overviewTotals(state);
  if (points.length === 0 || isReading || read < websites.rows.length) return false;
  return [...points, ...before].every(({ count = 0 }) => count === 0);
}

function placed(
  lines: readonly ChartRow[],
  { top, list }: { readonly top: number; readonly list: number },
): BelowList {
  return { top, width: list, lines: lines.map(parts => [{ text: label`   ` }, ...parts]) };
}

/** How the selected website is set, below something else, where there is room for it. */
export function settingsBelow(state: State, width: number, height: number): ChartRow[] {
  return height - 1 < minSettings
    ? []
    : [[], ...settingsPane(state, { width, height: height - 1, isAlone: state.websites.rows.length === 1 })];
}
