import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { Proxies } from './proxies.ts';
import { proxyFault, refusedByProxy, requestToProxy } from './proxyAddress.ts';
import { proxyFor } from './proxyChoice.ts';
import { tunnelAgent } from './tunnel.ts';

/**
 * A fetch that goes through a proxy where the environment names one for the address, which Node's own does not do by
 * itself. Redirects are answers. Rejects with the signal's reason, an ApiError of the proxy's, or the system's error.
 */
export async function proxyFetch(request: Request, proxies: Proxies): Promise<Response> {
  const target = new URL(request.url);
  const proxy = proxyFor(target, proxies);
  if (proxy === undefined) return await fetch(request);
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
  return await new Promise<Response>((resolve, reject) => {
    const outgoing =
      target.protocol === 'https:' ? throughTunnel(target, proxy, request) : asked(target, proxy, request);
    outgoing.once('response', incoming => {
      if (incoming.statusCode !== 407) return resolve(toResponse(incoming));
      incoming.resume();
      reject(refusedByProxy(proxy, 407));
    });
    outgoing.once('error', fault => {
      const isProxys = target.protocol === 'http:' && outgoing.socket?.readyState !== 'open';
      reject(isProxys && !request.signal.aborted ? proxyFault(proxy, fault) : fault);
    });
    request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true });
    outgoing.end(body);
  });
}

function throughTunnel(target: URL, proxy: URL, request: Request): ClientRequest {
  const headers = Object.fromEntries(request.headers);
  return httpsRequest(target, { method: request.method, headers, agent: tunnelAgent(proxy) });
}

/** Plain http has no tunnel: the proxy is asked for the whole address. */
function asked(target: URL, proxy: URL, request: Request): ClientRequest {
  const headers = { ...Object.fromEntries(request.headers), host: target.host };
  return requestToProxy(proxy, { method: request.method, path: target.href, headers });
}

function toResponse(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  if (status !== 204 && status !== 205 && status !== 304)
    return new Response(Readable.toWeb(incoming), { status, headers });
  incoming.resume();
  return new Response(null, { status, headers });
}
