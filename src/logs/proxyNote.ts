import { isPrivateAddress } from '#logs/fields/addresses.ts';
import { percent } from '#text/words.ts';

/** From whom the page views of some lines are: the address with the most, and how many it has of all. */
export interface TopAddress {
  readonly address: string;
  readonly views: number;
  readonly total: number;
}

/** Fewer page views may be those of one person. */
const enoughViews = 50;

/** A single address with nearly all page views is not a visitor. Undefined where there are too few to tell. */
export function isOneAddress({ views, total }: TopAddress): boolean | undefined {
  return total < enoughViews ? undefined : views * 10 > total * 9;
}

/** What may be kept of it: never the address of a person. */
export function withoutPerson(top: TopAddress): TopAddress {
  return isPrivateAddress(top.address) ? top : { ...top, address: '' };
}

/** What to do about lines that seem to be from a proxy. May quote logged text. */
export function proxyNote(
  { address, views, total }: TopAddress,
  { hasClient, isFollowed }: { readonly hasClient: boolean; readonly isFollowed: boolean },
): string {
  const from = address === '' ? 'one address' : address.slice(0, 60);
  const seen = `${percent(views, total)} of the page views are from ${from}: the log seems to stand behind a proxy`;
  const again = (option: string): string =>
    isFollowed
      ? `add it again with logs add ${option}, and count it again with logs recount`
      : `count it again with import --recount ${option}`;
  if (hasClient)
    return `${seen} of its own address: name it with --trusted-proxy, ${again('--trusted-proxy ADDRESS')}.`;
  return (
    `${seen}. If its lines hold X-Forwarded-For, ${again('--client x-forwarded-for')}; ` +
    'else have the server log the client (nginx: real_ip_header, Apache: mod_remoteip).'
  );
}
