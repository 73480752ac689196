import { safeText, type SafeText } from '#text/safeText.ts';

export const exitCodes = {
  done: 0,
  refused: 1,
  /** Wrong use, or unusable settings: no request was sent. */
  wrongUse: 2,
  /** The service could not be reached, or does not accept the key. */
  unreachable: 3,
  threshold: 4,
  changes: 5,
  undelivered: 6,
  interrupted: 130,
} as const;

/** What ends a command without being a bug: the message is one line. */
export abstract class Failure extends Error {
  abstract readonly exitCode: number;
}

/** A command line that cannot be carried out. The message says what to do. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
  readonly exitCode = exitCodes.wrongUse;
}

/** The service has no such thing as the command line asks for. */
export class UnsupportedError extends UsageError {}

export class ConfigError extends Failure {
  override readonly name = 'ConfigError';
  readonly exitCode = exitCodes.wrongUse;
}

/** The service does not have what was requested, or part of the work failed. */
export class RefusedError extends Failure {
  override readonly name = 'RefusedError';
  readonly exitCode = exitCodes.refused;
}

/** A signal ended the command: the message says what became of its work. */
export class InterruptedError extends Failure {
  override readonly name = 'InterruptedError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

export type ApiErrorKind =
  'network' | 'timeout' | 'auth' | 'forbidden' | 'notFound' | 'validation' | 'rateLimit' | 'server' | 'shape';

interface ApiErrorDetails {
  /** What the service itself said, which the message ends with. Safe text. */
  readonly serviceMessage?: string | undefined;
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** The service's messages for each field it refused, by the field's name in the API (exclude_bots). Safe text. */
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds the service asks to wait. */
  readonly retryAfter?: number | undefined;
  /** A write whose answer never came: it may have been carried out. */
  readonly maybeSaved?: boolean | undefined;
  /** The key could not be read: no service has refused one. */
  readonly isUnread?: boolean | undefined;
  /** The key is a link that nobody can sign in for: only another link helps. */
  readonly isLink?: boolean | undefined;
  /** A name and a password give another key. */
  readonly isSignIn?: boolean | undefined;
  /** Trying again fails in the same way: a certificate that is not accepted. */
  readonly staysWrong?: true | undefined;
  /** The system's code of a network error: ECONNREFUSED, ENOTFOUND, DEPTH_ZERO_SELF_SIGNED_CERT ... */
  readonly code?: string | undefined;
}

/** A failed request. The message says what happened; it is safe to show and never contains the key. */
export class ApiError extends Failure {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly details: ApiErrorDetails;

  constructor(kind: ApiErrorKind, message: string, details: ApiErrorDetails = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }

  /** No usable answer came where the service was not reached, or refuses the key. */
  get exitCode(): number {
    const isUnreachable =
      this.kind === 'shape'
        ? this.details.maybeSaved !== true
        : ['network', 'timeout', 'auth'].includes(this.kind);
    return isUnreachable ? exitCodes.unreachable : exitCodes.refused;
  }
}

const saidBefore = ' It says: ';

/** What happened, with what the service itself said of it behind. */
export function withServiceMessage(message: string, serviceMessage: string): string {
  return serviceMessage === '' ? message : `${message}${saidBefore}${serviceMessage}`;
}

/** The message of an error without what the service itself said. */
export function messageAlone({ message, details: { serviceMessage } }: ApiError): string {
  return serviceMessage !== undefined && message.endsWith(serviceMessage)
    ? message.slice(0, -serviceMessage.length - saidBefore.length)
    : message;
}

/** The error in one line, with the service's messages for the fields it refused. */
export function failureLine(error: unknown): SafeText {
  if (!(error instanceof ApiError)) return safeText(error instanceof Error ? error.message : error, 800);
  const lines = Object.entries(error.details.fields ?? {}).map(
    ([field, messages]) => `${field}: ${messages.join(' ')}`,
  );
  const fields = lines.filter(line => !line.includes(error.message)).join('; ');
  return safeText(fields === '' ? error.message : `${error.message} (${fields})`, 800);
}
