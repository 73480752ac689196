import type { Api } from '#api/api.ts';
import { readEach } from '#cli/lacking.ts';
import { readSummary, summaryDays } from '#cli/numbers/readTotals.ts';
import type { Overview, OverviewRow } from '#cli/numbers/overview.ts';
import { readWhy, readWhyRows } from '#cli/numbers/readWhy.ts';
import { type Baseline, type ComparedPeriods, lastWholeDay } from '#model/comparison/periods.ts';
import { type PeriodChoice, samePeriod } from '#model/period/period.ts';
import { zoneTime } from '#model/period/zone.ts';
import { type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import type { Page } from '#model/service/query.ts';
import { sum } from '#model/statistics/series.ts';
import { measureOf, shareBasis, type ShareBasis } from '#model/statistics/share.ts';
import {
  type Day,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { hourValue } from '#model/period/format.ts';
import { type Summary } from '#model/statistics/summary.ts';
import { type Attention, attentionOf } from '#model/website/attention.ts';
import type { Website } from '#model/website/website.ts';
import { whyFacts, type WhyFacts } from '#model/why/facts.ts';
import { summarySides, whyDimensions } from '#model/why/question.ts';
import { type Quoted, whySentences } from '#model/why/sentence.ts';

export interface Report {
  /** Of the service, for what its counts mean. */
  readonly capabilities: Capabilities;
  readonly website: Website;
  readonly page: string | undefined;
  /** Why it needs attention, the most urgent reason first. */
  readonly attention: readonly Attention[];
  readonly period: Period;
  readonly compared: ComparedPeriods | undefined;
  readonly today: Day;
  readonly timeZone: string;
  readonly visitors: Summary;
  readonly pageviews: Summary;
  /** What explains the change of the visitors; undefined where they are compared with nothing. */
  readonly why: WhyFacts | undefined;
  /** Of a period of one day; undefined where the service does not know them. */
  readonly hours: ReportHours | undefined;
  /** Why statistics are left out, a sentence each. */
  readonly leftOut: readonly string[];
  readonly panels: readonly ReportPanel[];
}

/** Visitors by hour. */
export interface ReportHours {
  /** From midnight on; of today up to the present hour. */
  readonly counts: readonly number[];
  /** Of the day compared with, where they are known. */
  readonly before: readonly number[] | undefined;
  /** The day compared with. */
  readonly dayBefore: Day | undefined;
  /** The present hour, of today. */
  readonly openFrom: number | undefined;
}

export interface ReportPanel {
  readonly name: StatisticName;
  readonly rows: readonly StatisticRow[];
  readonly basis: ShareBasis;
}

const panelNames = [
  'page',
  'landing_page',
  'referrer',
  'campaign',
  'country',
  'city',
  'browser',
  'os',
  'device',
  'event',
] as const satisfies readonly StatisticName[];

/** Reads the series first: where they fail, no other request is sent. Rejects as the Api does. */
export async function readReport(
  api: Api,
  website: Website,
  asked: {
    readonly choice: PeriodChoice;
    readonly baseline: Baseline | undefined;
    readonly today: Day;
    readonly timeZone: string;
    readonly rows: number;
  },
): Promise<Report> {
  const { choice, baseline, today, timeZone, rows } = asked;
  const days = summaryDays(choice, baseline, today);
  const { period, compared } = days;
  const [{ points, summary: visitors }, { summary: pageviews }] = await Promise.all([
    readSummary(api, website.id, 'visitors', days),
    readSummary(api, website.id, 'pageviews', days),
  ]);
  const summaries = { visitors, pageviews };
  const hours = await readDayHours(api, website.id, period, compared?.before, today, timeZone);
  const perPage = rows <= 10 ? 10 : 25;
  const { read: whyPages, leftOut: leftOutOfWhy } =
    compared === undefined ? { read: [], leftOut: [] } : await readWhyRows(api, website.id, compared);
  const recorded = panelNames.filter(name => hasStatistic(api.capabilities, name));
  const hasAllDays = compared !== undefined && samePeriod(compared.now, period);
  const { read: pages, leftOut } = await readEach(api, recorded, async name => {
    const known = hasAllDays ? whyPages.find(read => read.name === name)?.now : undefined;
    const page = known
      ? firstOf(known, perPage)
      : await api.readStatistic(website.id, { name, period, perPage });
    return { name, page };
  });
  const sides = {
    visitors: summarySides(visitors, today),
    pageviews: summarySides(pageviews, today),
  };
  const why =
    compared &&
    sides.visitors &&
    whyFacts({ ...sides.visitors, dimensions: whyDimensions(whyPages, sides, api.capabilities) });
  const panels = pages.map(({ name, page }): ReportPanel => {
    const measure = measureOf(name, api.capabilities);
    const isWhole = page.next === 'no';
    const shown = page.rows.slice(0, rows);
    const basis = shareBasis(
      { rows: isWhole ? page.rows : shown, isWhole },
      measure && summaries[measure].total,
    );
    return { name, rows: shown, basis };
  });
  return {
    capabilities: api.capabilities,
    website,
    page: await api.pageOf?.(website.id),
    attention: attentionOf(website, points, lastWholeDay(period, today)),
    period,
    compared,
    today,
    timeZone,
    ...summaries,
    why,
    hours,
    leftOut: [...new Set([...leftOutOfWhy, ...leftOut])],
    panels: panels.filter(panel => sum(panel.rows) > 0),
  };
}

async function readDayHours(
  api: Api,
  id: string,
  { from, to }: Period,
  before: Period | undefined,
  today: Day,
  timeZone: string,
): Promise<ReportHours | undefined> {
  if (from !== to || !hasStatistic(api.capabilities, 'visitors_hours')) return undefined;
  const dayBefore = before?.from === before?.to ? before?.from : undefined;
  const [counts = [], earlier] = await Promise.all(
    [from, dayBefore].map(
      async day => day && (await api.readHours(id, 'visitors_hours', { from: day, to: day })),
    ),
  );
  const openFrom = from === today ? zoneTime(timeZone, Date.now()).hour : undefined;
  if (counts.every(count => count === 0)) return undefined;
  const isKnown = earlier?.some(count => count > 0) === true;
  return {
    counts: openFrom === undefined ? counts : counts.slice(0, openFrom + 1),
    before: isKnown ? earlier : undefined,
    dayBefore: isKnown ? dayBefore : undefined,
    openFrom,
  };
}

/** The hours as a statistic, for formats that print rows. */
export function hoursPanel({ hours }: Report): ReportPanel | undefined {
  if (hours === undefined) return undefined;
  const rows = hours.counts.map((count, hour) => ({ value: hourValue(hour), count }));
  return { name: 'visitors_hours', rows, basis: shareBasis({ rows, isWhole: true }, undefined) };
}

/** The first rows of a page, as a request for so many would have returned them. */
function firstOf(page: Page<StatisticRow>, count: number): Page<StatisticRow> {
  return page.rows.length <= count ? page : { ...page, rows: page.rows.slice(0, count), next: 'yes' };
}

const mostMoved = 3;

/** A website that moved, and why in sentences; `quoted` writes values from the service. */
export interface Moved {
  readonly website: Website;
  /** Why statistics are left out, a sentence each. */
  readonly leftOut: readonly string[];
  sentences(quoted?: Quoted): string[];
}

/** All that the report of all websites is made of. */
export interface AllReport {
  readonly title: string;
  readonly overview: Overview;
  readonly moved: readonly Moved[];
  readonly timeZone: string;
  readonly today: Day;
  /** The pages of the service for websites, by their ids, where it has any. */
  readonly pages: ReadonlyMap<string, string>;
}

/** The websites whose visitors changed most, in either direction. */
function movedMost(rows: readonly OverviewRow[]): OverviewRow[] {
  const movement = ({ visitors }: OverviewRow) =>
    Math.abs((visitors?.count ?? 0) - (visitors?.countBefore ?? visitors?.count ?? 0));
  return rows
    .filter(row => movement(row) > 0)
    .toSorted((a, b) => movement(b) - movement(a))
    .slice(0, mostMoved);
}

/** Why those websites changed that moved most; none where nothing is compared. Rejects as the Api does. */
export async function readMoved(
  api: Api,
  { rows, compared }: Overview,
  {
    choice,
    baseline,
    today,
  }: {
    readonly choice: PeriodChoice | undefined;
    readonly baseline: Baseline | undefined;
    readonly today: Day;
  },
): Promise<Moved[]> {
  if (choice === undefined || compared === undefined || baseline === undefined) return [];
  const moved: Moved[] = [];
  for (const { website } of movedMost(rows)) {
    const question = { kind: 'period', choice, baseline } as const;
    const { facts, periods, leftOut } = await readWhy(api, website.id, question, today);
    moved.push({
      website,
      leftOut,
      sentences: quoted => whySentences(facts, periods, api.capabilities, quoted),
    });
  }
  return moved;
}
