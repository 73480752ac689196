import { resolve } from 'node:path';
import { UsageError } from '#connection/errors.ts';
import { expandPattern, problemOf } from '#server/import/follow/FoundFile.ts';
import { safeText } from '#terminal/safeText.ts';

/** An absolute pattern that matches a file which this account may read. Throws a UsageError. */
export function checkPattern(given: string): string {
  if (/[\x00-\x1f\x7f]/.test(given))
    throw new UsageError(`${safeText(given, 200)} has control characters, which no name of a log has.`);
  if (given === '-')
    throw new UsageError('Stdin cannot be read again: sitedeck import --follow DOMAIN - reads it.');
  const pattern = resolve(given);
  const problems = expandPattern(pattern).map(problemOf);
  const [first] = problems;
  if (problems.length > 0 && problems.includes(undefined)) return pattern;
  throw new UsageError(
    `${safeText(given, 200)} ${first ?? 'matches no file: put it in quotes, and look whether this account may read its folder.'}`,
  );
}
