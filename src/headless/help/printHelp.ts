import { placeOf } from '#headless/completion/place.ts';
import { UsageError } from '#connection/errors.ts';
import { print } from '#headless/output/stdout.ts';
import { didYouMean } from '#model/text/didYouMean.ts';
import { safeText } from '#terminal/safeText.ts';
import { helpText } from './helpText.ts';

/** Prints the help of the command that a command line names; as data, or as an error. */
export async function printHelpOf(
  args: readonly string[],
  to: typeof process.stdout | typeof process.stderr,
): Promise<void> {
  const text = helpText(placeOf(args).path, to.columns || 80);
  if (to === process.stdout) await print(text);
  else to.write(text);
}

/** Prints the help of a command, or the manual. Throws a UsageError for words that are no command. */
export async function printHelp(words: readonly string[], { man }: { readonly man: boolean }): Promise<void> {
  if (man) {
    const { manPage } = await import('./manPage.ts');
    return await print(manPage());
  }
  const { path } = placeOf(words);
  const unknown = words[path.length];
  if (unknown === undefined) return await printHelpOf(words, process.stdout);
  const known = placeOf(path).commands.map(offer => offer.word);
  throw new UsageError(
    `"${safeText(unknown, 60)}" is no command.${didYouMean(unknown, known)} See ${['sitedeck', ...path].join(' ')} --help.`,
  );
}
