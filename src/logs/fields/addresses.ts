import { BlockList, isIP } from 'node:net';

/** "203.0.113.7" of "::ffff:203.0.113.7", as servers that listen on IPv6 write it; others as they are. */
function plainAddress(text: string): string {
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
 * Each proxy appends the address that connected to it, and what came before may be forged: trusted proxies are skipped
 * from the end, and the first other address is the client. Where all are trusted it is the first of the list.
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

/** Entries stand one a line, or between commas. */
function entriesOf(list: string | null): string[] {
  return (list ?? '')
    .split(/[\r\n,]/)
    .map(entry => entry.trim())
    .filter(entry => entry !== '');
}

/** Tells the query parameters a website excludes, by their exact name. An entry "&" stands for all. */
export function parameterTest(list: string | null): (name: string) => boolean {
  const names = new Set(entriesOf(list));
  return names.has('&') ? () => true : name => names.has(name);
}

export function addressTest(list: string | null): {
  readonly isExcluded: (address: string) => boolean;
  /** Entries that are neither an address nor a range, and exclude nothing. */
  readonly unusable: readonly string[];
} {
  const blocked = new BlockList();
  const unusable = entriesOf(list).filter(entry => !block(blocked, entry));
  const isEmpty = blocked.rules.length === 0;
  const isExcluded = (address: string): boolean => {
    if (isEmpty) return false;
    const version = isIP(address);
    return version !== 0 && blocked.check(address, `ipv${version === 4 ? 4 : 6}`);
  };
  return { isExcluded, unusable };
}

function block(blocked: BlockList, entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const plain = plainAddress(address);
  const version = isIP(plain);
  if (version === 0 || more.length > 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) blocked.addAddress(plain, family);
  else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
    blocked.addSubnet(plain, Number(bits), family);
  else return false;
  return true;
}
