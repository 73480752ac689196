import { safeText } from '#terminal/safeText.ts';
import { ApiError } from './error.ts';

/** A request that failed before its answer was complete. */
export interface RequestInfo {
  /** Host and port. */
  readonly host: string;
  /** True for a write. */
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
  if (isTlsCode(code)) return `No encrypted connection to ${host}: is it https that it speaks?`;
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

/**
 * The ApiError for any error of fetch. Only the system's code is taken from that error: errors of the fetch library contain
 * the headers, and so the key.
 */
export function networkFault(fault: unknown, { host, write }: RequestInfo): ApiError {
  const faults = [...wrapped(fault)];
  // Our fetch through a proxy throws more exact errors itself.
  const told = faults.find(one => one instanceof ApiError);
  if (told !== undefined) return told;
  const code = textField(faults, 'code');
  const place = safeText(host, 100);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new ApiError('timeout', `${place} does not answer: check the address, or the network.`, { code });
  }
  const unsent =
    beforeSending.has(code ?? '') || isTlsCode(code) || textField(faults, 'syscall') === 'connect';
  const maybeSaved = write && !unsent;
  const message = line(code, place) + (maybeSaved ? maybeSavedHint : '');
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
