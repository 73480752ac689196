import type { FetchHandler } from '#api/transport.ts';
import type { Environment } from '#terminal/terminalCapabilities.ts';
import { proxiesOf } from './proxy/proxies.ts';

/** A fetch through the proxy that the environment names; undefined where it names none. Throws a ConfigError. */
export function fetchThrough(env: Environment): FetchHandler | undefined {
  const proxies = proxiesOf(env);
  if (proxies === undefined) return undefined;
  return async request => {
    const { proxyFetch } = await import('./proxy/proxyFetch.ts');
    return await proxyFetch(request, proxies);
  };
}
