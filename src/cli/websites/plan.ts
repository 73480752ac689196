import type { Api } from '#api/api.ts';
import { RefusedError, UsageError } from '#model/failure.ts';
import { domainKey } from '#api/resolveSite.ts';
import type { ChooseTagged } from '#cli/options/websites.ts';
import { refuseAll } from '#cli/output/streams.ts';
import { allWebsites } from '#cli/readPages.ts';
import {
  canWrite,
  type Capabilities,
  whyNoDeletion,
  whyNoField,
  whyNoPrivacy,
} from '#model/service/capabilities.ts';
import { fewAtOnce } from '#model/service/fewAtOnce.ts';
import {
  changesFor,
  checkDraft,
  type DraftErrors,
  draftOf,
  type SettingLimits,
  type WebsiteChanges,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import { givenSettings, settingNames, type Website, websiteDefaults } from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import type { StatedWebsite } from './settingsFile.ts';

interface Create {
  readonly action: 'create';
  readonly domain: string;
  readonly fields: WebsiteDraft;
  readonly passwordEnv?: string | undefined;
}

interface Update {
  readonly action: 'update';
  readonly website: Website;
  readonly changes: WebsiteChanges;
  readonly passwordEnv?: string | undefined;
}

interface Leave {
  readonly action: 'leave';
  readonly website: Website;
}

export type Step = Create | Update | Leave | { readonly action: 'delete'; readonly website: Website };

/** Creations and changes in the file's order, deletions (with `prune`) last. Throws a UsageError before any step is done. */
export function planSteps(
  settings: readonly StatedWebsite[],
  websites: readonly Website[],
  prune: boolean,
  limits?: SettingLimits,
): Step[] {
  const known = Map.groupBy(websites, keyOf);
  const errors: string[] = [];
  const steps = settings.map((setting): Step => {
    const [website, another] = known.get(domainKey(setting.domain)) ?? [];
    const step = stepFor(setting, website);
    const wrong =
      another === undefined
        ? wrongIn(step, limits)
        : ['several websites have this domain, change them by their ids.'];
    errors.push(...wrong.map(line => `${safeText(setting.domain, 100)}: ${safeText(line, 300)}`));
    return step;
  });
  refuseAll(errors);
  const wanted = new Set(settings.map(({ domain }) => domainKey(domain)));
  const others = websites.filter(website => !wanted.has(keyOf(website)));
  return [
    ...steps,
    ...others.map(
      website => ({ action: prune && isNameable(website) ? 'delete' : 'leave', website }) as const,
    ),
  ];
}

/** A name is no domain: nothing in a file can mean it. */
function keyOf({ domain = '', id }: Website): string {
  return domainKey(domain === '' ? id : domain);
}

/** A website whose domain the service does not return cannot be in a file, so it is never deleted. */
function isNameable({ domain }: Website): boolean {
  return domain !== undefined && domain !== '';
}

function stepFor({ passwordEnv, ...settings }: StatedWebsite, website: Website | undefined): Step {
  const { domain } = settings;
  const touched = givenSettings(settings);
  if (website === undefined)
    return { action: 'create', domain, fields: { ...websiteDefaults, ...touched, domain }, passwordEnv };
  const step = updateOf(website, withoutEqualLists(website, touched));
  return step.action === 'leave' ? step : { ...step, passwordEnv };
}

/** The password is read later: now it only has to be named. */
function wrongIn(step: Step, limits: SettingLimits | undefined): string[] {
  if (step.action !== 'create' && step.action !== 'update') return [];
  const errors = errorsOf(step, step.passwordEnv === undefined ? '' : 'given', limits);
  return Object.entries(errors).map(([field, line]) =>
    field === 'password' ? 'name the variable that holds its password: password_env: NAME' : line,
  );
}

/** Changes a website to what is asked for, or leaves it alone where it is so. */
export function updateOf(website: Website, touched: WebsiteChanges): Update | Leave {
  const changes = changesFor(website, touched);
  return Object.keys(changes).length === 0
    ? { action: 'leave', website }
    : { action: 'update', website, changes };
}

export function errorsOf(step: Create | Update, password: string, limits?: SettingLimits): DraftErrors {
  if (step.action === 'create')
    return checkDraft({ ...step.fields, password }, 'add', websiteDefaults, limits);
  const original = draftOf(step.website);
  return checkDraft({ ...original, ...step.changes, password }, 'edit', original, limits);
}

export function withPassword<S extends Create | Update>(step: S, password: string): S {
  return step.action === 'create'
    ? { ...step, fields: { ...step.fields, password } }
    : { ...step, changes: { ...step.changes, password } };
}

/** Texts that differ only in line ends count as equal: otherwise each run would change them again. */
function withoutEqualLists(website: Website, touched: WebsiteChanges): WebsiteChanges {
  const plain = (text: string | undefined) => text?.replace(/\r\n?/g, '\n').replace(/\s+$/, '');
  const equal = (['excludeParams', 'excludeIps'] as const).filter(
    name => touched[name] !== undefined && plain(touched[name]) === plain(website[name]),
  );
  return { ...touched, ...Object.fromEntries(equal.map(name => [name, website[name]])) };
}

/** Throws a UsageError for the settings of a file, or steps of its plan, that the service does not have. */
export function refuseLackingSettings(
  settings: readonly StatedWebsite[],
  steps: readonly Step[],
  capabilities: Capabilities,
): void {
  const added = steps.find(({ action }) => action === 'create');
  const noWebsite = added && whyNoField(capabilities, 'domain');
  if (noWebsite !== undefined) throw new UsageError(noWebsite);
  const noDeletion = steps.some(({ action }) => action === 'delete')
    ? whyNoDeletion(capabilities)
    : undefined;
  if (noDeletion !== undefined) throw new UsageError(noDeletion);
  refuseAll(
    settings.flatMap(website => {
      const { domain, privacy } = website;
      const reasons = settingNames
        .filter(name => website[name] !== undefined)
        .map(name => whyNoField(capabilities, name));
      if (privacy !== undefined) reasons.push(whyNoPrivacy(capabilities, privacy));
      const known = new Set(reasons.filter(why => why !== undefined));
      return [...known].map(reason => `${safeText(domain, 100)}: ${reason}`);
    }),
  );
}

/** Oldest first; alone where the list leaves settings out. Throws a RefusedError where not all can be read. */
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
  return await fewAtOnce(choose(rows), async website =>
    isWhole(website, api) ? website : await api.showWebsite(website.id),
  );
}

function isWhole(website: Website, { capabilities }: Api): boolean {
  return settingNames.every(name => website[name] !== undefined || !canWrite(capabilities, name));
}

/** The same steps, those that make a website private with the share links that it has: a list does not say them. */
export async function withShareLinks(api: Api, steps: readonly Step[]): Promise<Step[]> {
  if (api.capabilities.hasShareLinks !== true) return [...steps];
  return await fewAtOnce(steps, async step => {
    const endsLinks =
      step.action === 'update' && step.changes.privacy === 'private' && step.website.privacy === 'public';
    return endsLinks ? { ...step, website: await api.showWebsite(step.website.id) } : step;
  });
}
