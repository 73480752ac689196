import { withService, type Run } from '#headless/withService.ts';
import { exitCodeOf, exitCodes, failureLine, UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { complain, progress } from '#headless/output/stderr.ts';
import { print } from '#headless/output/stdout.ts';
import { writeTable } from '#headless/output/write.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { chosenBy, searchWebsites } from '#headless/overview/readOverview.ts';
import { mustNameSites, type SeveralOptions } from '#headless/options/severalSites.ts';
import { sum } from '#model/statistics/series.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { Day, SeriesName } from '#model/statistics/statistics.ts';
import { distinctName, sharedDomains, websiteName, type Website } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import {
  countWords,
  crossed,
  goneSince,
  longBefore,
  watchedPeriods,
  type Thresholds,
  type WatchedCounts,
} from './thresholds.ts';

type WatchOptions = GlobalOptions &
  Thresholds &
  SeveralOptions & { readonly days: number; readonly measure: SeriesName };

interface Result extends WatchedCounts {
  readonly website: Website;
  readonly crossed: readonly string[];
}

/** Checks all websites, also where one cannot be read; sets the exit code of the worst result. */
export async function watchSites(sites: readonly string[], options: WatchOptions): Promise<void> {
  const { below, above, drop } = options;
  if (below === undefined && above === undefined && drop === undefined)
    throw new UsageError('Say what to watch for: --below, --above or --drop.');
  mustNameSites(sites, options);
  await withService(options, async run => {
    // Read once: midnight may pass in the meantime.
    const today = run.today();
    const results: Result[] = [];
    for (const { name, find } of await watched(run, sites)) {
      try {
        results.push(await look(run, today, await find()));
        progress.show(`${results.length} websites looked at`);
      } catch (error) {
        const code = exitCodeOf(error);
        if (code === undefined) throw error;
        complain(`${safeText(name, 100)}: ${failureLine(error)}`);
        process.exitCode = Math.max(code, Number(process.exitCode ?? 0));
      }
    }
    progress.clear();
    await write(run, today, results);
    if (results.some(result => result.crossed.length > 0)) process.exitCode = exitCodes.threshold;
  });
}

/** Those named, which are found one after the other, or all those of the list. */
async function watched(run: Run<WatchOptions>, sites: readonly string[]) {
  if (sites.length > 0) return sites.map(name => ({ name, find: () => run.resolveSite(name) }));
  const { rows } = await searchWebsites(run.api, chosenBy(run));
  return rows.map(website => ({ name: websiteName(website), find: async () => website }));
}

async function look({ api, options }: Run<WatchOptions>, today: Day, website: Website): Promise<Result> {
  const { now, before } = watchedPeriods(options.days, today);
  const read = async (period: typeof now) => sum(await api.readSeries(website.id, options.measure, period));
  const [count, earlier] = await Promise.all([read(now), options.drop === undefined ? 0 : read(before)]);
  const isZero = options.drop !== undefined && count === 0 && earlier === 0;
  const since = isZero
    ? goneSince(await api.readSeries(website.id, options.measure, longBefore(now)), before)
    : undefined;
  const counts = { now: count, before: earlier, goneSince: since };
  return { website, ...counts, crossed: crossed(options, counts) };
}

async function write(run: Run<WatchOptions>, today: Day, results: readonly Result[]): Promise<void> {
  const { options, format } = run;
  const { now } = watchedPeriods(options.days, today);
  if (format !== 'table') return await writeTable(watchTable(run, today, results), run);
  const counts = countsOf(options.measure, run.api.capabilities);
  const shared = sharedDomains(results.map(({ website }) => website));
  const lines = results
    .filter(result => result.crossed.length > 0)
    .map(
      result =>
        `${distinctName(result.website, shared)}: ${countWords(result.now, counts, now)}, ${result.crossed.join(', ')}`,
    );
  await print(lines.map(line => `${safeText(line, 500)}\n`).join(''));
}

function watchTable(
  { options, profile }: Run<WatchOptions>,
  today: Day,
  results: readonly Result[],
): DataTable {
  const { now, before } = watchedPeriods(options.days, today);
  const { measure, below, above, drop } = options;
  return {
    title: 'Watched websites',
    about: { from: now.from, to: now.to, time_zone: profile.timeZone, measure, below, above, drop },
    columns: [
      { key: 'id', title: 'Id' },
      { key: 'domain', title: 'Domain' },
      { key: 'count', title: 'Count' },
      ...(drop === undefined ? [] : [{ key: 'count_before', title: `Count ${before.from} to ${before.to}` }]),
      { key: 'crossed', title: 'Crossed' },
    ],
    rows: results.map(({ website, now: count, before: earlier, crossed }) => [
      website.id,
      website.domain,
      count,
      ...(drop === undefined ? [] : [earlier]),
      crossed.join(', '),
    ]),
  };
}
