import { defineSubcommand } from '#headless/defineSubcommand.ts';

export const completion = defineSubcommand({
  readme: 'Install',
  description: 'print the completion for a shell, to be read in its start-up file',
  arguments: [{ name: '<SHELL>', description: 'which', choices: ['bash', 'zsh', 'fish'] }],
  options: {},
  notes: `
  bash   source <(sitedeck completion bash)
  zsh    source <(sitedeck completion zsh)
  fish   sitedeck completion fish | source`,
  async run([shell]) {
    const { printScript } = await import('#headless/completion/scripts.ts');
    await printScript(shell);
  },
});

/** What the scripts call for the words that could come next. */
export const completeWords = defineSubcommand({
  readme: 'unlisted',
  description: '',
  arguments: [{ name: '[WORDS...]' }],
  options: {},
  async run([words]) {
    const { printWords } = await import('#headless/completion/completeWords.ts');
    await printWords(words);
  },
});
