import { BlockList, isIP } from 'node:net';

/** "203.0.113.7" of "::ffff:203.0.113.7", as servers that listen on IPv6 write it; others as they are. */
export function plainAddress(text: string): string {
  const address = text.toLowerCase();
  if (!address.startsWith('::ffff:')) return address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

/** An address without its port, "192.0.2.1:4711" or "[2001:db8::1]:4711"; undefined for any other text. */
export function addressOf(text: string): string | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  const plain = plainAddress(bracketed ?? withPort ?? text);
  return isIP(plain) === 0 ? undefined : plain;
}

const privateRanges = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv6');

/** Whether an address is of a private network or of this machine: never that of a visitor over the internet. */
export function isPrivateAddress(address: string): boolean {
  return privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The client of a list as proxies write it, "CLIENT, PROXY, PROXY". Each proxy appends the address that connected to
 * it, and whatever came before may be forged: so addresses of trusted proxies are skipped from the end, and the first other
 * one is the client. Where all are trusted it is the first of the list. What is no address ends the search.
 */
export function forwardedClient(
  list: string,
  isTrusted: (address: string) => boolean = isPrivateAddress,
): string | undefined {
  let client: string | undefined;
  for (const entry of list.split(',').toReversed()) {
    const address = addressOf(entry.trim());
    if (address === undefined) return client;
    client = address;
    if (!isTrusted(address)) return client;
  }
  return client;
}
