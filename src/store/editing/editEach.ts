import { changesFor, draftOf, endedLinks, type WebsiteChanges } from '#model/website/draft.ts';
import { settingNames, type Website } from '#model/website/website.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { Outcome } from './runEach.ts';
import { formerValues, type EditedWebsite } from './undo.ts';

/** What is changed of a website, and why that cannot be done, by what the website has. */
interface Edit {
  touched(website: Website): WebsiteChanges;
  whyNot(website: Website): string | undefined;
}

/** The edit of each website, and the websites it has changed so far. */
export function createEdit({ get, services }: StoreContext, edit: Edit) {
  const edited: EditedWebsite[] = [];
  const work = async (reviewed: Website): Promise<Outcome> => {
    const now = await services.api.showWebsite(reviewed.id);
    const touched = edit.touched(reviewed);
    const theirs = [...changedSince(reviewed, now, touched), ...newLinks(reviewed, now, touched)];
    get().websites.replaceWebsite(now);
    if (theirs.length > 0) {
      const message = `Someone else changed its ${theirs.join(' and ')}: look at it and try again.`;
      return { kind: 'failed', message };
    }
    const why = edit.whyNot(now);
    if (why !== undefined) return { kind: 'failed', message: why };
    const changes = changesFor(now, edit.touched(now));
    if (Object.keys(changes).length === 0) return { kind: 'unchanged' };
    const saved = await services.api.updateWebsite(now.id, changes);
    edited.push({ website: now, former: formerValues(now, changes), set: changes });
    get().records.saved(now.id, saved);
    return { kind: 'done' };
  };
  return { edited, work };
}

const fieldWords: Readonly<Record<keyof WebsiteChanges, string>> = {
  name: 'name',
  privacy: 'privacy',
  password: 'password',
  email: 'email reports',
  excludeBots: 'bots',
  excludeParams: 'parameters',
  excludeIps: 'addresses',
};

/** Share links that would end, and that the review did not show. */
function newLinks(reviewed: Website, now: Website, touched: WebsiteChanges): string[] {
  const shown = new Set(endedLinks(reviewed, touched).map(({ slug }) => slug));
  return endedLinks(now, touched).some(({ slug }) => !shown.has(slug)) ? ['share links'] : [];
}

/** The fields to be set whose value is no longer the one the review showed. */
function changedSince(reviewed: Website, now: Website, touched: WebsiteChanges): string[] {
  const [before, after] = [draftOf(reviewed), draftOf(now)];
  return settingNames
    .filter(
      name => touched[name] !== undefined && reviewed[name] !== undefined && before[name] !== after[name],
    )
    .map(name => fieldWords[name]);
}
