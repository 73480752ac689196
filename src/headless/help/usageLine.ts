import type { CommanderError } from 'commander';
import { placeOf } from '#headless/completion/place.ts';
import { didYouMean } from '#model/text/didYouMean.ts';
import { safeText } from '#terminal/safeText.ts';

/** Commander's message in one line, with what may have been meant and where to look. */
export function usageLine({ code, message }: CommanderError, args: readonly string[]): string {
  const line = message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  const [, word = ''] = /'([^']*)'/.exec(line) ?? [];
  const at = args.findIndex(arg => arg === word || arg.startsWith(`${word}=`));
  const { path, flags, names } = placeOf(at === -1 ? args : args.slice(0, at));
  const more = ` See ${['sitedeck', ...path].join(' ')} --help.`;
  switch (code) {
    case 'commander.unknownOption':
      return `${stopped(line)}${didYouMean(
        word,
        flags.map(({ long }) => long),
      )}${more}`;
    case 'commander.unknownCommand': {
      const what = path.length === 0 ? 'neither a command nor the domain of a website' : 'no command';
      return `"${safeText(word, 60)}" is ${what}.${didYouMean(word, names)}${more}`;
    }
    case 'commander.excessArguments':
      return `${stopped(line.replace(/(but got \d+).*$/s, '$1'))}${more}`;
    default:
      return `${stopped(line)}${more}`;
  }
}

/** The value of an option that takes none is left out: it may be a secret. */
function stopped(line: string): string {
  return safeText(line.replaceAll(/('--[\w-]+)=[^']*'/g, "$1'"), 400).replace(/([^.)?])$/, '$1.');
}
