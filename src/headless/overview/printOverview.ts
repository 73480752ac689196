import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { fixedPeriod } from '#headless/options/siteDays.ts';
import type { CompareWith, PeriodOptions } from '#headless/options/periodOptions.ts';
import type { TagOptions } from '#headless/options/tagOption.ts';
import { say } from '#headless/output/stderr.ts';
import { print } from '#headless/output/stdout.ts';
import { writeTable } from '#headless/output/write.ts';
import { withService } from '#headless/withService.ts';
import type { SortDirection } from '#model/paging/query.ts';
import {
  overviewLine,
  overviewTable,
  overviewView,
  sortOverview,
  type OverviewOrder,
} from './overviewTable.ts';
import { chosenBy, readOverview } from './readOverview.ts';

type OverviewOptions = GlobalOptions &
  PeriodOptions &
  TagOptions & {
    readonly compare: CompareWith;
    readonly sortBy: OverviewOrder;
    readonly sort?: SortDirection;
    readonly onlyAttention?: boolean;
    readonly search?: string;
  };

/** Prints the numbers of all websites with their totals. Rejects as the Api does, and with a UsageError. */
export async function printOverview(options: OverviewOptions): Promise<void> {
  const isLine = options.format === 'line' && options.json !== true;
  await withService(isLine ? { ...options, format: 'table' } : options, async run => {
    const today = run.today();
    const choice = fixedPeriod(options, today);
    const baseline = options.compare === 'none' ? undefined : options.compare;
    const overview = await readOverview(run.api, chosenBy(run), { choice, baseline, today });
    const { sortBy, sort } = options;
    const usual = sortBy === 'domain' ? 'asc' : 'desc';
    const sorted = sortOverview(overview.rows, sortBy, (sort ?? usual) !== usual);
    const rows = options.onlyAttention === true ? sorted.filter(row => row.attention.length > 0) : sorted;
    if (isLine) return await print(`${overviewLine(rows, overview, today)}\n`);
    await writeTable(overviewTable(rows, overview, run.profile.timeZone), run, overviewView(rows, overview));
    if (run.format === 'table' && rows.length === 0)
      say(options.onlyAttention === true ? 'No website needs attention.' : 'No websites.');
  });
}
