import type { ChartRow } from '#charts/canvas.ts';
import { hourStrip } from '#charts/chart.ts';
import { barColumns, onBar } from '#charts/row.ts';
import { heatMap } from '#charts/heatMap.ts';
import type { PanelProps, PanelRow } from '#components/Panel.tsx';
import { barRows, changePart, dim, markPart, type Part, partsWidth } from '#components/parts.ts';
import { formatDayShort, hourText, hourValues, weekdayNames } from '#model/period/format.ts';
import { countsOf, statisticInfo, statisticTitle } from '#model/service/capabilities.ts';
import { busiestHour, weekHours } from '#model/statistics/series.ts';
import { hoursWithin, weekdaysWithin } from '#model/service/filter.ts';
import { change, type MissingDays, noDataToday } from '#model/comparison/change.ts';
import { type Day, type HoursName, isHours, type StatisticName } from '#model/statistics/statistics.ts';
import { isSessionMeasure } from '#model/statistics/sessions.ts';
import { attentionSentence } from '#model/website/attention.ts';
import { amountText } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import {
  measureMessage,
  messageOf,
  nothingCounted,
  otherPeriods,
  type ScreenMessage,
} from '#screens/messages.ts';
import { weekFormat } from '#screens/heatMap/index.ts';
import { isAwaited, isOffline } from '#store/reading/lastSeen.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import { type Answer, request, panelQuery } from '#queries/answers/request.ts';
import { hasNoDataToday, heatMapRead, shownHours, shownSeries } from '#store/queries/series.ts';
import { knownOf, rowsPeriod } from '#store/queries/question.ts';
import { detailSince, earlierHours, missingDaysOfRows, rowComparison } from '#queries/rows/rows.ts';
import { statisticOf } from '#store/queries/rows.ts';
import { basisOf } from '#queries/rows/statistic.ts';
import { diagnose } from '#screens/diagnosis.ts';
import { rowWord } from '#screens/words.ts';
import { attentionReader } from '#store/queries/overview.ts';
import { numberKey, numbersOf } from '#store/reading/reading.ts';
import type { State } from '#store/state.ts';
import { shownMeasure } from '#store/views/dashboard.ts';
import {
  bestPanels,
  type DashboardLayout,
  dashboardLayout,
  panelsOnScreen,
} from '#store/views/dashboardLayout.ts';
import { websiteOf } from '#store/websites/records.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { capitalised, groupThousands, keyOf } from '#text/words.ts';

const minForFacts = 6;
const reading = label`Reading ...`;

interface PanelHours {
  readonly counts: readonly number[];
  readonly before: readonly number[] | undefined;
  /** Those that the filter leaves. */
  readonly shown: readonly number[];
  /** Of today the first hour that is not over. */
  readonly openFrom: number | undefined;
}

function hourLines(
  { counts: hours, before, shown, openFrom }: PanelHours,
  width: number,
  height: number,
): (readonly Part[])[] {
  if (shown.length < 24) return fewHours({ counts: hours, before, shown, openFrom }, width);
  const columns = Math.max(24, width - (width % 24));
  const facts = height >= minForFacts ? hourFacts(hours, openFrom, width) : [];
  const rows = Math.max(1, Math.min(6, height - 1 - facts.length));
  const bars = hours.map(count => ({ count }));
  const strip = hourStrip({
    hours: bars,
    compared: before,
    width: columns,
    rows,
    ascii: isAscii(),
    hasTints: hasTints(),
  });
  const axis = [0, 6, 12, 18].map(hour => String(hour).padEnd(columns / 4)).join('');
  return [...strip, ...(height > rows ? [[dim(safeText(axis))]] : []), ...facts];
}

function fewHours({ counts, before, shown }: PanelHours, width: number): (readonly Part[])[] {
  const cells = shown.map(hour => ({
    label: { text: safeText(hourText(hour)) },
    value: counts[hour] ?? 0,
    numbers: [
      { text: safeText(groupThousands(counts[hour])) },
      ...(before === undefined ? [] : [changePart(change(counts[hour], before[hour]))]),
    ],
  }));
  return barRows(cells, { width, family: 'technology' }).flat();
}

