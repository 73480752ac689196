import { domainToASCII } from 'node:url';
import type { StatisticName } from '#model/statistics/statistics.ts';

/** The domain to send for what was typed: trimmed, in lower case. */
export function normaliseDomain(text: string): string {
  return text.trim().toLowerCase();
}

/** One line that says what to type; undefined for a host name. Names may be in Unicode or punycode. May quote the text. */
export function checkDomain(text: string): string | undefined {
  const domain = normaliseDomain(text);
  if (domain === '') return 'Type the domain of the website, such as shop.example.com.';
  if (isHostName(domain)) return undefined;
  if (/\s/.test(domain)) return 'A host name has no spaces: type it as shop.example.com.';
  const host = hostOf(domain);
  if (host !== domain && isHostName(host)) return `Type only the host name: ${host}`;
  if (domain.length > maxLength) return `A host name has at most ${maxLength} characters.`;
  return 'This is not a host name: type letters, digits, hyphens and dots, as in shop.example.com.';
}

/** The same while it is typed: nothing where it is empty, or one more letter would make it right. */
export function checkTypedDomain(text: string): string | undefined {
  const domain = normaliseDomain(text);
  return domain === '' || isHostName(`${domain}a`) ? undefined : checkDomain(text);
}

const maxLength = 253;
// The standard has no underscores, but some sites do. Letters of every script; no invisible characters.
// The usual case: compiling the expression for letters of every script takes V8 milliseconds.
const plainLabel = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;
const label = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?$/u;

export function isHostName(text: string): boolean {
  if (!text.split('.').every(part => plainLabel.test(part) || label.test(part))) return false;
  const encoded = encode(text);
  return (
    encoded !== undefined &&
    encoded.length <= maxLength &&
    encoded.split('.').every(part => part.length <= 63)
  );
}

/** The name in punycode; undefined where it cannot be a host name. */
function encode(text: string): string | undefined {
  return URL.parse(`http://${text}/`)?.hostname;
}

/** The host of a pasted URL: without scheme, user, port, path and trailing dot. */
function hostOf(text: string): string {
  return text
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '');
}

/** Statistics whose values are paths of the website. */
const places: readonly StatisticName[] = ['page', 'landing_page', 'exit_page'];
const longest = 2000;

/** The website's address; undefined where its domain is not a host name. */
export function websiteUrl(domain: string): string | undefined {
  return ownUrl(domain, '/');
}

/** The address of a row of a statistic on the website; undefined where it has none. */
export function rowUrl(domain: string, name: StatisticName, value: string): string | undefined {
  return places.includes(name) ? ownUrl(domain, value) : undefined;
}

/** On the website's own host alone: visitors choose paths, so "//elsewhere", "javascript:" and other ports are refused. */
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

const longestName = 253;
const asciiLabel = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** The host name as it is stored, in lower case and ASCII (xn--...); undefined when the text is no host name. */
export function hostName(text: string): string | undefined {
  // Only text outside ASCII is converted: the converter also rewrites "127.1" and "ex%61mple.com".
  const isAscii = /^[!-~]+$/.test(text);
  const name = (isAscii ? text : domainToASCII(text)).toLowerCase();
  if (name.length > longestName) return undefined;
  return name.split('.').every(part => asciiLabel.test(part)) ? name : undefined;
}
