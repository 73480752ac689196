import { Agent, type RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { proxyFault, refusedByProxy, requestToProxy } from './proxyAddress.ts';

const connectMilliseconds = 15_000;
const agents = new Map<string, TunnelAgent>();

/** The agent whose connections lead through a proxy, kept so that requests share them. */
export function tunnelAgent(proxy: URL): Agent {
  const known = agents.get(proxy.href) ?? new TunnelAgent(proxy);
  agents.set(proxy.href, known);
  return known;
}

type Connected = (error: Error | null, stream: Duplex) => void;

/** Has the proxy make a connection (CONNECT) and speaks TLS with the service through it: the proxy sees only its name. */
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
      // What befalls it is told by the connection through it.
      socket.on('error', () => undefined);
      if (answer.statusCode === 200) {
        // The certificate of an address is checked for the host: left out, for that of the socket, which is the proxy.
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
