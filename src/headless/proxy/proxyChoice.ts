import { BlockList, isIP } from 'node:net';
import type { Environment } from '#config/paths.ts';
import { ConfigError } from '#config/ConfigError.ts';

/** The proxies the environment names, for addresses of either kind. */
export interface Proxies {
  readonly https: URL | undefined;
  readonly http: URL | undefined;
  /** NO_PROXY, as it was written. */
  readonly exceptions: string;
}

/** Undefined where the environment names no proxy. As in curl, the lower-case name of a variable goes first. */
export function proxiesOf(env: Environment): Proxies | undefined {
  const https = proxyUrl(env, 'HTTPS_PROXY');
  const http = proxyUrl(env, 'HTTP_PROXY');
  if (https === undefined && http === undefined) return undefined;
  return { https, http, exceptions: variable(env, 'NO_PROXY') };
}

/** The proxy for an address; undefined where there is none for it. */
export function proxyFor(target: URL, { https, http, exceptions }: Proxies): URL | undefined {
  const proxy = target.protocol === 'https:' ? https : http;
  return proxy === undefined || isException(target, exceptions) ? undefined : proxy;
}

/**
 * Whether NO_PROXY has the host of an address: names (with all below them, with or without a leading dot or "*."),
 * addresses, ranges ("10.0.0.0/8"), each with a port or without; "*" is every host.
 */
export function isException(target: URL, exceptions: string): boolean {
  const host = bare(target.hostname);
  const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
  return exceptions.split(/[\s,]+/).some(entry => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [name, onlyPort] = splitPort(entry.toLowerCase());
    if (onlyPort !== undefined && onlyPort !== port) return false;
    if (isIP(host) !== 0) return isInRange(host, name);
    const suffix = name.replace(/^\*?\./, '');
    return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
  });
}

function isInRange(host: string, range: string): boolean {
  const [address = '', bits] = bare(range).split('/');
  const family = isIP(address);
  if (family === 0 || family !== isIP(host)) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const length = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits);
  if (!Number.isInteger(length) || length < 0 || length > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, length, kind);
  return list.check(host, kind);
}

function splitPort(entry: string): [string, string | undefined] {
  const [, name = entry, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  return [name, port];
}

function bare(host: string): string {
  return host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

function proxyUrl(env: Environment, name: string): URL | undefined {
  const text = variable(env, name);
  if (text === '') return undefined;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  // Never repeated: it may hold a password.
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
