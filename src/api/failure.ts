import { ApiError } from './error.ts';
import { safeText, type SafeText } from '#text/safeText.ts';

/** The exit codes of commands. */
export const exitCodes = {
  done: 0,
  /** The service refused. */
  refused: 1,
  /** Wrong use, or unusable settings: no request was sent. */
  wrongUse: 2,
  /** The service could not be reached, or does not accept the key. */
  unreachable: 3,
  /** A threshold of a watch was crossed. */
  threshold: 4,
  /** A plan has changes. */
  changes: 5,
  interrupted: 130,
} as const;

/** A command line that cannot be carried out. The message is one line that says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The service does not have what was requested, or part of the work failed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** A signal ended the command: the message says what became of its work. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The exit code for an error that ended a command; undefined for a bug. */
export function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof ApiError) return isUnreachable(error) ? exitCodes.unreachable : exitCodes.refused;
  if (error instanceof InterruptedError) return error.exitCode;
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

/** Whether no usable answer came: the service was not reached, or it refuses the key. */
function isUnreachable({ kind, details }: ApiError): boolean {
  if (kind === 'shape') return details.maybeSaved !== true;
  return kind === 'network' || kind === 'timeout' || kind === 'auth';
}

/** The error in one line, with the service's messages for the fields it refused. */
export function failureLine(error: unknown): SafeText {
  if (!(error instanceof ApiError)) return safeText(error instanceof Error ? error.message : error, 800);
  const said = Object.entries(error.details.fields ?? {}).map(
    ([field, messages]) => `${field}: ${messages.join(' ')}`,
  );
  const fields = said.filter(line => !line.includes(error.message)).join('; ');
  return safeText(fields === '' ? error.message : `${error.message} (${fields})`, 800);
}
