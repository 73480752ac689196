import { isIP } from 'node:net';

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
