import { defineSubcommand } from '#headless/defineSubcommand.ts';

export const completion = defineSubcommand({
  docs: 'install#completion',
  description: 'print the completion for a shell, to be read in its start-up file',
  arguments: [{ name: '<SHELL>', description: 'which', choices: ['bash', 'zsh', 'fish'] }],
  options: {},
  examples: [
    ['source <(sitedeck completion bash)', 'in ~/.bashrc'],
    ['source <(sitedeck completion zsh)', 'in ~/.zshrc, after compinit'],
    ['sitedeck completion fish | source', 'in ~/.config/fish/config.fish'],
  ],
  async run([shell]) {
    const { printScript } = await import('#headless/completion/scripts.ts');
    await printScript(shell);
  },
});

/** What the scripts call for the words that could come next. */
export const completeWords = defineSubcommand({
  docs: 'unlisted',
  description: 'print the words that could come next on a command line',
  arguments: [{ name: '[WORDS...]' }],
  options: { described: { description: 'what each is, behind a tab' } },
  examples: [["sitedeck complete-words -- stats ''", 'what could come next']],
  async run([words], { described }) {
    const { printWords } = await import('#headless/completion/completeWords.ts');
    await printWords(words, { described: described === true });
  },
});
