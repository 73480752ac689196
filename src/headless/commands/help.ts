import { defineSubcommand } from '#headless/defineSubcommand.ts';

export const help = defineSubcommand({
  docs: 'commands',
  description: 'print the help of a command, or the manual',
  arguments: [{ name: '[COMMAND...]', description: 'such as websites update', suggestions: 'commands' }],
  options: { man: { description: 'the whole manual, as the source of a man page' } },
  examples: [
    ['sitedeck help stats', 'the same as sitedeck stats --help'],
    ['sitedeck help --man | man -l -', 'read the manual where it is not installed'],
  ],
  async run([words], { man }) {
    const { printHelp } = await import('#headless/help/printHelp.ts');
    await printHelp(words, { man: man === true });
  },
});
