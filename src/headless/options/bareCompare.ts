import { compareWords } from './periodOptions.ts';

/** Gives `--compare` without a value the value "previous": otherwise it would take the next argument as its value. */
export function withBareCompare(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((arg, at) => {
    const isBare = arg === '--compare' && (end === -1 || at < end);
    return isBare && !compareWords.some(word => word === args[at + 1]) ? '--compare=previous' : arg;
  });
}
