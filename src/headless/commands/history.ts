import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { periodOptionsAnd } from '#headless/options/periodOptions.ts';
import { whyNoRowSearch, whyNoStatistic } from '#model/service/whyLacking.ts';
import { allStatistics, isHours, isSeries } from '#model/statistics/statistics.ts';

export const history = defineSubcommand({
  docs: 'commands',
  description: 'print one row of a statistic over time, and the day it began',
  arguments: [
    { name: '<SITE>', description: 'its id or domain', suggestions: 'websites' },
    {
      name: '<STATISTIC>',
      description: 'which',
      choices: allStatistics.filter(name => !isSeries(name) && !isHours(name)),
      whyLacking: whyNoStatistic,
    },
    { name: '<VALUE>', description: 'such as news.example.org', whyLacking: whyNoRowSearch },
  ],
  options: periodOptionsAnd({ all: '"all"' }),
  notes:
    '\nThe last 12 months unless told otherwise: days, weeks or months by their length, a request for each.',
  examples: [
    [
      'sitedeck history shop.example.com referrer www.google.com',
      'since when a website has referred visitors, and how many',
    ],
    ["sitedeck history shop.example.com page /sale --period 'this year'", 'the views of a page in this year'],
  ],
  async run([site, name, value], options) {
    const { printHistory } = await import('#headless/history/printHistory.ts');
    await printHistory(site, name, value, options);
  },
});
