export type ApiErrorKind =
  'network' | 'timeout' | 'auth' | 'forbidden' | 'notFound' | 'validation' | 'rateLimit' | 'server' | 'shape';

interface ApiErrorDetails {
  /** What the service itself said, which the message ends with. Safe text. */
  readonly said?: string | undefined;
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** The service's messages for each field it refused, by the field's name in the API (exclude_bots). Safe text. */
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds the service asks to wait. */
  readonly retryAfter?: number | undefined;
  /** True for a write whose answer never came: it may have been carried out. */
  readonly maybeSaved?: boolean | undefined;
  /** True where the key could not be read: no service has refused one. */
  readonly isUnread?: boolean | undefined;
  /** True where the key is a link that nobody can sign in for: only another link helps. */
  readonly isLink?: boolean | undefined;
  /** True where trying again fails in the same way: a certificate that is not accepted. */
  readonly staysWrong?: true | undefined;
  /** The system's code of a network error: ECONNREFUSED, ENOTFOUND, DEPTH_ZERO_SELF_SIGNED_CERT ... */
  readonly code?: string | undefined;
}

/** A failed request. The message says what happened; it is safe to show and never contains the key. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly details: ApiErrorDetails;

  constructor(kind: ApiErrorKind, message: string, details: ApiErrorDetails = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}

const saidBefore = ' It says: ';

/** What happened, with what the service itself said of it behind. */
export function withSaid(message: string, said: string): string {
  return said === '' ? message : `${message}${saidBefore}${said}`;
}

/** The message of an error without what the service itself said. */
export function messageAlone({ message, details: { said } }: ApiError): string {
  return said !== undefined && message.endsWith(said)
    ? message.slice(0, -said.length - saidBefore.length)
    : message;
}

/** The error for a complete answer that is not of the expected shape. */
export function wrongShape(expected: string): ApiError {
  return new ApiError(
    'shape',
    `The answer is not ${expected}: this may not be the analytics service. Check the address.`,
  );
}
