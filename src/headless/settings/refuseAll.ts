import { UsageError } from '#connection/errors.ts';
import { complain } from '#headless/output/stderr.ts';
import { safeText } from '#terminal/safeText.ts';

const mostSaid = 50;

/** Throws a UsageError where there are errors: a single one as it is, of several each stands on stderr before. */
export function refuseAll(errors: readonly string[]): void {
  const [only, ...others] = errors;
  if (only === undefined) return;
  if (others.length === 0) throw new UsageError(only);
  for (const error of errors.slice(0, mostSaid)) complain(safeText(error, 400));
  throw new UsageError(`${errors.length} errors. Nothing was changed.`);
}
