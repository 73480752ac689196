import { failureLine } from '#connection/failure.ts';
import { resolveSite } from '#connection/resolveSite.ts';
import type { OpenedProfile } from './openProfile.ts';

/** Opens a website's statistics at the start; where there is none of that name, the list says so. */
export async function openSite({ store, services }: OpenedProfile, site: string): Promise<void> {
  try {
    const website = await resolveSite(services.api, site);
    const { navigation, records } = store.getState();
    records.put(website);
    // Whoever has pressed a key since has gone elsewhere.
    if (navigation.stack.length === 1) navigation.push({ screen: 'dashboard', websiteId: website.id });
  } catch (error) {
    store.getState().notices.say(failureLine(error), 'bad');
  }
}
