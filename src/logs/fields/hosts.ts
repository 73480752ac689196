import { isIP } from 'node:net';
import { unescapeField } from '#logs/formats/LogLine.ts';

/** The host a referrer names, in lower case; empty for none, and for what is no web or app address. */
export function referrerHost(field: string): string {
  const text = unescapeField(field);
  if (!/^(?:https?|android-app|ios-app):\/\//i.test(text)) return '';
  const address = URL.parse(Buffer.from(text, 'latin1').toString('utf8'));
  return address?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
}

const longestPath = 200;

/** The path a referrer names, without its query. */
export function referrerPath(field: string): string {
  const address = URL.parse(Buffer.from(unescapeField(field), 'latin1').toString('utf8'));
  return (address?.pathname ?? '').slice(0, longestPath);
}

/** A website with "www." in front is the one without. */
export function bareName(name: string): string {
  return name.replace(/^www\./, '');
}

/** Whether a host is the website itself, with or without "www.". */
export function ownHostTest(domain: string): (host: string) => boolean {
  const bare = bareName(domain);
  const hosts = new Set([bare, `www.${bare}`]);
  return host => hosts.has(host.toLowerCase());
}

/** A name with a dot that ends as domains do; neither a version nor a file of digits. */
const hostName = /^(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{2,59})$/;
const longestName = 253;

/** What a field holds: the name of a host in lower case, without port and last dot; or "address"; undefined for anything else. */
export function hostIn(value: string): { readonly name: string } | 'address' | undefined {
  if (value.length > longestName + 10) return undefined;
  const [, bracketed, plain = ''] = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]+)\.?)(?::\d{1,5})?$/.exec(value) ?? [];
  if (isIP(bracketed ?? plain) > 0 || isIP(value) > 0) return 'address';
  const name = plain.toLowerCase().replace(/\.$/, '');
  return name.length <= longestName && hostName.test(name) ? { name } : undefined;
}

/** Whether only machines of one network know a name: that of a server behind a proxy, and of no website. */
export function isPrivateName(name: string): boolean {
  return /\.(?:internal|local|localdomain|lan|intranet|private|corp|svc|consul|docker|arpa)$/.test(name);
}
