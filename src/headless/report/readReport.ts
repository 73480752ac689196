import type { Api } from '#api/api.ts';
import { measureOf, shareBasis, type ShareBasis } from '#model/share.ts';
import { sum } from '#model/series.ts';
import { seriesSpan } from '#model/seriesSpan.ts';
import type { Day, Period, StatisticName, StatisticRow } from '#model/statistics.ts';
import { summarise, type Summary } from '#model/summary.ts';
import type { Website } from '#model/website.ts';

/** What a report is about and all its numbers. */
export interface Report {
  readonly website: Website;
  readonly period: Period;
  readonly today: Day;
  readonly timeZone: string;
  readonly visitors: Summary;
  readonly pageviews: Summary;
  /** Those that have rows. */
  readonly panels: readonly ReportPanel[];
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

/** The series first: where they fail, nothing else is asked. */
export async function readReport(
  api: Api,
  website: Website,
  asked: { readonly period: Period; readonly today: Day; readonly timeZone: string; readonly rows: number },
): Promise<Report> {
  const { period, today, timeZone, rows } = asked;
  const span = seriesSpan(period, today);
  const [visitors, pageviews] = await Promise.all([
    api.readSeries(website.id, 'visitors', span),
    api.readSeries(website.id, 'pageviews', span),
  ]);
  const perPage = rows <= 10 ? 10 : 25;
  const pages = await Promise.all(
    panelNames.map(async name => ({
      name,
      page: await api.readStatistic(website.id, { name, period, perPage }),
    })),
  );
  const summaries = {
    visitors: summarise(visitors, period, today),
    pageviews: summarise(pageviews, period, today),
  };
  const panels = pages.map(({ name, page }): ReportPanel => {
    const measure = measureOf(name);
    const isWhole = page.next === 'no';
    const shown = page.rows.slice(0, rows);
    const basis = shareBasis(
      { rows: isWhole ? page.rows : shown, isWhole },
      measure && summaries[measure].total,
    );
    return { name, rows: shown, basis };
  });
  return {
    website,
    period,
    today,
    timeZone,
    ...summaries,
    panels: panels.filter(panel => sum(panel.rows) > 0),
  };
}
