import { BlockList, isIP } from 'node:net';
import type { Proxies } from './proxies.ts';

/** The proxy for a URL; undefined for a direct connection. */
export function proxyFor(target: URL, { https, http, exceptions }: Proxies): URL | undefined {
  const proxy = target.protocol === 'https:' ? https : http;
  return proxy === undefined || isException(target, exceptions) ? undefined : proxy;
}

/**
 * Whether NO_PROXY has the host of a URL: names (with their subdomains, with or without a leading dot or "*."), addresses,
 * ranges ("10.0.0.0/8"), each with or without a port; "*" is every host.
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
