import { isIP } from 'node:net';
import { unescapeField } from '#logs/formats/LogLine.ts';
import { hostName } from '#model/website/website.ts';

/** The host a referrer names, in lower case; empty for none, and for what is no web or app address. */
export function referrerHost(field: string): string {
  const text = unescapeField(field);
  if (!/^(?:https?|android-app|ios-app):\/\//i.test(text)) return '';
  const address = URL.parse(Buffer.from(text, 'latin1').toString('utf8'));
  return address?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
}

const maxPathLength = 200;

/** The path a referrer names, without its query. */
export function referrerPath(field: string): string {
  const address = URL.parse(Buffer.from(unescapeField(field), 'latin1').toString('utf8'));
  return (address?.pathname ?? '').slice(0, maxPathLength);
}

/** A website with "www." in front is the one without; "www.com" is one of its own. */
export function bareHost(host: string): string {
  return host.startsWith('www.') && host.includes('.', 4) ? host.slice(4) : host;
}

/** The hosts of a website, with and without "www.", in lower case. */
export function ownHosts(domain: string): ReadonlySet<string> {
  const bare = bareHost(domain);
  return new Set([bare, `www.${bare}`]);
}

/** The website that a host becomes, without "www."; undefined for an address, and for a name that only this machine knows. */
export function websiteOfHost(host: string): string | undefined {
  const domain = bareHost(host);
  const isAddress = isIP(domain) > 0 || /(?:^|\.)\d+$/.test(domain);
  return domain.includes('.') && !isAddress && hostName(domain) === domain ? domain : undefined;
}

/** Which hosts become websites. A Host header is chosen by whoever sends it. */
export interface HostRules {
  /** A host with fewer page views waits. */
  readonly fewestViews: number;
  readonly mostWebsites: number;
  /** "example.com" or "*.example.com"; empty: all. */
  readonly patterns: readonly string[];
}

/** Tells hosts without "www." by patterns, in which "*" stands for any letters. */
export function hostTest(patterns: readonly string[]): (host: string) => boolean {
  if (patterns.length === 0) return () => true;
  const all = patterns.map(pattern => bareHost(pattern.trim().toLowerCase()).split('*'));
  return host => all.some(pieces => fits(host, pieces));
}

/** The pieces in their order, the first at the start and the last at the end. */
function fits(host: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return host === first;
  if (!host.startsWith(first) || !host.endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = host.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= host.length - last.length;
}

/** A name with a dot that ends as domains do; neither a version nor a file of digits. */
const namePattern = /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/;
const maxHostLength = 253;

/** What a field holds: the name of a host in lower case, without port and last dot; or "address"; undefined for anything else. */
export function hostIn(value: string): { readonly name: string } | 'address' | undefined {
  if (value.length > maxHostLength + 10) return undefined;
  const [, bracketed, plain = ''] = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]+)\.?)(?::\d{1,5})?$/.exec(value) ?? [];
  if (isIP(bracketed ?? plain) > 0 || isIP(value) > 0) return 'address';
  const name = plain.toLowerCase().replace(/\.$/, '');
  return name.length <= maxHostLength && namePattern.test(name) ? { name } : undefined;
}

/** Whether only machines of one network know a name: that of a server behind a proxy, and of no website. */
export function isPrivateName(name: string): boolean {
  return /\.(?:internal|local|localdomain|lan|intranet|private|corp|svc|consul|docker|arpa)$/.test(name);
}
