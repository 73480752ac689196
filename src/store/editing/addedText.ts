import { shownAddress } from '#model/text/shownAddress.ts';
import type { ProfileInfo } from '#store/core/services.ts';

/** That a website was added, and what has to be done before it has numbers. */
export function addedText(domain: string, { kind, url }: Pick<ProfileInfo, 'kind' | 'url'>): string {
  const added = `Added ${domain}.`;
  if (kind === 'logs') return `${added} Next, in the shell: sitedeck logs add ${domain} FILE...`;
  if (kind === 'demo') return `${added} In the demo it stays without visitors.`;
  const place = url === undefined ? 'the service' : shownAddress(url);
  return `${added} Next: put the tracking code on its pages, as ${place} shows it.`;
}
