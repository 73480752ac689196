import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { compareOption, periodOptionsAnd } from '#headless/options/periodOptions.ts';
import { mustNameSites, severalOptions } from '#headless/options/severalSites.ts';
import { wholeNumber } from '#headless/options/wholeNumber.ts';
import { defaultBaseline } from '#model/period/comparedPeriods.ts';

export const report = defineSubcommand({
  docs: 'commands',
  description:
    'print a website, or all in one mail, at a glance: for mail, motd and cron, as text, Markdown or HTML',
  arguments: [{ name: '[SITE]', description: 'its id or domain', suggestions: 'websites' }],
  options: {
    ...severalOptions,
    html: { description: 'as HTML, for mail programs' },
    mailFrom: {
      value: '<address>',
      description: 'with --mail-to: a whole message for sendmail -t, as text and HTML',
    },
    mailTo: {
      value: '<address>',
      description: 'who it is to; more of them with commas, or given again',
      repeatable: true,
    },
    ...periodOptionsAnd({ all: '"all" for one website' }),
    compare: { ...compareOption, default: defaultBaseline },
    rows: { value: '<rows>', description: 'rows of each statistic', parse: wholeNumber(1, 25), default: 5 },
    width: {
      value: '<columns>',
      description: 'how many columns; by default those of the terminal, or 80',
      parse: wholeNumber(40, 300),
    },
  },
  examples: [
    ["sitedeck report shop.example.com --period 'last month'", 'one website on a page'],
    [
      'sitedeck report --all --mail-from root --mail-to you@example.com',
      'a message about all websites, for sendmail -t -i',
    ],
    ['sitedeck report shop.example.com --format markdown', 'for a page of notes'],
  ],
  async run([site], options) {
    mustNameSites(site === undefined ? [] : [site], options);
    if (site === undefined) {
      const { printAllReport } = await import('#headless/report/printAllReport.ts');
      return await printAllReport(options);
    }
    const { printReport } = await import('#headless/report/printReport.ts');
    await printReport(site, options);
  },
});
