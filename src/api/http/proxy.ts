import { ConfigError } from '#model/failure.ts';
import type { Environment } from '#terminal/capabilities.ts';
import type { FetchHandler } from './send.ts';

/** The proxies in the environment, for https and http URLs. */
export interface Proxies {
  readonly https: URL | undefined;
  readonly http: URL | undefined;
  /** NO_PROXY, as written. */
  readonly exceptions: string;
}

/** Undefined where the environment has no proxy. Lower-case names come first, as in curl. Throws a ConfigError. */
export function proxiesOf(env: Environment): Proxies | undefined {
  const https = proxyUrl(env, 'HTTPS_PROXY');
  const http = proxyUrl(env, 'HTTP_PROXY');
  if (https === undefined && http === undefined) return undefined;
  return { https, http, exceptions: variable(env, 'NO_PROXY') };
}

function proxyUrl(env: Environment, name: string): URL | undefined {
  const text = variable(env, name);
  if (text === '') return undefined;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  // Never in a message: it may have a password in it.
  if (url === null || url.hostname === '')
    throw new ConfigError(`${name} is no address: write it as http://proxy.example.com:3128`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ConfigError(
      `${name} must start with http:// or https://: other kinds of proxy are not supported.`,
    );
  return url;
}

function variable(env: Environment, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim();
}

/** A fetch through the proxy that the environment names; undefined where it names none. Throws a ConfigError. */
export function fetchThrough(env: Environment): FetchHandler | undefined {
  const proxies = proxiesOf(env);
  if (proxies === undefined) return undefined;
  return async request => {
    const { proxyFetch } = await import('./proxyFetch.ts');
    return await proxyFetch(request, proxies);
  };
}
