import type { Api } from '#api/api.ts';
import { allWebsites } from '#headless/allPages.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { taggedBy, type ChooseTagged, type TagOptions } from '#headless/options/tagOption.ts';
import { complain, progress } from '#headless/output/stderr.ts';
import type { Run } from '#headless/withService.ts';
import { exitCodeOf, failureLine } from '#connection/errors.ts';
import { comparedPeriods, type Baseline, type ComparedPeriods } from '#model/period/comparedPeriods.ts';
import { readAllTime } from '#model/period/allTime.ts';
import { resolvePeriod, type PeriodChoice } from '#model/period/period.ts';
import { lastWholeDay, seriesPeriods } from '#model/statistics/seriesSpan.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { hasExactVisitors, summarise, type Summary, withExactTotal } from '#model/statistics/summary.ts';
import { attentionOf, type Attention } from '#model/website/attention.ts';
import { websiteName, type Website } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';

/** The numbers of a website; undefined where they could not be read. */
export interface OverviewRow {
  readonly website: Website;
  readonly visitors: Summary | undefined;
  readonly pageviews: Summary | undefined;
  readonly attention: readonly Attention[];
}

export interface Overview {
  readonly period: Period;
  readonly compared: ComparedPeriods | undefined;
  /** The service counted the visitors of the period: what is compared are still sums of daily visitors. */
  readonly isExact: boolean;
  /** In the order of the service. */
  readonly rows: readonly OverviewRow[];
  /** Whether all websites and all their numbers were read. */
  readonly isWhole: boolean;
}

interface Question {
  /** Undefined for all days, which are compared with nothing. */
  readonly choice: PeriodChoice | undefined;
  readonly baseline: Baseline | undefined;
  readonly today: Day;
}

/** Which websites: all, or of those that the service finds the ones with the tags. */
export interface Chosen {
  readonly search?: string | undefined;
  readonly tagged?: ChooseTagged | undefined;
}

/** What the options of a command choose. Throws a UsageError and a ConfigError. */
export function chosenBy({
  tags,
  options,
}: Run<GlobalOptions & TagOptions & { readonly search?: string }>): Chosen {
  return { search: options.search, tagged: taggedBy(tags, options) };
}

/** The websites chosen. Where not all can be read, stderr says so and the exit code is 1. */
export async function searchWebsites(api: Api, { search, tagged }: Chosen) {
  const { orders } = api.capabilities.websites;
  const sortBy = orders.includes('domain') ? 'domain' : orders[0];
  const searched = search === undefined || search.trim() === '' ? {} : { search };
  const { rows, readToEnd } = await allWebsites(page =>
    api.listWebsites({ ...searched, sortBy, sort: 'asc', perPage: 100, page }),
  );
  return { rows: tagged?.(rows) ?? rows, readToEnd };
}

const noStarts: ReadonlyMap<string, Day> = new Map();

/** The first day of each website, but for those that cannot be read: their numbers will not be there either. */
async function firstDays(
  api: Api,
  websites: readonly Website[],
  today: Day,
): Promise<ReadonlyMap<string, Day>> {
  let read = 0;
  const starts = await Promise.all(
    websites.map(async website => {
      const { from } = await readAllTime(api, website, today).catch((error: unknown) => {
        if (exitCodeOf(error) === undefined) throw error;
        return { from: undefined };
      });
      read += 1;
      progress.show(`first days of ${read} of ${websites.length} websites`);
      return from === undefined ? [] : [[website.id, from] as const];
    }),
  );
  return new Map(starts.flat());
}

function earliest(starts: ReadonlyMap<string, Day>, today: Day): Day {
  return [...starts.values()].reduce((first, day) => (day < first ? day : first), today);
}

/**
 * The numbers of the websites chosen. One that cannot be read is said on stderr, makes the exit code, and
 * has no numbers. Rejects where the list cannot be read.
 */
export async function readOverview(
  api: Api,
  chosen: Chosen,
  { choice: fixed, baseline: asked, today }: Question,
): Promise<Overview> {
  const { rows: websites, readToEnd } = await searchWebsites(api, chosen);
  const starts = fixed === undefined ? await firstDays(api, websites, today) : noStarts;
  const choice = fixed ?? ({ kind: 'range', from: earliest(starts, today), to: today } as const);
  const baseline = fixed === undefined ? undefined : asked;
  const period = resolvePeriod(choice, today);
  const compared = comparedPeriods(choice, baseline, today);
  const { span, apart } = seriesPeriods(choice, baseline, today);
  const isExact = hasExactVisitors(api.capabilities, period);
  let read = 0;
  let failed = 0;
  const rows = await Promise.all(
    websites.map(async (website): Promise<OverviewRow> => {
      const settings = attentionOf(website, undefined, today);
      try {
        const [visitors, pageviews] = await Promise.all(
          (['visitors', 'pageviews'] as const).map(async name => {
            const [points, beside, exact] = await Promise.all([
              // Before its first day it had no visitors.
              api.readSeries(website.id, name, { ...span, from: starts.get(website.id) ?? span.from }),
              apart && api.readSeries(website.id, name, apart),
              isExact && name === 'visitors' ? api.readVisitors(website.id, period) : undefined,
            ]);
            const before = compared && { period: compared.before, points: beside };
            const summary = summarise(points, period, today, before);
            return { points, summary: withExactTotal(summary, exact) };
          }),
        );
        read += 1;
        progress.show(`${read} of ${websites.length} websites read`);
        const attention = attentionOf(website, visitors?.points, lastWholeDay(period, today));
        return { website, visitors: visitors?.summary, pageviews: pageviews?.summary, attention };
      } catch (error) {
        const code = exitCodeOf(error);
        if (code === undefined) throw error;
        failed += 1;
        complain(`${safeText(websiteName(website), 100)}: ${failureLine(error)}`);
        process.exitCode = Math.max(code, Number(process.exitCode ?? 0));
        return { website, visitors: undefined, pageviews: undefined, attention: settings };
      }
    }),
  );
  progress.clear();
  return { period, compared, isExact, rows, isWhole: readToEnd && failed === 0 };
}
