/**
 * An address as it may be shown: a person may have written a user name, a password or a token into it. Also where it is no
 * address, in which a URL would find none: everything before the last @ may be one, and everything behind ? or #.
 */
export function shownAddress(url: string): string {
  const at = url.lastIndexOf('@');
  const [, scheme = ''] = /^(https?:\/\/)/i.exec(url) ?? [];
  const address = at === -1 ? url : `${scheme}***${url.slice(at)}`;
  return address.replace(/[?#].*$/s, '');
}
