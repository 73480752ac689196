import type { ClientRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type RequestHead, httpFetch } from '#api/httpFetch.ts';
import type { Proxies } from './proxies.ts';
import { proxyFault, refusedByProxy, requestToProxy } from './proxyAddress.ts';
import { proxyFor } from './proxyChoice.ts';
import { tunnelAgent } from './tunnel.ts';

/**
 * httpFetch, through a proxy where `proxies` has one for the URL. Rejects as httpFetch does, or with an ApiError about
 * the proxy.
 */
export async function proxyFetch(request: Request, proxies: Proxies): Promise<Response> {
  const target = new URL(request.url);
  const proxy = proxyFor(target, proxies);
  if (proxy === undefined) return await httpFetch(request);
  if (target.protocol === 'https:')
    return await httpFetch(request, asked => httpsRequest(target, { ...asked, agent: tunnelAgent(proxy) }));
  return await askedOf(proxy, target, request);
}

/** Plain http needs no tunnel: the request to the proxy has the whole URL. */
async function askedOf(proxy: URL, target: URL, request: Request): Promise<Response> {
  let isConnected = false;
  const open = ({ method, headers }: RequestHead): ClientRequest => {
    const own = { ...headers, host: target.host };
    const outgoing = requestToProxy(proxy, { method, path: target.href, headers: own });
    return outgoing.once('socket', socket => {
      if (!socket.connecting) isConnected = true;
      socket.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true));
    });
  };
  const response = await httpFetch(request, open).catch((fault: unknown) => {
    throw isConnected || request.signal.aborted ? fault : proxyFault(proxy, fault);
  });
  if (response.status === 407) throw refusedByProxy(proxy, 407);
  return response;
}
