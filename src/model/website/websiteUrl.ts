import { isHostName } from './domain.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';

/** Statistics whose values are paths of the website. */
const places: readonly StatisticName[] = ['page', 'landing_page'];
const longest = 2000;

/** The website's address; undefined where its domain is not a host name. */
export function websiteUrl(domain: string): string | undefined {
  return ownUrl(domain, '/');
}

/** The address of a row of a statistic on the website; undefined where it has none. */
export function rowUrl(domain: string, name: StatisticName, value: string): string | undefined {
  return places.includes(name) ? ownUrl(domain, value) : undefined;
}

/**
 * A URL on the website's own host (or its www. host). Visitors choose paths, so "//elsewhere", "javascript:", user names
 * and other ports are refused. ASCII only, as the URL standard serializes it.
 */
function ownUrl(domain: string, path: string): string | undefined {
  const host = domain.trim().toLowerCase();
  if (!isHostName(host) || path === '' || path.length > longest) return undefined;
  const base = URL.parse(`https://${host}/`);
  const url = URL.parse(withScheme(path, host), `https://${host}/`);
  if (base === null || url === null || url.href.length > longest) return undefined;
  const own = url.host === base.host || url.host === `www.${base.host}`;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return own && isWeb && url.username === '' && url.password === '' ? url.href : undefined;
}

/** Some services return "shop.example.com/pricing" for a page. */
function withScheme(path: string, host: string): string {
  const lower = path.toLowerCase();
  return lower === host || lower.startsWith(`${host}/`) ? `https://${path}` : path;
}
