import { distinctName, type Website } from '#model/website/website.ts';
import type { State } from '#store/core/state.ts';
import { sharedIn, websiteOf } from '#store/websites/records.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';

/**
 * The domain, else what the website is called, else its id.
 * @param shared the domains that several websites have: then the name stands behind it; by default wherever it says more
 */
export function websiteTitle(website: Website, shared?: ReadonlySet<string>): SafeText {
  const { id, domain = '', name = '' } = website;
  const isUnnamed = safeText(domain).trim() === '' && safeText(name).trim() === '';
  return safeText(isUnnamed ? `(no domain, id ${id})` : distinctName(website, shared));
}

/** The title of a website that is perhaps not read yet. */
export function titleOfWebsite(state: State, id: string): SafeText {
  const website = websiteOf(state, id);
  return website === undefined ? safeText(`Website ${id}`) : websiteTitle(website, sharedIn(state));
}
