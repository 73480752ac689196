import { unescapeField } from '#server/import/log/quoted.ts';
import { isAsset } from './assets.ts';

/** A GET of the website; what is no page view is named as the summary names it. */
export type PageRequest =
  | { readonly kind: 'page'; readonly page: string; readonly campaign: string }
  | { readonly kind: 'assets' }
  /** An absolute address (a proxy's request) of another host. */
  | { readonly kind: 'otherHosts' }
  | { readonly kind: 'malformed' };

/** Whether a status is that of a page that was shown. */
export function isAnswered(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

/** As long as values of this service are elsewhere. */
const longestValue = 255;

/**
 * Reads a request that begins with "GET ". The page is the path with the query parameters the website does not exclude,
 * in their order, as they are encoded; those of a campaign (utm_...) never belong to it.
 */
export function readPageRequest(
  request: string,
  rules: { isOwnHost: (host: string) => boolean; isExcludedParameter: (name: string) => boolean },
): PageRequest {
  const target = unescapeField(targetOf(request));
  const [, scheme, host = '', rest = ''] = /^(https?:\/\/([^/?#]*))?([^#]*)/is.exec(target) ?? [];
  if (scheme !== undefined && !rules.isOwnHost(host.replace(/\.?(?::\d*)?$/, '')))
    return { kind: 'otherHosts' };
  const local = scheme !== undefined && !rest.startsWith('/') ? `/${rest}` : rest;
  if (!local.startsWith('/')) return { kind: 'malformed' };
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  if (isAsset(path)) return { kind: 'assets' };
  const parameters = mark < 0 ? [] : local.slice(mark + 1).split('&');
  const kept = parameters.filter(parameter => {
    const name = parameterName(parameter);
    return name !== '' && !name.toLowerCase().startsWith('utm_') && !rules.isExcludedParameter(name);
  });
  const page = encodeBytes(kept.length > 0 ? `${path}?${kept.join('&')}` : path);
  return { kind: 'page', page: page.slice(0, longestValue), campaign: campaignOf(parameters) };
}

/** Between the method and the protocol, which very old requests leave out. A path with raw spaces stays whole. */
function targetOf(request: string): string {
  const end = request.lastIndexOf(' HTTP/');
  return end < 4 ? request.slice(4) : request.slice(4, end);
}

function parameterName(parameter: string): string {
  const end = parameter.indexOf('=');
  return decode(end < 0 ? parameter : parameter.slice(0, end));
}

function campaignOf(parameters: readonly string[]): string {
  const found = parameters.find(parameter => parameterName(parameter).toLowerCase() === 'utm_campaign');
  if (found === undefined || !found.includes('=')) return '';
  const text = decode(found.slice(found.indexOf('=') + 1)).replaceAll(/\p{Cc}+/gu, ' ');
  return text.trim().slice(0, longestValue).toWellFormed();
}

/** As URLSearchParams reads it: "+" is a space, wrong escapes stay, wrong UTF-8 becomes U+FFFD. */
function decode(text: string): string {
  const utf8 = Buffer.from(text, 'latin1').toString('utf8');
  if (!/[%+]/.test(utf8)) return utf8;
  return new URLSearchParams(`v=${utf8}`).get('v') ?? '';
}

/** Raw bytes beyond printable ASCII are written as browsers send them, so that a page has one spelling. */
function encodeBytes(text: string): string {
  return text.replaceAll(
    /[^!-~]/g,
    byte => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
