import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { compareOption, periodOptions } from '#headless/options/periodOptions.ts';
import { wholeNumber } from '#headless/options/wholeNumber.ts';
import { baselines } from '#model/period/comparedPeriods.ts';

export const why = defineSubcommand({
  docs: 'commands',
  description: 'print what explains a change of the visitors: in a sentence, and row by row',
  arguments: [{ name: '<SITE>', description: 'its id or domain', suggestions: 'websites' }],
  options: {
    ...periodOptions,
    compare: { ...compareOption, choices: baselines },
    rows: {
      value: '<rows>',
      description: 'rows of each statistic, in text and Markdown',
      parse: wholeNumber(1, 100),
      default: 5,
    },
    width: {
      value: '<columns>',
      description: 'how many columns; by default those of the terminal, or 80',
      parse: wholeNumber(40, 300),
    },
  },
  notes: `
A period is compared with the one before; a single day with the most usual of the five days of its weekday before it. What moved together may have other causes: correlation, not cause.`,
  examples: [
    ['sitedeck why shop.example.com', 'the last 28 days against those before'],
    ['sitedeck why shop.example.com --period yesterday', 'one day against what is usual'],
  ],
  async run([site], options) {
    const { printWhy } = await import('#headless/why/printWhy.ts');
    await printWhy(site, options);
  },
});
