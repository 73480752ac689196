import type { CommanderError } from 'commander';
import { placeOf } from '#headless/completion/place.ts';
import { didYouMean } from '#model/text/didYouMean.ts';
import { safeText } from '#terminal/safeText.ts';

/** Commander's message in one line, with what may have been meant and where to look. */
export function usageLine({ code, message }: CommanderError, args: readonly string[]): string {
  const full = lineOf(message);
  const isUnknown = code === 'commander.unknownOption' || code === 'commander.unknownCommand';
  const [, word = ''] = (isUnknown ? /'([^']*)'/.exec(full) : null) ?? [];
  const at = isUnknown ? args.findIndex(arg => arg === word || arg.startsWith(`${word}=`)) : -1;
  const { path, flags, commands } = placeOf(at === -1 ? args : args.slice(0, at));
  const known =
    code === 'commander.unknownCommand' ? commands.map(({ word }) => word) : flags.map(({ long }) => long);
  const what = path.length === 0 ? 'neither a command nor the domain of a website' : 'no command';
  const said =
    code === 'commander.unknownCommand'
      ? `"${safeText(word, 60)}" is ${what}.`
      : safeText(full, 400).replace(/([^.)?])$/, '$1.');
  return `${said}${didYouMean(word, known)} See ${['sitedeck', ...path].join(' ')} --help.`;
}

/** Of any length, and any characters. */
function lineOf(message: string): string {
  return (
    message
      .replace(/^error: /, '')
      .replaceAll(/\s*\n\s*/g, ' ')
      // The value of an option that takes none is left out: it may be a secret.
      .replaceAll(/('--[\w-]+)=[^']*'/g, "$1'")
      .replace(/^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*?)' is invalid/, '$1 "$2" is wrong')
      .replace(/^command-argument value '(.*?)' is invalid for argument '(\w+)'/, '$2 "$1" is wrong')
      .replace(/^(too many arguments.*but got \d+).*$/s, '$1')
  );
}
