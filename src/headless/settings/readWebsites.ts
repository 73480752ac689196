import type { Api } from '#api/api.ts';
import { allWebsites } from '#headless/allPages.ts';
import { RefusedError } from '#connection/errors.ts';
import type { ChooseTagged } from '#headless/options/tagOption.ts';
import { canWrite } from '#model/service/capabilities.ts';
import { settingNames, type Website } from '#model/website/website.ts';
import type { Step } from './planSteps.ts';

/**
 * All websites, or those that are chosen, with their settings, oldest first. Reads a website on its own where the list leaves settings out. Throws
 * a RefusedError where not all can be read.
 */
export async function readWebsites(
  api: Api,
  choose: ChooseTagged = websites => websites,
): Promise<Website[]> {
  const { orders } = api.capabilities.websites;
  const order = orders.includes('id') ? 'id' : orders[0];
  const { rows, readToEnd } = await allWebsites(page =>
    api.listWebsites({ sortBy: order, sort: 'asc', perPage: 100, page }),
  );
  if (!readToEnd)
    throw new RefusedError(
      'Not all websites of this service can be read, so its settings cannot be compared.',
    );
  return await Promise.all(
    choose(rows).map(async website => (isWhole(website, api) ? website : await api.showWebsite(website.id))),
  );
}

function isWhole(website: Website, { capabilities }: Api): boolean {
  return settingNames.every(name => website[name] !== undefined || !canWrite(capabilities, name));
}

/** The same steps, those that make a website private with the share links that it has: a list does not say them. */
export async function withShareLinks(api: Api, steps: readonly Step[]): Promise<Step[]> {
  if (api.capabilities.hasShareLinks !== true) return [...steps];
  return await Promise.all(
    steps.map(async step => {
      const endsLinks =
        step.action === 'update' && step.changes.privacy === 'private' && step.website.privacy === 'public';
      return endsLinks ? { ...step, website: await api.showWebsite(step.website.id) } : step;
    }),
  );
}