/** The quietest is of hours that are over. */
function hourFacts(hours: readonly number[], openFrom: number | undefined, width: number): Part[][] {
  const max = Math.max(...hours);
  const min = Math.min(...hours.slice(0, openFrom));
  const fact = (title: string, count: number): Part[] => [
    dim(safeText(`${title} ${hourText(hours.indexOf(count))}  `)),
    { text: safeText(groupThousands(count)) },
  ];
  const [busiest, quietest] = [fact('busiest', max), fact('quietest', min)];
  if (width >= 52 && openFrom !== 0) return [[...busiest, { text: label`   ` }, ...quietest]];
  return [busiest];
}

/** Where nobody came at all: what to do, once, in place of panels that all say the same. Undefined while any of them is read, or has something. */
export function nothingMessage(
  state: State,
  websiteId: string,
  layout: DashboardLayout,
): ScreenMessage | undefined {
  for (const name of ['visitors', 'pageviews'] as const) {
    const { summary } = shownSeries(state, websiteId, name);
    if (summary === undefined || (summary.total ?? 0) > 0) return undefined;
  }
  const panels = panelsOnScreen(state.dashboard.panel, layout);
  return panels.every(name => isNothingIn(state, websiteId, name, layout.values) === true)
    ? (silentMessage(state, websiteId) ?? nothingCounted('pageviews', state))
    : undefined;
}

/** Of a website that had visitors until some day: since when it has none, and what that may be of. */
export function silentMessage(state: State, websiteId: string): ScreenMessage | undefined {
  const website = websiteOf(state, websiteId);
  if (website === undefined || state.filter.where.length > 0) return undefined;
  const silent = attentionReader(state)(website).find(({ kind }) => kind === 'silent');
  if (silent === undefined) return undefined;
  const where =
    state.capabilities.countsLogs === true
      ? label`Is its log still read`
      : label`Is the code of the service still on its pages`;
  return messageOf({
    title: safeText(attentionSentence(silent)),
    lines: [label`${where}? One that is gone can be deleted from the list.`],
    keyHints: otherPeriods.toReversed(),
  });
}

/** What stands in the place of the chart: why there is nothing, or not yet. */
export function chartMessage(state: State, websiteId: string): ScreenMessage | undefined {
  const shown = shownMeasure(state);
  // Those of sessions are read with the visitors.
  return measureMessage(state, websiteId, isSessionMeasure(shown) ? 'visitors' : shown);
}

/** Whether a panel has nothing in this period to show; undefined while it is read. */
export function isNothingIn(
  state: State,
  websiteId: string,
  name: StatisticName,
  rows: number,
): boolean | undefined {
  const { data, error, loading } = answerOf(state, websiteId, name, rows);
  if (isUnreadIn(state, websiteId, name, rows)) return true;
  if (error !== undefined && loading !== true) return false;
  return data && data.every(count => count === 0);
}

/** It was asked for without success, and not read before; where it is tried again it is, unless nothing is read at all. */
export function isUnreadIn(state: State, websiteId: string, name: StatisticName, rows: number): boolean {
  const { data, error, loading } = answerOf(state, websiteId, name, rows);
  return data === undefined && error !== undefined && (loading !== true || isOutage(state));
}

function answerOf(
  state: State,
  websiteId: string,
  name: StatisticName,
  rows: number,
): {
  readonly data?: readonly number[] | undefined;
  readonly error?: Answer<unknown>['error'];
  readonly loading?: boolean;
} {
  if (isHours(name)) return state.answers.get(websiteId, request.hours(name, rowsPeriod(state, websiteId)));
  const { data, ...rest } = panelRows(state, websiteId, name, rows).slot;
  return { data: data?.rows.map(({ count }) => count), ...rest };
}

/** What is asked for the rows of a panel, and as far as it is read the answer. */
export function panelRows(state: State, websiteId: string, name: StatisticName, rows: number) {
  const question = statisticOf(state, websiteId, name);
  const query = request.rows(panelQuery(name, question.days.rows, rows, state.capabilities));
  const slot = state.answers.get(websiteId, query);
  return { question, request: query, slot, page: slot.data };
}

interface PanelContent {
  readonly rows: readonly PanelRow[];
  readonly draw?: PanelProps['draw'];
  readonly message?: Part | undefined;
  readonly note: Part;
  readonly isKept: boolean;
}

