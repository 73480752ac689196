import type { Api } from '#api/api.ts';
import { UsageError } from '#model/failure.ts';
import { readEach } from '#cli/lacking.ts';
import type { Day, Period, SeriesName } from '#model/statistics/statistics.ts';
import { whyFacts, type WhyFacts } from '#model/why/facts.ts';
import {
  seriesSides,
  whyDimensions,
  whyNames,
  type WhyPages,
  whyPeriods,
  type WhyPeriods,
  whyQuery,
  type WhyQuestion,
  whySeriesPeriods,
} from '#model/why/question.ts';

export interface WhyRead {
  readonly periods: WhyPeriods;
  readonly facts: WhyFacts;
  /** Why statistics are left out, a sentence each. */
  readonly leftOut: readonly string[];
}

/**
 * Reads what explains a change: visitors and page views first, where they fail nothing else; then two requests for each
 * statistic. Rejects as the Api does, and with a UsageError for today alone.
 */
export async function readWhy(api: Api, id: string, question: WhyQuestion, today: Day): Promise<WhyRead> {
  const { span, apart } = whySeriesPeriods(question, today);
  const readMeasure = (name: SeriesName) =>
    Promise.all([
      api.readSeries(id, name, span),
      apart === undefined ? undefined : api.readSeries(id, name, apart),
    ]);
  const [visitors, pageviews] = await Promise.all([readMeasure('visitors'), readMeasure('pageviews')]);
  const periods = whyPeriods(question, today, visitors[0]);
  if (periods === undefined)
    throw new UsageError(
      'Today is not over, so it is compared with nothing: choose a period with whole days.',
    );
  const series = {
    visitors: seriesSides(visitors, periods),
    pageviews: seriesSides(pageviews, periods),
  };
  const { read: pages, leftOut } = await readWhyRows(api, id, periods);
  const dimensions = whyDimensions(pages, series, api.capabilities);
  const { now = [], before = [] } = series.visitors ?? {};
  const known = question.kind === 'day' ? visitors[0] : [];
  return { periods, facts: whyFacts({ now, before, dimensions, known }), leftOut };
}

/** The rows of both sides, of every statistic that may explain a change. */
export async function readWhyRows(
  api: Api,
  id: string,
  { now, before }: { readonly now: Period; readonly before: Period },
): Promise<{ readonly read: readonly WhyPages[]; readonly leftOut: readonly string[] }> {
  return await readEach(api, whyNames(api.capabilities), async (name): Promise<WhyPages> => {
    const [rowsNow, rowsBefore] = await Promise.all([
      api.readStatistic(id, whyQuery(name, now)),
      api.readStatistic(id, whyQuery(name, before)),
    ]);
    return { name, now: rowsNow, before: rowsBefore };
  });
}
