import { ApiError, type ApiErrorKind, withSaid } from './error.ts';
import { decodeErrorBody } from './errorBody.ts';
import { retryAfterSeconds } from './rateLimit.ts';
import type { Answer } from './transport.ts';

/** What the message depends on besides the answer. */
interface FailureContext {
  /** Makes a service's text safe to show, without the key. */
  readonly clean: (raw: unknown, maxLength?: number) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** True where the request names a website: only then is a 404 about that website. */
  readonly ofWebsite: boolean;
  readonly write: boolean;
}

export const notThisService =
  'A web page answers, not the service (or a sign-in in front of it): check the address.';

/** Whether the answer is a web page, by its content type or its text. */
export function isHtml({ headers, text }: Pick<Answer, 'headers' | 'text'>): boolean {
  return (
    /\bx?html\b/i.test(headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html|head|body)\b/i.test(text)
  );
}

/** The error for a service that asks to wait so many seconds. */
export function rateLimited(seconds: number): ApiError {
  const message = `The service has had too many requests and asks to wait ${seconds} s.`;
  return new ApiError('rateLimit', message, { status: 429, retryAfter: seconds });
}

/** The message for a redirect. Redirects are never followed: the key must not go to another host. */
function redirected({ headers, url }: Answer, clean: FailureContext['clean']): string {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  const from = new URL(url);
  if (target?.host === from.host && target.protocol === 'https:' && from.protocol === 'http:') {
    return 'The service wants https: change http:// to https:// in its address.';
  }
  const where = target === undefined ? '' : ` to ${clean(target.origin + target.pathname, 120)}`;
  return `The answer leads elsewhere${where}, perhaps to a sign-in in front of it: check the address.`;
}

function defaultMessage(status: number, kind: ApiErrorKind): string {
  switch (kind) {
    case 'auth':
      return 'The service does not accept the API key.';
    case 'forbidden':
      return 'The service does not allow this with this API key.';
    case 'notFound':
      return 'The service does not know this website: it may have been deleted.';
    case 'shape':
      return `There is no analytics service at this address (${status}): check it.`;
    case 'server':
      return `The service failed (${status}).`;
    case 'network':
    case 'timeout':
    case 'validation':
    case 'rateLimit':
      return `The service refused this (${status}).`;
    default:
      return kind satisfies never;
  }
}

function kindOf(answer: Answer, ofWebsite: boolean): ApiErrorKind {
  const { status } = answer;
  if (status >= 500) return 'server';
  if (status === 401) return 'auth';
  if (status === 402 || status === 403) return 'forbidden';
  if (isHtml(answer)) return 'shape';
  if (status === 404 || status === 410) return ofWebsite ? 'notFound' : 'shape';
  return 'validation';
}

/** The ApiError for an answer other than 2xx. */
export function answerError(answer: Answer, { clean, now, ofWebsite, write }: FailureContext): ApiError {
  const { status, headers } = answer;
  const retryAfter = retryAfterSeconds(headers, now());
  if (status === 429) return rateLimited(retryAfter ?? 5);
  if (status < 400) return new ApiError('shape', redirected(answer, clean), { status });
  const kind = kindOf(answer, ofWebsite);
  const said = isHtml(answer) ? { message: '' } : decodeErrorBody(answer.text, clean);
  if (kind === 'validation') {
    const message = said.message === '' ? defaultMessage(status, kind) : said.message;
    return new ApiError(kind, message, { status, fields: said.fields });
  }
  const message = withSaid(defaultMessage(status, kind), said.message);
  // A gateway that timed out does not know whether the request was carried out.
  const maybeSaved = write && (status === 502 || status === 504);
  return new ApiError(kind, message, {
    status,
    retryAfter,
    maybeSaved: maybeSaved || undefined,
    said: said.message === '' ? undefined : said.message,
  });
}
