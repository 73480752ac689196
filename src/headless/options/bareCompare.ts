import { compareWords } from './periodOptions.ts';

/** `--compare` alone means the period before: without a value of its own it would take the next argument for one. */
export function withBareCompare(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((arg, at) => {
    const isBare = arg === '--compare' && (end === -1 || at < end);
    return isBare && !compareWords.some(word => word === args[at + 1]) ? '--compare=previous' : arg;
  });
}