export function panelContent(
  state: State,
  websiteId: string,
  name: StatisticName,
  layout: Pick<DashboardLayout, 'values' | 'hasChanges'> & Partial<Pick<DashboardLayout, 'hasWeek'>>,
): PanelContent {
  const { values: rows, hasChanges, hasWeek = false } = layout;
  if (isHours(name)) return hoursContent(state, websiteId, name, hasWeek);
  const { question, request, slot, page: read } = panelRows(state, websiteId, name, rows);
  const context = knownOf(state);
  const key = numbersOf(websiteId, request);
  const page = hasChanges ? read : undefined;
  const { compared, error, isUnknown } = rowComparison({ ...question, page }, context);
  const missingDays = missingDaysOfRows(question, context);
  const isSaid = missingDays !== undefined && isUncompared(state, websiteId);
  const found = (read?.rows ?? []).slice(0, rows).map(({ value, count }, index): PanelRow => {
    const { mark } = compared?.[index] ?? {};
    return {
      ...panelRow(name, value, count),
      isChanged: state.autoRefresh.changed.has(numberKey(key, value)),
      mark: mark && !isSaid ? markPart(mark, true) : undefined,
    };
  });
  return {
    rows: found,
    isKept: isAwaited(state, slot) || isAway(state, slot),
    message: emptiness(state, slot, found.length, nothingWords(state, websiteId, name)),
    note: noteOf(state, name, slot, {
      isAlone: error !== undefined,
      isUnknown: isUnknown && !isSaid,
      since: detailSince(question, context),
      missingDays,
    }),
  };
}

/** Too few of the days before have data: the line of the period says so of all panels. */
function isUncompared(state: State, websiteId: string): boolean {
  return missingDaysOfRows(statisticOf(state, websiteId, 'visitors'), knownOf(state)) !== undefined;
}

/** Why there are no rows: of today there may be no data yet. */
function nothingWords(state: State, websiteId: string, name: StatisticName): string | undefined {
  return hasNoDataToday(state, websiteId)
    ? capitalised(noDataToday)
    : statisticInfo(name).missingInLogs?.title;
}

function hoursContent(state: State, websiteId: string, name: HoursName, hasWeek: boolean): PanelContent {
  const slot = state.answers.get(websiteId, request.hours(name, rowsPeriod(state, websiteId)));
  const before = earlierHours(statisticOf(state, websiteId, name), knownOf(state));
  const { openFrom } = shownHours(state, websiteId, name);
  const hours = slot.data?.some(count => count > 0) === true ? slot.data : [];
  return {
    rows: [],
    isKept: isAwaited(state, slot) || isAway(state, slot),
    draw:
      (hasWeek ? weekdayLines(state, websiteId) : undefined) ??
      ((width, height) =>
        hourLines(
          { counts: hours, before: before.counts, shown: hoursWithin(state.filter.where), openFrom },
          width,
          height,
        )),
    message: emptiness(state, slot, hours.length, nothingWords(state, websiteId, name)),
    note: noteOf(state, name, slot, {
      ...before,
      isAlone: before.error !== undefined,
      isUnknown: before.isUnknown && (before.missingDays === undefined || !isUncompared(state, websiteId)),
    }),
  };
}

function panelRow(name: StatisticName, value: string, count: number): PanelRow {
  const text = amountText(name, count);
  return { value: safeText(readableValue(name, value)), count, countText: safeText(text) };
}

function emptiness(
  state: State,
  slot: Answer<unknown>,
  found: number,
  nothing = 'Nothing in this period',
): Part | undefined {
  if (found > 0) return undefined;
  // Why is said once, above the panels.
  if (slot.data === undefined && isOffline(state)) return dim(label`Not in the saved data`);
  if (slot.error !== undefined && isAway(state, slot)) return dim(label`Not read`);
  if (slot.error !== undefined && !slot.loading)
    return {
      text: safeText(`${sentence(slot.error.message)} Press ${keyOf('refresh')} to try again.`),
      tone: 'bad',
    };
  if (slot.data === undefined) return dim(reading);
  return dim(safeText(nothing));
}

/** It could not be read, as nothing can: what is above the panels says why, once. */
function isAway(state: State, slot: Answer<unknown>): boolean {
  const kind = slot.error?.kind;
  return kind === 'network' || kind === 'timeout' || (kind !== undefined && isOutage(state));
}

