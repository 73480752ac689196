import { unescapeField } from '#server/import/log/quoted.ts';

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
