import { Failure, failureLine, RefusedError, UsageError } from '#model/failure.ts';
import { mustNameSites, namedOrChosen, severalOptions } from '#cli/options.ts';
import { askBefore, confirm, readSecret } from '#cli/input.ts';
import { complain, progress, refuseAll, say, tell } from '#cli/output.ts';
import {
  defineSubcommand,
  type GlobalOptions,
  type OptionTable,
  type OptionValues,
  quietOption,
} from '#cli/subcommand.ts';
import { refuseReadOnly, type Run, withService } from '#cli/withService.ts';
import { sameDomain } from '#api/resolveSite.ts';
import {
  type Capabilities,
  whyNoDeletion,
  whyNoField,
  whyNoPrivacy,
  whyNoSettings,
} from '#model/service/capabilities.ts';
import {
  addEntries,
  changesFor,
  type DraftErrors,
  draftOf,
  type FieldName,
  firstBadAddress,
  removeEntries,
  type SettingLimits,
} from '#model/website/draft.ts';
import {
  distinctName,
  definedSettings,
  hasDomain,
  normaliseDomain,
  type Website,
  websiteDefaults,
  websiteName,
  type WebsiteSettings,
} from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { errorsOf, type Step, updateOf, withPassword } from './plan.ts';
import { changeWords, confirmDeletions, domainOf, runStep, runSteps } from './steps.ts';

const missing = (field: FieldName) => (capabilities: Capabilities) => whyNoField(capabilities, field);

/** An entry of a list, once for each. */
const entry = (field: 'excludeParams' | 'excludeIps', description: string) =>
  ({ value: '<text>', description, repeatable: true, whyUnsupported: missing(field) }) as const;

/** The fields a person can write, but for the domain and the password. */
export const fieldOptions = {
  name: {
    value: '<text>',
    description: 'what it is called, beside its domain',
    whyUnsupported: missing('name'),
  },
  privacy: {
    value: '<who>',
    description: 'who may see the statistics',
    choices: ['public', 'private', 'password'],
    whyUnsupported: whyNoPrivacy,
  },
  email: {
    description: 'periodic reports by email',
    off: 'no reports by email',
    whyUnsupported: missing('email'),
  },
  excludeBots: {
    description: 'do not count known bots',
    off: 'count bots too',
    whyUnsupported: missing('excludeBots'),
  },
  excludeParams: entry('excludeParams', 'a query parameter to leave out; once for each, "" for none'),
  excludeIps: entry(
    'excludeIps',
    'an address or range whose visits do not count; once for each, "" for none',
  ),
  retention: {
    value: '<days>',
    description: 'days that visits are kept: older ones are deleted; "" for ever',
    whyUnsupported: missing('retention'),
  },
} as const satisfies OptionTable;

export const create = defineSubcommand({
  description: 'add a website: private, bots excluded, no email reports unless told otherwise',
  arguments: [
    {
      name: '<DOMAIN>',
      description: 'its host name',
      suggestions: 'websites',
      whyUnsupported: missing('domain'),
    },
  ],
  options: { ...fieldOptions, ...quietOption },
  notes: '\nGoatCounter takes no ranges of addresses, and keeps visits for 31 to 1,825 days.',
  examples: [
    ['sitedeck websites create new.example.com', 'a website with the usual settings'],
    [
      'sitedeck websites create new.example.com --privacy public --exclude-params ref',
      'anyone may see its statistics, and ?ref= is left out of its pages',
    ],
  ],
  async run([text], options) {
    const domain = normaliseDomain(text);
    const fields = { ...websiteDefaults, ...settingsIn(options), domain };
    const step = { action: 'create', domain, fields } as const;
    refuseWrong(errorsOf(step, 'given'));
    await withService(options, async run => {
      refuseReadOnly(run);
      await askWhoseKey(run);
      refuseWrong(errorsOf(step, 'given', run.api.capabilities));
      await runStep(run, fields.privacy === 'password' ? await askForPassword(step) : step);
    });
  },
});

const updateOptions = {
  ...severalOptions,
  password: {
    description: 'a new password, asked for on the terminal or read from stdin',
    whyUnsupported: missing('password'),
  },
  ...fieldOptions,
  addExcludeParam: entry('excludeParams', 'leave out this query parameter as well; once for each'),
  removeExcludeParam: entry('excludeParams', 'count this query parameter again'),
  addExcludeIp: entry('excludeIps', 'leave out this address or range as well; once for each'),
  removeExcludeIp: entry('excludeIps', 'count this address or range again'),
  ...quietOption,
} as const satisfies OptionTable;

type UpdateOptions = GlobalOptions & OptionValues<typeof updateOptions>;

