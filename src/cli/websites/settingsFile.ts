import * as z from 'zod/mini';
import { UsageError } from '#model/failure.ts';
import { givenName, givenText } from '#cli/givenText.ts';
import { refuseAll } from '#cli/output/streams.ts';
import { domainKey } from '#api/resolveSite.ts';
import { checkDraft } from '#model/website/draft.ts';
import {
  givenSettings,
  normaliseDomain,
  type SomeSettings,
  websiteDefaults,
} from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';

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
  const name = givenName(file);
  const whole = withoutExtensions(await parseYaml(name, await givenText(file, 'settings')));
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
    const site = siteAt(entry, at);
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
  if (typeof value !== 'object' || value === null) return { data: undefined, issues };
  const wrong = new Set(
    issues.flatMap(issue => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1))),
  );
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key)));
  return { data: shape.safeParse(rest).data, issues };
}

function withoutExtensions(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('x-')));
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
  const draft = { ...websiteDefaults, ...givenSettings(website), domain: website.domain, password: 'given' };
  const errors = Object.entries(checkDraft(draft, 'edit', websiteDefaultsOf(website.domain)));
  return errors.map(([, line]) => `${safeText(website.domain, 100)}: ${safeText(line, 300)}`);
}

function websiteDefaultsOf(domain: string) {
  return { ...websiteDefaults, domain, password: '' };
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

function siteAt(entry: unknown, at: number): string {
  const domain: unknown =
    typeof entry === 'object' && entry !== null && 'domain' in entry ? entry.domain : undefined;
  return typeof domain === 'string' ? domain : `website ${at + 1}`;
}

function textOf(value: string | null | readonly (string | number)[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  return (typeof value === 'string' ? value : value.join('\n')).replace(/\r\n?/g, '\n').replace(/\n+$/, '');
}
