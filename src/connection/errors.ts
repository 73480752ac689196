import { ApiError } from '#api/error.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';

/** What the exit code of a command says. */
export const exitCodes = {
  done: 0,
  /** The service refused. */
  refused: 1,
  /** Wrong use, or settings that cannot be used: nothing was asked of the service. */
  wrongUse: 2,
  /** The service could not be reached, or does not accept the key. */
  unreachable: 3,
  /** A threshold of a watch was crossed. */
  threshold: 4,
  interrupted: 130,
} as const;

/** The command line asks for something that cannot be. One line that says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The service does not have what was asked for, or part of the work failed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The exit code for an error that ended a command; undefined for a fault of ours. */
export function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof ApiError) return isUnreachable(error) ? exitCodes.unreachable : exitCodes.refused;
  if (!(error instanceof Error)) return undefined;
  switch (error.name) {
    case 'UsageError':
    case 'ConfigError':
      return exitCodes.wrongUse;
    case 'RefusedError':
    case 'ImportError':
      return exitCodes.refused;
    case 'ServiceFileError':
      return exitCodes.unreachable;
    default:
      return undefined;
  }
}

/** Not one word came from a service that takes the key. */
function isUnreachable({ kind, details }: ApiError): boolean {
  if (kind === 'shape') return details.maybeSaved !== true;
  return kind === 'network' || kind === 'timeout' || kind === 'auth';
}

/** What happened, in one line; a service's own words for the fields it refused are in it. */
export function failureLine(error: unknown): SafeText {
  if (!(error instanceof ApiError)) return safeText(error instanceof Error ? error.message : error, 800);
  const said = Object.entries(error.details.fields ?? {}).map(
    ([field, messages]) => `${field}: ${messages.join(' ')}`,
  );
  const fields = said.filter(line => !line.includes(error.message)).join('; ');
  return safeText(fields === '' ? error.message : `${error.message} (${fields})`, 800);
}
