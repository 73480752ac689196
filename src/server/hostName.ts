import { domainToASCII } from 'node:url';

const longestName = 253;
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** The host name as it is stored, in lower case and ASCII (xn--...); undefined when the text is no host name. */
export function hostName(text: string): string | undefined {
  // Only text outside ASCII is converted: the converter also rewrites "127.1" and "ex%61mple.com".
  const isAscii = /^[!-~]+$/.test(text);
  const name = (isAscii ? text : domainToASCII(text)).toLowerCase();
  if (name.length > longestName) return undefined;
  return name.split('.').every(part => label.test(part)) ? name : undefined;
}