export const update = defineSubcommand({
  description: 'change websites; only what is given is sent, and several are asked about first',
  arguments: [{ name: '[SITE...]', description: 'ids or domains', suggestions: 'websites' }],
  options: updateOptions,
  notes:
    '\nGoatCounter takes no ranges of addresses, and keeps visits for 31 to 1,825 days. To keep them for\nfewer days than before deletes the older ones: that asks first, or takes --yes.',
  examples: [
    [
      "sitedeck websites update shop.example.com --email --exclude-params ''",
      'mail reports, and count all parameters',
    ],
    ['sitedeck websites update --all --add-exclude-ip 192.0.2.7', 'shows what would change, and asks'],
  ],
  async run([sites], options) {
    mustNameSites(sites, options);
    const settings = settingsIn(options);
    const [only, ...others] = sites;
    const isOne = only !== undefined && others.length === 0 && !changesLists(options);
    refuseUnclear(settings, options, isOne);
    await withService(options, async run => {
      refuseReadOnly(run);
      if (isOne) await updateOne(run, only, settings);
      else await updateSeveral(run, sites, settings);
    });
  },
});

export const deleteCommand = defineSubcommand({
  description: 'delete a website with all its statistics; asks first, or takes --yes',
  arguments: [
    {
      name: '<SITE>',
      description: 'its domain, id or name',
      suggestions: 'websites',
      whyUnsupported: whyNoDeletion,
    },
  ],
  options: quietOption,
  examples: [['sitedeck websites delete shop.example.com', 'asks for its domain first']],
  async run([site], options) {
    await withService(options, async run => {
      refuseReadOnly(run);
      const website = await run.resolveSite(site);
      if (options.yes !== true) await confirmDeletion(website);
      await runStep(run, { action: 'delete', website });
    });
  },
});

/** The settings on the command line. A list given as "" alone is empty. */
function settingsIn({
  excludeParams,
  excludeIps,
  ...options
}: OptionValues<typeof fieldOptions>): Partial<WebsiteSettings> {
  return definedSettings({
    ...options,
    excludeParams: excludeParams?.filter(Boolean).join('\n'),
    excludeIps: excludeIps?.filter(Boolean).join('\n'),
  });
}

function refuseWrong(errors: DraftErrors): void {
  const [first] = Object.entries(errors);
  if (first === undefined) return;
  const names: Readonly<Record<string, string>> = {
    excludeParams: '--exclude-params',
    excludeIps: '--exclude-ips',
    retention: '--retention',
  };
  const [field, line] = first;
  throw new UsageError(safeText(`${names[field] ?? field}: ${line}`, 400));
}

/** Asked for where the rest is right. Throws a UsageError for one that cannot be used. */
async function askForPassword(step: Extract<Step, { action: 'create' | 'update' }>): Promise<Step> {
  const password = await readSecret('password for the statistics');
  refuseWrong(errorsOf(step, password));
  return withPassword(step, password);
}

/** Asks for its domain, as the application does. */
async function confirmDeletion(website: Website): Promise<void> {
  const whole = safeText(distinctName(website), 300);
  const wanted = hasDomain(website) ? 'domain' : 'name';
  const typed = await askBefore(
    `delete ${whole}`,
    `This deletes ${whole} with all its statistics. Type its ${wanted} to go on:`,
  );
  if (typed !== website.id && !sameDomain(websiteName(website), typed))
    throw new UsageError(`That is not its ${wanted}: nothing was changed.`);
}

/** Throws a UsageError. */
function refuseUnclear(settings: Partial<WebsiteSettings>, options: UpdateOptions, isOne: boolean): void {
  const { password } = options;
  if (!isOne && (password === true || settings.privacy === 'password'))
    throw new UsageError('A password is set for one website at a time: name one, without --add or --remove.');
  if (!isOne && settings.name !== undefined)
    throw new UsageError('A name is of one website: name one, without --add or --remove.');
  if (Object.keys(settings).length === 0 && password !== true && !changesLists(options))
    throw new UsageError(
      `Say what to change, such as ${isOne ? '--privacy public. See sitedeck websites update --help.' : '--add-exclude-ip 192.0.2.7.'}`,
    );
  if (password === true && settings.privacy !== undefined && settings.privacy !== 'password')
    throw new UsageError('A password goes with --privacy password only.');
  if (lists.some(list => settings[list.name] !== undefined && isChanged(list, options)))
    throw new UsageError('Replace a list, or add to it and remove from it: not both.');
  if (!isOne) refuseAddresses(options);
}

/** Asks where that deletes visits. Throws a UsageError. */
async function updateOne(
  run: Run<UpdateOptions>,
  site: string,
  settings: Partial<WebsiteSettings>,
): Promise<void> {
  const website = await run.readSite(site);
  await refuseUnwritable(run);
  const step = await stepForOne(website, settings, run);
  if (run.options.yes !== true) await confirmDeletions([step]);
  await runStep(run, step);
}

/** Of a service that says whose a key is, and what it may do: it is known then. */
async function askWhoseKey({ api }: Pick<Run, 'api'>): Promise<void> {
  await api.readTimeZone?.().catch(() => undefined);
}

async function refuseUnwritable({ api }: Pick<Run, 'api'>): Promise<void> {
  await askWhoseKey({ api });
  const reason = whyNoSettings(api.capabilities);
  if (reason === undefined) return;
  // What a key may not do the service refuses; what the service lacks is wrong use.
  throw api.capabilities.withheld === undefined ? new UsageError(reason) : new RefusedError(reason);
}

