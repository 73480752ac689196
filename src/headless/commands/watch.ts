import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { severalOptions } from '#headless/options/severalSites.ts';
import { wholeNumber } from '#headless/options/wholeNumber.ts';

export const watch = defineSubcommand({
  docs: 'commands',
  description: 'for cron: exit 4 with a line for each website that crosses a threshold, else 0',
  arguments: [{ name: '[SITE...]', description: 'ids or domains', suggestions: 'websites' }],
  options: {
    ...severalOptions,
    below: { value: '<count>', description: 'fewer than that', parse: wholeNumber(1) },
    above: { value: '<count>', description: 'more than that', parse: wholeNumber(0) },
    drop: {
      value: '<percent>',
      description: 'a fall by at least so many percent',
      parse: wholeNumber(1, 100),
    },
    days: {
      value: '<days>',
      description: 'so many days, up to yesterday',
      parse: wholeNumber(1, 366),
      default: 1,
    },
    measure: {
      value: '<name>',
      description: 'what is counted',
      choices: ['visitors', 'pageviews'],
      default: 'visitors',
    },
  },
  notes: `
A fall is measured against the same weekdays before: yesterday beside the same day a week earlier. A website without
visitors then and now is gone since the day after its last ones, up to 100 days back.`,
  examples: [
    [
      'sitedeck watch shop.example.com --drop 50',
      'yesterday has half the visitors of a week before, or fewer',
    ],
    ['sitedeck watch --all --below 1 --days 2', 'a website without visitors for two days'],
  ],
  async run([sites], options) {
    const { watchSites } = await import('#headless/watch/watchSites.ts');
    await watchSites(sites, options);
  },
});
