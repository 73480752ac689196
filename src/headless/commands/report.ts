import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { compareOption, periodOptions } from '#headless/options/periodOptions.ts';
import { wholeNumber } from '#headless/options/wholeNumber.ts';
import { defaultBaseline } from '#model/period/comparedPeriods.ts';

export const report = defineSubcommand({
  readme: 'Commands',
  description: 'print a website at a glance: for mail, motd and cron; Markdown with --format markdown',
  arguments: [{ name: '<SITE>', description: 'its id or domain', suggestions: 'websites' }],
  options: {
    ...periodOptions,
    compare: { ...compareOption, default: defaultBaseline },
    rows: { value: '<rows>', description: 'rows of each statistic', parse: wholeNumber(1, 25), default: 5 },
    width: {
      value: '<columns>',
      description: 'columns; else those of the terminal, or 80',
      parse: wholeNumber(40, 300),
    },
  },
  async run([site], options) {
    const { printReport } = await import('#headless/report/printReport.ts');
    await printReport(site, options);
  },
});
