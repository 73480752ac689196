import type { Website } from '#model/website/website.ts';
import type { State } from '#store/core/state.ts';
import { websiteOf } from '#store/websites/records.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';

/** The domain, or the id of a website that has none. */
export function websiteTitle({ domain, id }: Website): SafeText {
  const title = safeText(domain ?? '');
  return title.trim() === '' ? safeText(`(no domain, id ${id})`) : title;
}

/** The title of a website that is perhaps not read yet. */
export function titleOfWebsite(state: State, id: string): SafeText {
  const website = websiteOf(state, id);
  return website === undefined ? safeText(`Website ${id}`) : websiteTitle(website);
}
