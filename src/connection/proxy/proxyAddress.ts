import { request as httpRequest, type ClientRequest, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { ApiError } from '#api/error.ts';
import { errorCode } from '#system/errorCode.ts';
import { safeText } from '#terminal/safeText.ts';

/** A request to the proxy itself, with the user name and password in the proxy's URL, where it has them. */
export function requestToProxy(
  proxy: URL,
  {
    headers,
    ...options
  }: Omit<RequestOptions, 'headers' | 'host'> & { readonly headers: OutgoingHttpHeaders },
): ClientRequest {
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  return send({
    ...options,
    host,
    // Else Node takes it from the header Host, which names the service. Addresses are checked as the host.
    servername: isIP(host) === 0 ? host : '',
    port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : Number(proxy.port),
    headers: { ...headers, ...authorization(proxy) },
  });
}

/** The proxy's name for messages, without the password. */
function nameOf(proxy: URL): string {
  return safeText(proxy.host, 100);
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return { 'proxy-authorization': `Basic ${pair}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The error for a proxy that answered in place of the service. */
export function refusedByProxy(proxy: URL, status: number): ApiError {
  const message =
    status === 407
      ? `The proxy ${nameOf(proxy)} wants a user name and password: write it as http://user:password@host:port.`
      : `The proxy ${nameOf(proxy)} does not let the connection through (${status}).`;
  return new ApiError('network', message, { status, code: 'PROXY_REFUSED' });
}

/** The error for a proxy that could not be reached. */
export function proxyFault(proxy: URL, fault: unknown): ApiError {
  const code = errorCode(fault);
  const words: Readonly<Record<string, string>> = {
    ENOTFOUND: 'is not known by that name',
    EAI_AGAIN: 'could not be looked up',
    ECONNREFUSED: 'refuses the connection',
  };
  const what = words[code ?? ''] ?? `could not be reached${code === undefined ? '' : ` (${code})`}`;
  return new ApiError('network', `The proxy ${nameOf(proxy)} ${what}: check HTTPS_PROXY and HTTP_PROXY.`, {
    code,
  });
}
