import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { quietOption } from '#headless/options/quietOption.ts';
import { severalOptions } from '#headless/options/severalSites.ts';

export const tag = defineSubcommand({
  docs: 'commands',
  description: 'print the tags of websites, or change them; --tag then stands wherever --all does',
  arguments: [
    {
      name: '[WORD...]',
      description: 'websites, by id or domain, then tags for them; without any all tags are printed',
      suggestions: 'websitesAndTags',
    },
  ],
  options: {
    ...severalOptions,
    add: {
      value: '<tag>',
      description: 'give this tag, also one that looks like a website; once for each',
      repeatable: true,
    },
    remove: {
      value: '<tag>',
      description: 'take this tag away; once for each',
      repeatable: true,
      suggestions: 'tags',
    },
    clear: { description: 'take all tags away' },
    list: { description: 'print all tags with their websites' },
    ...quietOption,
  },
  notes: `
Tags are kept on this machine, for each profile its own; the service is not told. With --all, --search or --tag all words
are tags.`,
  examples: [
    ['sitedeck tag', 'all tags with their websites'],
    ['sitedeck tag shop.example.com blog.example.com client-a shop', 'give two websites two tags'],
    ['sitedeck tag --all --remove client-a', 'take a tag away wherever it is'],
  ],
  async run([words], options) {
    const { tagWebsites } = await import('#headless/tags/tagWebsites.ts');
    await tagWebsites(words, options);
  },
});