/** The service's message may end without a full stop. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What the counts are of, unless the rows are older than the last attempt to read them or lack what they are compared with. */
function noteOf(
  state: State,
  name: StatisticName,
  slot: Answer<unknown>,
  {
    isAlone,
    isUnknown,
    since,
    missingDays,
  }: {
    readonly isAlone: boolean;
    readonly isUnknown: boolean;
    readonly since: Day | undefined;
    readonly missingDays: MissingDays | undefined;
  },
): Part {
  const unit = dim(label`${safeText(countsOf(name, state.capabilities))} `);
  if (slot.data === undefined) return unit;
  if (slot.error !== undefined && !isAway(state, slot)) return { text: label`not refreshed `, tone: 'bad' };
  if (isAlone && !isOutage(state)) return { text: label`not compared `, tone: 'bad' };
  if (!isUnknown) return unit;
  if (missingDays !== undefined) return dim(label`no comparison `);
  return dim(
    since === undefined ? label`no detail before ` : label`detail since ${safeText(formatDayShort(since))} `,
  );
}

/** Undefined where no day that is read had visitors. */
function weekdayLines(state: State, websiteId: string): PanelProps['draw'] {
  const week = weekHours(heatMapRead(state, websiteId, 'visitors_hours').days);
  if (busiestHour(week) === undefined) return undefined;
  const rows = weekdaysWithin(state.filter.where).map(weekday => ({
    label: (weekdayNames[weekday] ?? '').slice(0, 3),
    counts: week[weekday] ?? [],
  }));
  return (width, height) =>
    heatMap({ rows, headings: hourValues, width, height, ascii: isAscii(), ...weekFormat(week) });
}

/** The first row of each, on a bar of its share. */
export function bestLines(state: State, websiteId: string, width: number): readonly ChartRow[] {
  const context = knownOf(state);
  const { values } = dashboardLayout(state);
  const best = bestPanels(state);
  const names = best.filter(name => !isUnreadIn(state, websiteId, name, values));
  const wordColumns = Math.max(0, ...names.map(name => rowWord(name).length)) + 1;
  const found = names.map(name => {
    const { rows, message } = panelContent(state, websiteId, name, { values, hasChanges: true });
    const { question, page } = panelRows(state, websiteId, name, values);
    const total = basisOf({ ...question, page }, context)?.total ?? 0;
    return { name, row: rows[0], message, share: total > 0 ? (rows[0]?.count ?? 0) / total : 0 };
  });
  const lines = barRows(
    found.map(({ row, message }) => ({
      label: { text: row?.value ?? message?.text ?? label``, tone: row === undefined ? 'dim' : undefined },
      value: 0,
      numbers: row === undefined ? [] : [{ text: row.countText }, row.mark ?? { text: label`` }],
    })),
    { width: width - wordColumns },
  );
  const drawn = found.map(({ name, share }, index): ChartRow => {
    const hue = statisticInfo(name).family;
    const word: Part = { text: safeText(rowWord(name).padEnd(wordColumns)), tone: hue };
    const parts = lines[index]?.flat() ?? [];
    const isLined = !hasTints();
    const columns = barColumns(share, 1, isLined ? width - partsWidth(parts.slice(1)) : width);
    return onBar([word, ...parts], { columns, hue, isLined });
  });
  const unread = isOutage(state) ? [] : best.filter(name => !names.includes(name));
  if (unread.length === 0) return drawn;
  const titles = unread.map(name => safeText(statisticTitle(name, state.capabilities)));
  const words = label`${unreadWords(state, websiteId, unread)}: ${joinSafe(titles, label`, `)}`;
  return [...drawn, [{ text: words, tone: 'bad' }]];
}

/** "Not read", and in a word why, unless a box above all says so. */
export function unreadWords(state: State, websiteId: string, names: readonly StatisticName[]): SafeText {
  const { values } = dashboardLayout(state);
  const [error] = names.flatMap(name => answerOf(state, websiteId, name, values).error ?? []);
  if (error === undefined || isOutage(state)) return label`Not read`;
  return label`Not read (${safeText(diagnose(error, state.profile).title.toLowerCase())})`;
}
