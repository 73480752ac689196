import * as z from 'zod/mini';
import type { Answer } from '#api/api.ts';
import { isHtml, lenient } from '#api/decode.ts';
import { lazy } from '#text/memo.ts';
import { ApiError, type ApiErrorKind, withServiceMessage } from '#model/failure.ts';
import { rateLimited } from '#api/limiter.ts';
import { parsedJson, safeText } from '#text/safeText.ts';

const wireError = lazy(() =>
  z.object({
    message: lenient(z.string()),
    error: lenient(
      z.union([
        z.string(),
        z.pipe(
          z.object({ message: z.string() }),
          z.transform(({ message }) => message),
        ),
      ]),
    ),
    errors: lenient(z.record(z.string(), z.unknown())),
  }),
);

/** The messages about one field: a text, or a list of texts. */
function lines(value: unknown, clean: (raw: unknown) => string): string[] {
  return [value]
    .flat()
    .slice(0, 50)
    .map(clean)
    .filter(text => text !== '');
}

/** Errors are short; of a longer body nothing is read. */
const maxBodyLength = 100_000;

/** Reads `{message, errors: {field: [line]}}` and similar bodies as far as possible; any other gives an empty message. */
function decodeErrorBody(text: string, clean: (raw: unknown, maxLength?: number) => string) {
  const result = text.length > maxBodyLength ? undefined : wireError().safeParse(parsedJson(text));
  if (result?.success !== true) return { message: '' };
  const { message = '', error = '', errors = {} } = result.data;
  const fields = Object.entries(errors)
    .slice(0, 50)
    .map(([name, value]) => [clean(name, 60), lines(value, raw => clean(raw, 300)).slice(0, 10)] as const)
    .filter(([, messages]) => messages.length > 0);
  const first = fields[0]?.[1][0] ?? '';
  const own = clean(message === '' ? error : message, 300);
  return {
    message: own === '' ? first : own,
    fields: fields.length > 0 ? Object.fromEntries(fields) : undefined,
  };
}

interface FailureContext {
  /** Makes a service's text safe to show, without the key. */
  readonly clean: (raw: unknown, maxLength?: number) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** True where the request names a website: only then is a 404 about that website. */
  readonly ofWebsite: boolean;
  readonly write: boolean;
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
  const body = isHtml(answer) ? { message: '' } : decodeErrorBody(answer.text, clean);
  if (kind === 'validation') {
    const message = body.message === '' ? defaultMessage(status, kind) : body.message;
    return new ApiError(kind, message, { status, fields: body.fields });
  }
  const message = withServiceMessage(defaultMessage(status, kind), body.message);
  // A gateway that timed out does not know whether the request was carried out.
  const maybeSaved = write && (status === 502 || status === 504);
  return new ApiError(kind, message, {
    status,
    retryAfter,
    maybeSaved: maybeSaved || undefined,
    serviceMessage: body.message === '' ? undefined : body.message,
  });
}

/** A request that failed before its answer was complete. */
export interface RequestInfo {
  /** Host and port. */
  readonly host: string;
  readonly write: boolean;
}

/** Added to the message of a write whose answer never came. */
const maybeSavedHint = ' It may have been saved all the same: look before trying again.';

/** Codes of errors that occur before the request is sent. */
const beforeSending = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);

const expired = 'has expired';
const unknownIssuer = 'is signed by nobody this machine trusts: NODE_EXTRA_CA_CERTS can name its issuer';
const certificateFaults = new Map([
  ['CERT_HAS_EXPIRED', expired],
  ['CERT_NOT_YET_VALID', 'is not valid yet: check the clock of this machine'],
  ['CERT_REVOKED', 'was revoked'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another host name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownIssuer],
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownIssuer],
  ['UNABLE_TO_GET_ISSUER_CERT', unknownIssuer],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownIssuer],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownIssuer],
]);

/** Whether the code is an error of TLS: a retry would fail the same way. */
function isTlsCode(code: string | undefined): boolean {
  return code !== undefined && (certificateFaults.has(code) || /^ERR_(?:TLS|SSL)_|^EPROTO$/.test(code));
}

function line(code: string | undefined, host: string): string {
  const certificate = certificateFaults.get(code ?? '');
  if (certificate !== undefined) return `The certificate of ${host} ${certificate}.`;
  if (isTlsCode(code)) return `No encrypted connection to ${host}: does it speak https?`;
  switch (code) {
    case 'ENOTFOUND':
      return `There is no host named ${host}: check the address, or the network.`;
    case 'EAI_AGAIN':
      return `The name ${host} could not be looked up: check the network.`;
    case 'ECONNREFUSED':
      return `${host} refuses the connection: is the service running there?`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `There is no way to ${host}: check the network.`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return `${host} cut the connection.`;
    default:
      return `The connection to ${host} failed${code === undefined ? '' : ` (${code})`}.`;
  }
}

/** Errors have causes, and attempts at several addresses make an AggregateError. */
function* wrapped(fault: unknown, depth = 0): Generator<object> {
  if (typeof fault !== 'object' || fault === null || depth > 5) return;
  yield fault;
  if ('cause' in fault) yield* wrapped(fault.cause, depth + 1);
  if (fault instanceof AggregateError) for (const one of fault.errors) yield* wrapped(one, depth + 1);
}

function textField(faults: readonly object[], name: 'code' | 'syscall'): string | undefined {
  for (const fault of faults) {
    const value = name in fault ? Object.getOwnPropertyDescriptor(fault, name)?.value : undefined;
    if (typeof value === 'string' && /^[A-Z_a-z\d]{1,60}$/.test(value)) return value;
  }
  return undefined;
}

/** The ApiError for any error of fetch. Only the system's code is taken: errors of fetch hold the headers, and so the key. */
export function networkFault(fault: unknown, { host, write }: RequestInfo): ApiError {
  const faults = [...wrapped(fault)];
  // Our fetch through a proxy throws more exact errors itself.
  const apiError = faults.find(one => one instanceof ApiError);
  if (apiError !== undefined) return apiError;
  const code = textField(faults, 'code');
  const shownHost = safeText(host, 100);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new ApiError('timeout', `${shownHost} does not answer: check the address, or the network.`, {
      code,
    });
  }
  const unsent =
    beforeSending.has(code ?? '') || isTlsCode(code) || textField(faults, 'syscall') === 'connect';
  const maybeSaved = write && !unsent;
  const message = line(code, shownHost) + (maybeSaved ? maybeSavedHint : '');
  return new ApiError('network', message, {
    code,
    maybeSaved: maybeSaved || undefined,
    staysWrong: isTlsCode(code) || undefined,
  });
}

/** The ApiError for an answer that was not complete within the timeout. */
export function timedOut(timeoutMs: number, { host, write }: RequestInfo): ApiError {
  const message = `No answer from ${safeText(host, 100)} within ${Math.ceil(timeoutMs / 1000)} s.`;
  return new ApiError('timeout', message + (write ? maybeSavedHint : ''), { maybeSaved: write || undefined });
}

const day = 24 * 60 * 60;

/**
 * Seconds to wait by an answer's Retry-After, rounded up, at most a day: a number, or an HTTP date, compared with the
 * answer's Date header where it has one. Undefined where it is missing or cannot be read. `now` in milliseconds.
 */
export function retryAfterSeconds(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text)), day);
  const until = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const sent = Date.parse(headers.get('date') ?? '');
  const seconds = Math.ceil((until - (Number.isNaN(sent) ? now : sent)) / 1000);
  return Math.min(Math.max(seconds, 0), day);
}
