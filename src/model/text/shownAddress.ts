/**
 * An address as it may be shown: a user may have typed a name, a password or a token into it. Works on invalid addresses
 * too, in which URL finds no parts: everything before the last @ and behind ? or # is left out, and what makes a share
 * link open.
 */
export function shownAddress(url: string): string {
  const at = url.lastIndexOf('@');
  const [, scheme = ''] = /^(https?:\/\/)/i.exec(url) ?? [];
  const address = at === -1 ? url : `${scheme}***${url.slice(at)}`;
  return address.replace(/[?#].*$/s, '').replace(/(\/share\/)[^/].*$/is, '$1***');
}
