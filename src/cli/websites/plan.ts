import * as z from 'zod/mini';
import type { Api } from '#api/api.ts';
import { domainKey } from '#api/resolveSite.ts';
import { inputName, inputText } from '#cli/input.ts';
import type { ChooseTagged } from '#cli/options.ts';
import { refuseAll } from '#cli/output.ts';
import { allWebsites } from '#cli/readPages.ts';
import { RefusedError, UsageError } from '#model/failure.ts';
import {
  canWrite,
  type Capabilities,
  whyNoDeletion,
  whyNoField,
  whyNoPrivacy,
} from '#model/service/capabilities.ts';
import { mapConcurrently } from '#model/promises.ts';
import {
  changesFor,
  checkDraft,
  type DraftErrors,
  draftOf,
  type SettingLimits,
  type WebsiteChanges,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import {
  definedSettings,
  normaliseDomain,
  settingNames,
  type SomeSettings,
  type Website,
  websiteDefaults,
} from '#model/website/website.ts';
import { isRecord, safeText } from '#text/safeText.ts';

/** A website in the file. A setting that is left out is not changed. */
export interface StatedWebsite extends SomeSettings {
  readonly domain: string;
  readonly passwordEnv?: string | undefined;
}

const lines = z.optional(
  z.union(
    [z.string(), z.null(), z.array(z.union([z.string(), z.number()]))],
    'must be text, or a list of lines',
  ),
);

const noSettings = 'must be settings';

const websiteEntry = z.strictObject(
  {
    domain: z.string('must be a domain'),
    name: z.optional(z.string('must be text')),
    privacy: z.optional(z.enum(['public', 'private', 'password'], 'must be public, private or password')),
    email: z.optional(z.boolean('must be true or false')),
    exclude_bots: z.optional(z.boolean('must be true or false')),
    exclude_params: lines,
    exclude_ips: lines,
    retention: z.optional(z.union([z.string(), z.int()], 'must be a number of days')),
    password_env: z.optional(z.string('must be the name of an environment variable')),
  },
  noSettings,
);

const { domain: _, ...settingShapes } = websiteEntry.shape;
const defaultsEntry = z.strictObject(settingShapes, noSettings);

const noList = 'there must be a list of settings under "websites:"';
const settingsFile = z.strictObject(
  {
    websites: z.array(z.unknown(), noList),
    defaults: z.optional(z.unknown()),
    tags: z.optional(z.array(z.string(), 'tags must be a list')),
  },
  noList,
);

/**
 * The settings in a file, or in stdin for "-". What an entry leaves out is taken from "defaults:"; "x-" keys are for
 * anchors. Throws a UsageError that names each error's place; with `prune` also for a file with "tags:".
 */
export async function readSettings(file: string, prune: boolean): Promise<StatedWebsite[]> {
  const name = inputName(file);
  const yaml = await parseYaml(name, await inputText(file, 'settings'));
  const whole = isRecord(yaml) ? withoutKeys(yaml, key => key.startsWith('x-')) : yaml;
  const { data: top, issues } = parsedAsFarAs(settingsFile, whole);
  const errors = issues.map(issue => issueLine('', issue));
  if (top === undefined) throw new UsageError(`${name}: ${errors[0]}`);
  const { websites, defaults = {}, tags = [] } = top;
  if (prune && tags.length > 0)
    errors.push(
      `it has only the websites with the tag ${safeText(tags.join(' and '), 100)}: --prune would delete all others.`,
    );
  const usual = parsedAsFarAs(defaultsEntry, defaults);
  errors.push(...usual.issues.map(issue => issueLine('defaults', issue)));
  const stated = websites.flatMap((entry, at): StatedWebsite[] => {
    const site =
      isRecord(entry) && typeof entry['domain'] === 'string' ? entry['domain'] : `website ${at + 1}`;
    const parsed = parsedAsFarAs(websiteEntry, entry);
    errors.push(...parsed.issues.map(issue => issueLine(site, issue)));
    if (parsed.data === undefined) return [];
    const website = statedOf({ ...usual.data, ...parsed.data });
    errors.push(...wrongSettings(website));
    return [website];
  });
  const seen = new Set<string>();
  for (const { domain } of stated) {
    if (seen.has(domainKey(domain))) errors.push(`${safeText(domain, 100)} is there twice.`);
    seen.add(domainKey(domain));
  }
  refuseAll(errors.map(error => `${name}: ${error}`));
  return stated;
}

/** What can be read of a value, so that what is wrong in one place does not hide what is wrong in others. */
function parsedAsFarAs<T>(shape: z.ZodMiniType<T>, value: unknown) {
  const whole = shape.safeParse(value);
  if (whole.success) return { data: whole.data, issues: [] };
  const { issues } = whole.error;
  if (!isRecord(value)) return { data: undefined, issues };
  const wrong = new Set(
    issues.flatMap(issue => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1))),
  );
  return { data: shape.safeParse(withoutKeys(value, key => wrong.has(key))).data, issues };
}

