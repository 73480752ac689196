import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { listOptions } from '#headless/options/listOptions.ts';
import { compareOption, periodOptionsAnd } from '#headless/options/periodOptions.ts';
import { whyNoRowOrder, whyNoRowSearch, whyNoStatistic } from '#model/service/whyLacking.ts';
import { allStatistics } from '#model/statistics/statistics.ts';

export const stats = defineSubcommand({
  docs: 'commands',
  description: 'print statistics of a website',
  arguments: [
    { name: '<SITE>', description: 'its id or domain', suggestions: 'websites' },
    { name: '<NAME...>', description: 'which', choices: allStatistics, whyLacking: whyNoStatistic },
  ],
  options: {
    ...periodOptionsAnd({ all: '"all"', '24h': '24h for visitors and pageviews' }),
    ...listOptions(['count', 'value'], { search: whyNoRowSearch, sortBy: whyNoRowOrder }),
    compare: compareOption,
  },
  examples: [
    [
      'sitedeck stats shop.example.com page referrer --period 30d --compare',
      'pages and referrers of 30 days, beside those before',
    ],
    [
      'sitedeck stats shop.example.com visitors --period 30d --format csv',
      'the visitors of each day, for a spreadsheet',
    ],
    ['sitedeck stats shop.example.com country --search united', 'countries with "united" in their name'],
  ],
  async run([site, names], options) {
    const { printStatistics } = await import('#headless/stats/printStatistics.ts');
    await printStatistics(site, [...new Set(names)], options);
  },
});
