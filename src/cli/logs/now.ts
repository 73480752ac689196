import { RefusedError, UsageError } from '#model/failure.ts';
import { hourStrip } from '#charts/chart.ts';
import {
  complain,
  outputOf,
  paint,
  paintRow,
  print,
  type Printer,
  say,
  textTable,
  writeTable,
} from '#cli/output.ts';
import { defineSubcommand, type GlobalOptions, rowsOption, siteArgument } from '#cli/subcommand.ts';
import { conditionsOf, filterOf, whereOption, type WhereOptions } from '#cli/options.ts';
import { withService } from '#cli/withService.ts';
import { type Filter, noFilter } from '#model/service/filter.ts';
import { filterLabel } from '#model/service/filterText.ts';
import { missingText, type NowNumbers, nowTable, viewsNow, visitorsNow, whyNotNow } from '#model/now.ts';
import { timeOfDay } from '#model/period/format.ts';
import { timeStampIn } from '#model/period/day.ts';
import { isAscii } from '#text/characters.ts';
import { label, safeText } from '#text/safeText.ts';
import { ownLogs } from './ownLogs.ts';

export const now = defineSubcommand({
  docs: 'access-logs',
  profile: 'logs',
  description: 'print the page views of the last 30 minutes, read from the logs of a website',
  arguments: [siteArgument],
  options: {
    ...whereOption,
    rows: rowsOption('how many of the latest page views', 0, 200, 20),
  },
  notes: `
For websites whose logs were named with sitedeck logs add. People only, as they are counted; nothing is stored.`,
  examples: [
    ['sitedeck now shop.example.com', 'who is there, and what they read'],
    ['sitedeck now shop.example.com --where page~/checkout', 'the page views that meet a condition'],
    ['sitedeck now shop.example.com --rows 0 --json', 'only the numbers, for a program'],
  ],
  async run([site], options) {
    const output = outputOf(options);
    const { logs, profile } = ownLogs(options);
    const where = await conditionsNow(site, options);
    const reader = await logs.now(site, where);
    try {
      const { id, domain } = reader.website;
      const numbers = await reader.read();
      if (numbers.sources === 0)
        throw new RefusedError(`No logs of ${domain} are followed: add some with sitedeck logs add.`);
      const shown = { ...numbers, latest: numbers.latest.slice(0, options.rows) };
      if (output.format === 'table')
        await print(textNow(domain, shown, { where, timeZone: profile.timeZone }, output.printer));
      else await writeTable(nowTable({ id: String(id), domain }, shown, profile.timeZone, where), output);
      for (const problem of numbers.problems) complain(safeText(problem, 300));
      const missing = missingText({ ...numbers, problems: [] }, profile.timeZone);
      if (missing !== undefined) say(missing);
    } finally {
      reader.close();
    }
  },
});

/** Throws a UsageError where now is not filtered so; the values are those of rows. */
async function conditionsNow(site: string, options: GlobalOptions & WhereOptions): Promise<Filter> {
  if (options.where === undefined) return noFilter;
  const whyNot = whyNotNow(conditionsOf(options));
  if (whyNot !== undefined) throw new UsageError(whyNot);
  let found = noFilter;
  await withService({ ...options, profile: 'logs' }, async run => {
    const today = run.today();
    const { id } = await run.resolveSite(site);
    found = await filterOf(run, [id], { from: today, to: today }, options);
  });
  return found;
}

function textNow(
  domain: string,
  numbers: NowNumbers,
  { where, timeZone }: { readonly where: Filter; readonly timeZone: string },
  printer: Printer,
): string {
  const { minute, minutes, latest } = numbers;
  const bars = minutes.map((count, index) => ({ count, unfinished: index === minutes.length - 1 }));
  const width = minutes.length;
  const chart = hourStrip({ hours: bars, width, rows: 2, ascii: isAscii() });
  const first = timeOfDay(timeZone, (minute - minutes.length + 1) * 60_000);
  const last = timeOfDay(timeZone, minute * 60_000);
  const axis = `${first}${last.padStart(width - first.length)}`;
  const rows = latest.map(({ time, page, referrer }) => [
    { text: safeText(timeStampIn(timeZone, new Date(time * 1000)).slice(-8)), style: 'dim' as const },
    { text: safeText(page, 300) },
    referrer === '' ? { text: label`(direct)`, style: 'dim' as const } : { text: safeText(referrer, 300) },
  ]);
  const columns = [{ title: 'Time' }, { title: 'Page' }, { title: 'Referrer' }];
  const lines = [
    paint(safeText(domain, 300), 'bold', printer),
    ...(where.length === 0 ? [] : [filterLabel(where)]),
    safeText(`${visitorsNow(numbers)}, ${viewsNow(numbers)}`),
    '',
    ...chart.map(row => paintRow(row, printer).trimEnd()),
    paint(safeText(`${axis}  ${timeZone}`), 'dim', printer),
    '',
  ];
  return `${lines.join('\n')}\n${rows.length === 0 ? '' : textTable(columns, rows, printer)}`;
}
