import { withService, type Run } from '#headless/withService.ts';
import { exitCodeOf, exitCodes, failureLine, UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { complain } from '#headless/output/stderr.ts';
import { print } from '#headless/output/stdout.ts';
import { writeTable } from '#headless/output/write.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { sum } from '#model/statistics/series.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { Day, SeriesName } from '#model/statistics/statistics.ts';
import { websiteName, type Website } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import { countWords, crossed, watchedPeriods, type Thresholds, type WatchedCounts } from './thresholds.ts';

type WatchOptions = GlobalOptions & Thresholds & { readonly days: number; readonly measure: SeriesName };

interface Result extends WatchedCounts {
  readonly website: Website;
  readonly crossed: readonly string[];
}

/** Checks all websites, also where one cannot be read; sets the exit code of the worst result. */
export async function watchSites(sites: readonly string[], options: WatchOptions): Promise<void> {
  const { below, above, drop } = options;
  if (below === undefined && above === undefined && drop === undefined)
    throw new UsageError('Say what to watch for: --below, --above or --drop.');
  await withService(options, async run => {
    // Read once: midnight may pass in the meantime.
    const today = run.today();
    const results: Result[] = [];
    for (const site of sites) {
      try {
        results.push(await look(run, today, site));
      } catch (error) {
        const code = exitCodeOf(error);
        if (code === undefined) throw error;
        complain(`${safeText(site, 100)}: ${failureLine(error)}`);
        process.exitCode = Math.max(code, Number(process.exitCode ?? 0));
      }
    }
    await write(run, today, results);
    if (results.some(result => result.crossed.length > 0)) process.exitCode = exitCodes.threshold;
  });
}

async function look(run: Run<WatchOptions>, today: Day, site: string): Promise<Result> {
  const { api, options } = run;
  const website = await run.resolveSite(site);
  const { now, before } = watchedPeriods(options.days, today);
  const read = async (period: typeof now) => sum(await api.readSeries(website.id, options.measure, period));
  const [count, earlier] = await Promise.all([read(now), options.drop === undefined ? 0 : read(before)]);
  const watched = { now: count, before: earlier };
  return { website, ...watched, crossed: crossed(options, watched) };
}

async function write(run: Run<WatchOptions>, today: Day, results: readonly Result[]): Promise<void> {
  const { options, format } = run;
  const { now } = watchedPeriods(options.days, today);
  if (format !== 'table') return await writeTable(watchTable(run, today, results), run);
  const counts = countsOf(options.measure, run.api.capabilities);
  const lines = results
    .filter(result => result.crossed.length > 0)
    .map(
      result =>
        `${websiteName(result.website)}: ${countWords(result.now, counts, now)}, ${result.crossed.join(', ')}`,
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
    title: 'WatchedCounts websites',
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
