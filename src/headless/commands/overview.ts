import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { compareOption, periodOptions } from '#headless/options/periodOptions.ts';
import { tagOption } from '#headless/options/tagOption.ts';
import { defaultBaseline } from '#model/period/comparedPeriods.ts';
import { whyNoWebsiteSearch } from '#model/service/whyLacking.ts';

export const overview = defineSubcommand({
  docs: 'commands',
  description: 'print the numbers of all websites, with totals and what needs attention',
  arguments: [],
  options: {
    ...periodOptions,
    compare: { ...compareOption, default: defaultBaseline },
    sortBy: {
      value: '<field>',
      description: 'most visitors or page views, greatest rise, newest, or domains from a to z first',
      choices: ['visitors', 'change', 'domain', 'pageviews', 'id'],
      default: 'visitors',
    },
    sort: { value: '<direction>', description: 'descending or ascending', choices: ['desc', 'asc'] },
    onlyAttention: { description: 'only websites that need attention' },
    search: {
      value: '<text>',
      description: 'only websites with this text in their domain or name',
      whyLacking: whyNoWebsiteSearch,
    },
    tag: { ...tagOption.tag, description: 'only websites with this tag; given twice, with both' },
  },
  examples: [
    ["sitedeck overview --period 'last month' --sort-by change", 'all websites, those that rose most first'],
    ['sitedeck overview --format line', 'for the message of the day'],
    ['sitedeck overview --only-attention --json', 'those that need attention, for a program'],
  ],
  async run(_args, options) {
    const { printOverview } = await import('#headless/overview/printOverview.ts');
    await printOverview(options);
  },
});
