import { BlockList, isIP } from 'node:net';
import { plainAddress } from './address.ts';

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

/** Tells the addresses a website excludes. */
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
