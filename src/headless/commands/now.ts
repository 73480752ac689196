import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { wholeNumber } from '#headless/options/wholeNumber.ts';

export const now = defineSubcommand({
  docs: 'access-logs',
  description: 'print the page views of the last 30 minutes, read from the logs of a website',
  arguments: [{ name: '<SITE>', description: 'its id or domain', suggestions: 'websites' }],
  options: {
    rows: {
      value: '<rows>',
      description: 'how many of the latest page views',
      parse: wholeNumber(0, 200),
      default: 20,
    },
  },
  notes: `
For websites whose logs were named with sitedeck logs add. People only, as they are counted; nothing is stored.`,
  examples: [
    ['sitedeck now shop.example.com', 'who is there, and what they read'],
    ['sitedeck now shop.example.com --rows 0 --json', 'only the numbers, for a program'],
  ],
  async run([site], options) {
    const { printNow } = await import('#headless/now/printNow.ts');
    await printNow(site, options);
  },
});
