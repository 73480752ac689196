import { safeText } from '#terminal/safeText.ts';
import type { Environment } from './paths.ts';

/** Which service to use. */
export type Connection =
  | { readonly kind: 'demo' }
  /** The address as it was given; the key goes to its host and no other. */
  | { readonly kind: 'service'; readonly url: string; readonly apiKey: string };

/** Reads SITEDECK_URL and SITEDECK_API_KEY; without both, the demo. The error is one line that says what to do. */
export function readConnection(env: Environment): { connection: Connection } | { error: string } {
  const url = env['SITEDECK_URL']?.trim() ?? '';
  const apiKey = env['SITEDECK_API_KEY']?.trim() ?? '';
  if (url === '' && apiKey === '') return { connection: { kind: 'demo' } };
  if (url === '')
    return { error: 'SITEDECK_API_KEY is set, SITEDECK_URL is not: set it to the address of the service.' };
  if (apiKey === '')
    return { error: `SITEDECK_URL is ${safeText(url)}: set SITEDECK_API_KEY to your API key for it.` };
  // A header cannot hold it, and the error of a request must not show it.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    return { error: 'SITEDECK_API_KEY has characters that no API key has: copy it again, without spaces.' };
  return { connection: { kind: 'service', url, apiKey } };
}
