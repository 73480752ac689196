import { isHostName } from './domain.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';

/** The values of these are places on the website itself. */
const places: readonly StatisticName[] = ['page', 'landing_page'];
const longest = 2000;

/** The website's own address; undefined where its domain is no host name. */
export function websiteUrl(domain: string): string | undefined {
  return ownUrl(domain, '/');
}

/** Where on the website the row of a statistic is; undefined where it is no place there. */
export function rowUrl(domain: string, name: StatisticName, value: string): string | undefined {
  return places.includes(name) ? ownUrl(domain, value) : undefined;
}

/**
 * A web address on the website's own host (or that with www.): a visitor may have chosen the path, so "//elsewhere",
 * "javascript:", a user name and another port are refused. Plain ASCII, as the URL standard writes it.
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

/** Some services keep "shop.example.com/pricing" for a page. */
function withScheme(path: string, host: string): string {
  const lower = path.toLowerCase();
  return lower === host || lower.startsWith(`${host}/`) ? `https://${path}` : path;
}