async function stepForOne(
  website: Website,
  settings: Partial<WebsiteSettings>,
  { options: { password }, api }: Run<UpdateOptions>,
): Promise<Step> {
  const { privacy } = { ...draftOf(website), ...settings };
  if (password === true && privacy !== 'password')
    throw new UsageError(`${safeText(websiteName(website), 100)} has no password: add --privacy password.`);
  const step = { action: 'update', website, changes: changesFor(website, settings) } as const;
  refuseWrong(errorsOf(step, 'given', api.capabilities));
  if (password === true || step.changes.privacy === 'password') return await askForPassword(step);
  return Object.keys(step.changes).length === 0 ? { action: 'leave', website } : step;
}

const lists = [
  { name: 'excludeIps', add: 'addExcludeIp', remove: 'removeExcludeIp', what: 'addresses' },
  { name: 'excludeParams', add: 'addExcludeParam', remove: 'removeExcludeParam', what: 'parameters' },
] as const;

type List = (typeof lists)[number];

function isChanged({ add, remove }: List, options: UpdateOptions): boolean {
  return options[add] !== undefined || options[remove] !== undefined;
}

function changesLists(options: UpdateOptions): boolean {
  return lists.some(list => isChanged(list, options));
}

/** One that is wrong is so for every website: said once, before any is read as far as that is known. Throws a UsageError. */
function refuseAddresses(
  { addExcludeIp = [], excludeIps = [] }: UpdateOptions,
  limits?: SettingLimits,
): void {
  const wrong = (option: string, entries: readonly string[]) =>
    entries.flatMap(text => {
      const bad = firstBadAddress(text, limits);
      return bad === undefined ? [] : [`${option}: "${safeText(bad.entry, 60)}": ${bad.advice}`];
    });
  refuseAll([...wrong('--add-exclude-ip', addExcludeIp), ...wrong('--exclude-ips', excludeIps)]);
}

/** Says before and after, asks, and goes on after a failure, which makes the exit code 1. Throws a UsageError. */
async function updateSeveral(
  run: Run<UpdateOptions>,
  sites: readonly string[],
  settings: Partial<WebsiteSettings>,
): Promise<void> {
  const { options } = run;
  refuseAddresses(options, run.api.capabilities);
  const { websites, failed } = await readFresh(run, sites);
  // Of a service that was not known it says them once it has answered.
  await refuseUnwritable(run);
  const { capabilities } = run.api;
  refuseAddresses(options, capabilities);
  const steps = websites.map(website =>
    updateOf(website, { ...settings, ...changedLists(website, options) }),
  );
  refuseAll([
    ...websites.flatMap(website => unknownLists(website, options)),
    ...steps.flatMap(step => wrongIn(step, options, capabilities)),
  ]);
  const changed = steps.filter(step => step.action === 'update');
  const show = options.yes === true ? say : tell;
  for (const step of changed) show(`${domainOf(step)}: ${changeWords(step)}`);
  const what = counted(changed.length, 'websites');
  if (changed.length > 0 && options.yes !== true && !(await confirmDeletions(changed, `Change ${what}?`)))
    await confirm(`change ${what}`, `Change ${what}?`);
  await runSteps(run, steps, failed);
}

function changedLists(website: Website, options: UpdateOptions): Partial<WebsiteSettings> {
  return Object.fromEntries(
    lists.flatMap(({ name, add, remove }) => {
      const stored = website[name] ?? '';
      const changed = addEntries(removeEntries(stored, options[remove] ?? []), options[add] ?? []);
      return changed === stored ? [] : [[name, changed]];
    }),
  );
}

/** A list that the service does not tell cannot be added to: it would be replaced. */
function unknownLists(website: Website, options: UpdateOptions): string[] {
  const name = safeText(websiteName(website), 100);
  return lists
    .filter(list => website[list.name] === undefined && isChanged(list, options))
    .map(
      ({ what }) =>
        `${name}: the service does not tell which ${what} are excluded, so none can be added or removed.`,
    );
}

/** Of a list that is added to only the new entries are checked, which has been done: what is stored is never refused. */
function wrongIn(step: Step, { excludeIps }: UpdateOptions, limits: SettingLimits): string[] {
  if (step.action !== 'update') return [];
  const stored = excludeIps === undefined ? { excludeIps: draftOf(step.website).excludeIps } : {};
  const errors = errorsOf({ ...step, changes: { ...step.changes, ...stored } }, 'given', limits);
  return Object.values(errors).map(line => `${safeText(domainOf(step), 100)}: ${safeText(line, 300)}`);
}

/** Each website on its own, as it is now; those that cannot be read are said on stderr and counted. */
async function readFresh(run: Run<UpdateOptions>, sites: readonly string[]) {
  const reads = await namedOrChosen(run, sites);
  const websites = new Map<string, Website>();
  let failed = 0;
  for (const [at, { name, read }] of reads.entries()) {
    progress.show(`${at + 1} of ${reads.length} websites read`);
    try {
      const website = await read();
      websites.set(website.id, website);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failed += 1;
      complain(`${safeText(name, 100)}: ${failureLine(error)}`);
    }
  }
  progress.clear();
  return { websites: [...websites.values()], failed };
}
