import { Argument, type Command } from 'commander';
import { print } from '#headless/output/stdout.ts';

/** completion bash|zsh|fish, and what the scripts call for the words. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print the completion for a shell, to be read in its start-up file')
    .addArgument(new Argument('<SHELL>', 'which').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
  bash   source <(sitedeck completion bash)
  zsh    source <(sitedeck completion zsh)
  fish   sitedeck completion fish | source`,
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('#headless/completion/scripts.ts');
      await print(completionScript(shell));
    });
  program
    .command('complete-words', { hidden: true })
    .argument('[WORDS...]')
    .action(async (words: string[]) => {
      const { completeWords } = await import('#headless/completion/completeWords.ts');
      const found = await completeWords(program, words);
      await print(found.map(word => `${word}\n`).join(''));
    });
}
