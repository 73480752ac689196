import { readFile } from 'node:fs/promises';
import { text as readWhole } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { parseDocument } from 'yaml';
import { UsageError } from '#connection/errors.ts';
import { domainKey } from '#connection/resolveSite.ts';
import { normaliseDomain } from '#model/website/domain.ts';
import type { SomeSettings } from '#model/website/website.ts';
import { errorCode } from '#system/errorCode.ts';
import { safeText } from '#terminal/safeText.ts';

/** A website in the file. A setting that is left out is not changed. */
export interface StatedWebsite extends SomeSettings {
  readonly domain: string;
  /** The environment variable that holds the password. */
  readonly passwordEnv?: string | undefined;
}

const largestFile = 5_000_000;

const lines = z.optional(
  z.union(
    [z.string(), z.null(), z.array(z.union([z.string(), z.number()]))],
    'must be text, or a list of lines',
  ),
);

const websiteEntry = z.strictObject({
  domain: z.string('must be a domain'),
  privacy: z.optional(z.enum(['public', 'private', 'password'], 'must be public, private or password')),
  email: z.optional(z.boolean('must be true or false')),
  exclude_bots: z.optional(z.boolean('must be true or false')),
  exclude_params: lines,
  exclude_ips: lines,
  password_env: z.optional(z.string('must be the name of an environment variable')),
});

const settingsFile = z.strictObject(
  { websites: z.array(websiteEntry, 'there must be a list of settings under "websites:"') },
  'there must be a list of settings under "websites:"',
);

/** The settings in a file, or in stdin for "-". Throws a UsageError that names the place of the error. */
export async function readSettings(file: string): Promise<StatedWebsite[]> {
  const name = file === '-' ? 'stdin' : safeText(file, 200);
  const value = parseYaml(name, await readText(file, name));
  const result = settingsFile.safeParse(value);
  if (!result.success) throw new UsageError(`${name}: ${issueLine(value, result.error.issues[0])}`);
  const stated = result.data.websites.map(entry => ({
    domain: normaliseDomain(entry.domain),
    privacy: entry.privacy,
    email: entry.email,
    excludeBots: entry.exclude_bots,
    excludeParams: textOf(entry.exclude_params),
    excludeIps: textOf(entry.exclude_ips),
    passwordEnv: entry.password_env,
  }));
  const seen = new Set<string>();
  for (const { domain } of stated) {
    if (seen.has(domainKey(domain)))
      throw new UsageError(`${name}: ${safeText(domain, 100)} is there twice.`);
    seen.add(domainKey(domain));
  }
  return stated;
}

async function readText(file: string, name: string): Promise<string> {
  const text =
    file === '-' ? await readWhole(process.stdin) : await readFile(file, 'utf8').catch(noFile(name));
  if (text.length > largestFile) throw new UsageError(`${name} is too large for settings.`);
  return text;
}

function noFile(name: string): (error: unknown) => never {
  return error => {
    const code = errorCode(error) ?? '';
    throw new UsageError(
      code === 'ENOENT' ? `There is no file ${name}.` : `${name} cannot be read (${code}).`,
    );
  };
}

function parseYaml(name: string, text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true, stringKeys: true });
  const [error] = document.errors;
  if (error?.code === 'RESOURCE_EXHAUSTION') throw new UsageError(`${name}: it is nested too deeply.`);
  if (error !== undefined) throw new UsageError(`${name}: ${safeText(error.message.split('\n')[0], 300)}`);
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new UsageError(`${name}: it has too many aliases.`);
  }
}

type Issue = z.core.$ZodIssue;

function issueLine(value: unknown, issue: Issue | undefined): string {
  if (issue === undefined) return 'it is wrong.';
  const [list, at, field] = issue.path;
  const place =
    list === 'websites' && typeof at === 'number'
      ? `${siteAt(value, at)}${field === undefined ? '' : `, ${String(field)}`} `
      : '';
  if (issue.code === 'unrecognized_keys')
    return safeText(`${place}has "${issue.keys.join('", "')}", which is no setting.`, 300);
  return safeText(`${place}${issue.message}.`, 300);
}

/** The name of an entry in messages: its domain, else its position. */
function siteAt(value: unknown, at: number): string {
  const list: unknown =
    typeof value === 'object' && value !== null && 'websites' in value ? value.websites : [];
  const entry: unknown = Array.isArray(list) ? list[at] : undefined;
  const domain: unknown =
    typeof entry === 'object' && entry !== null && 'domain' in entry ? entry.domain : undefined;
  return typeof domain === 'string' ? domain : `website ${at + 1}`;
}

function textOf(value: string | null | readonly (string | number)[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  return (typeof value === 'string' ? value : value.join('\n')).replace(/\r\n?/g, '\n').replace(/\n+$/, '');
}
