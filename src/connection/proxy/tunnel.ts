import { Agent, type RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { proxyFault, refusedByProxy, requestToProxy } from './proxyAddress.ts';

const connectMilliseconds = 15_000;
const agents = new Map<string, TunnelAgent>();

/** The agent for connections through a proxy, kept so that requests share connections. */
export function tunnelAgent(proxy: URL): Agent {
  const known = agents.get(proxy.href) ?? new TunnelAgent(proxy);
  agents.set(proxy.href, known);
  return known;
}

type Connected = (error: Error | null, stream: Duplex) => void;

/** Connects through the proxy (CONNECT) and starts TLS with the service: the proxy sees only the service's name. */
class TunnelAgent extends Agent {
  readonly #proxy: URL;

  constructor(proxy: URL) {
    super({ keepAlive: true });
    this.#proxy = proxy;
  }

  override createConnection(options: RequestOptions, connected?: Connected): null {
    const proxy = this.#proxy;
    const place = `${bracketed(options.host ?? '')}:${options.port ?? 443}`;
    const tunnel = requestToProxy(proxy, {
      method: 'CONNECT',
      path: place,
      headers: { host: place },
      agent: false,
      timeout: connectMilliseconds,
    });
    const fail = (error: Error) => Reflect.apply(connected ?? (() => undefined), undefined, [error]);
    tunnel.once('timeout', () => tunnel.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    tunnel.on('error', fault => fail(proxyFault(proxy, fault)));
    tunnel.once('connect', (answer, socket) => {
      socket.setTimeout(0);
      // The TLS connection on top reports the errors of this one.
      socket.on('error', () => undefined);
      if (answer.statusCode === 200) {
        // The certificate is checked for `host`: without it, for the host of the socket, which is the proxy.
        const { servername = '' } = options;
        const host = options.host ?? '';
        connected?.(null, connectTls({ socket, host, servername, ALPNProtocols: ['http/1.1'] }));
        return;
      }
      socket.destroy();
      fail(refusedByProxy(proxy, answer.statusCode ?? 0));
    });
    tunnel.end();
    return null;
  }
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