function withoutKeys(record: object, isOut: (key: string) => boolean): object {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !isOut(key)));
}

function statedOf(entry: z.infer<typeof websiteEntry>): StatedWebsite {
  return {
    domain: normaliseDomain(entry.domain),
    name: entry.name,
    privacy: entry.privacy,
    email: entry.email,
    excludeBots: entry.exclude_bots,
    excludeParams: textOf(entry.exclude_params),
    excludeIps: textOf(entry.exclude_ips),
    retention: entry.retention === undefined ? undefined : String(entry.retention),
    passwordEnv: entry.password_env,
  };
}

/** What is wrong whatever the service has. Its domains may be any text, and passwords are read later. */
function wrongSettings(website: StatedWebsite): string[] {
  const draft = {
    ...websiteDefaults,
    ...definedSettings(website),
    domain: website.domain,
    password: 'given',
  };
  const errors = Object.entries(
    checkDraft(draft, 'edit', { ...websiteDefaults, domain: website.domain, password: '' }),
  );
  return errors.map(([, line]) => `${safeText(website.domain, 100)}: ${safeText(line, 300)}`);
}

async function parseYaml(name: string, text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true, stringKeys: true, merge: true });
  const { errors } = document;
  if (errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION'))
    throw new UsageError(`${name}: it is nested too deeply.`);
  refuseAll(errors.map(({ message }) => `${name}: ${safeText(message.split('\n')[0], 300)}`));
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new UsageError(`${name}: it has too many aliases.`);
  }
}

type Issue = z.core.$ZodIssue;

/** `site` stands in front of it: the domain of an entry, or nothing. */
function issueLine(site: string, issue: Issue): string {
  const [field] = issue.path;
  const where = site === '' ? '' : `${site}${field === undefined ? '' : `, ${String(field)}`} `;
  if (issue.code === 'unrecognized_keys')
    return safeText(`${where}has "${issue.keys.join('", "')}", which is no setting.`, 300);
  return safeText(`${where}${issue.message}.`, 300);
}

function textOf(value: string | null | readonly (string | number)[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  return (typeof value === 'string' ? value : value.join('\n')).replace(/\r\n?/g, '\n').replace(/\n+$/, '');
}

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

type Leave = { readonly action: 'leave'; readonly website: Website };

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
  // A website whose domain the service does not return cannot be in a file, so it is never deleted.
  const actionOf = ({ domain = '' }: Website) => (prune && domain !== '' ? 'delete' : 'leave');
  return [...steps, ...others.map(website => ({ action: actionOf(website), website }) as const)];
}

/** A name is no domain: nothing in a file can mean it. */
function keyOf({ domain = '', id }: Website): string {
  return domainKey(domain === '' ? id : domain);
}

function stepFor({ passwordEnv, ...settings }: StatedWebsite, website: Website | undefined): Step {
  const { domain } = settings;
  const touched = definedSettings(settings);
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
  const isWhole = (website: Website) =>
    settingNames.every(name => website[name] !== undefined || !canWrite(api.capabilities, name));
  return await mapConcurrently(choose(rows), async website =>
    isWhole(website) ? website : await api.showWebsite(website.id),
  );
}

/** The same steps, those that make a website private with the share links that it has: a list does not say them. */
export async function withShareLinks(api: Api, steps: readonly Step[]): Promise<Step[]> {
  if (api.capabilities.hasShareLinks !== true) return [...steps];
  return await mapConcurrently(steps, async step => {
    const endsLinks =
      step.action === 'update' && step.changes.privacy === 'private' && step.website.privacy === 'public';
    return endsLinks ? { ...step, website: await api.showWebsite(step.website.id) } : step;
  });
}
