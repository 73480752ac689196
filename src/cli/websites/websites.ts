import { listOptions, severalOptions, tagOption } from '#cli/options/websites.ts';
import { defineSubcommand, type ListedSubcommand, type OptionTable, quietOption } from '#cli/subcommand.ts';
import {
  whyNoField,
  whyNoPrivacy,
  whyNoWebsiteOrder,
  whyNoWebsiteSearch,
} from '#model/service/capabilities.ts';
import { apply, exportCommand, plan } from './settings.ts';

/** The fields a person can write, but for the domain and the password. */
export const fieldOptions = {
  name: {
    value: '<text>',
    description: 'what it is called, beside its domain',
    whyLacking: capabilities => whyNoField(capabilities, 'name'),
  },
  privacy: {
    value: '<who>',
    description: 'who may see the statistics',
    choices: ['public', 'private', 'password'],
    whyLacking: whyNoPrivacy,
  },
  email: {
    description: 'periodic reports by email',
    off: 'no reports by email',
    whyLacking: capabilities => whyNoField(capabilities, 'email'),
  },
  excludeBots: {
    description: 'do not count known bots',
    off: 'count bots too',
    whyLacking: capabilities => whyNoField(capabilities, 'excludeBots'),
  },
  excludeParams: {
    value: '<text>',
    description: 'a query parameter to leave out; once for each, "" for none',
    repeatable: true,
    whyLacking: capabilities => whyNoField(capabilities, 'excludeParams'),
  },
  excludeIps: {
    value: '<text>',
    description: 'an address or range whose visits do not count; once for each, "" for none',
    repeatable: true,
    whyLacking: capabilities => whyNoField(capabilities, 'excludeIps'),
  },
} as const satisfies OptionTable;

export const list = defineSubcommand({
  description: 'list websites, newest first',
  arguments: [],
  options: {
    ...listOptions(['id', 'domain'], { search: whyNoWebsiteSearch, sortBy: whyNoWebsiteOrder }),
    tag: { ...tagOption.tag, description: 'all with this tag; given twice, with both', conflicts: ['page'] },
  },
  examples: [
    ['sitedeck websites list --search shop --sort-by domain --sort asc', 'those with a text, from a to z'],
    ['sitedeck websites list --all --json', 'every website, for a program'],
  ],
  async run(_args, options) {
    const { listWebsites } = await import('./print.ts');
    await listWebsites(options);
  },
});

export const show = defineSubcommand({
  description: 'show everything the service knows of websites',
  arguments: [{ name: '<SITE...>', description: 'ids or domains', suggestions: 'websites' }],
  options: {},
  examples: [['sitedeck websites show shop.example.com', 'one website with all its fields']],
  async run([sites], options) {
    const { showWebsites } = await import('./print.ts');
    await showWebsites(sites, options);
  },
});

export const create = defineSubcommand({
  description: 'add a website: private, bots excluded, no email reports unless told otherwise',
  arguments: [
    {
      name: '<DOMAIN>',
      description: 'its host name',
      suggestions: 'websites',
      whyLacking: capabilities => whyNoField(capabilities, 'domain'),
    },
  ],
  options: { ...fieldOptions, ...quietOption },
  examples: [
    ['sitedeck websites create new.example.com', 'a website with the usual settings'],
    [
      'sitedeck websites create new.example.com --privacy public --exclude-params ref',
      'anyone may see its statistics, and ?ref= is left out of its pages',
    ],
  ],
  async run([domain], options) {
    const { createWebsite } = await import('./change.ts');
    await createWebsite(domain, options);
  },
});

export const update = defineSubcommand({
  description: 'change websites; only what is given is sent, and several are asked about first',
  arguments: [{ name: '[SITE...]', description: 'ids or domains', suggestions: 'websites' }],
  options: {
    ...severalOptions,
    password: {
      description: 'a new password, asked for on the terminal or read from stdin',
      whyLacking: capabilities => whyNoField(capabilities, 'password'),
    },
    ...fieldOptions,
    addExcludeParam: {
      value: '<text>',
      description: 'leave out this query parameter as well; once for each',
      repeatable: true,
      whyLacking: capabilities => whyNoField(capabilities, 'excludeParams'),
    },
    removeExcludeParam: {
      value: '<text>',
      description: 'count this query parameter again',
      repeatable: true,
      whyLacking: capabilities => whyNoField(capabilities, 'excludeParams'),
    },
    addExcludeIp: {
      value: '<text>',
      description: 'leave out this address or range as well; once for each',
      repeatable: true,
      whyLacking: capabilities => whyNoField(capabilities, 'excludeIps'),
    },
    removeExcludeIp: {
      value: '<text>',
      description: 'count this address or range again',
      repeatable: true,
      whyLacking: capabilities => whyNoField(capabilities, 'excludeIps'),
    },
    ...quietOption,
  },
  examples: [
    [
      "sitedeck websites update shop.example.com --email --exclude-params ''",
      'mail reports, and count all parameters',
    ],
    ['sitedeck websites update --all --add-exclude-ip 192.0.2.7', 'shows what would change, and asks'],
  ],
  async run([sites], options) {
    const { updateWebsites } = await import('./change.ts');
    await updateWebsites(sites, options);
  },
});

export const deleteCommand = defineSubcommand({
  description: 'delete a website with all its statistics; asks first, or takes --yes',
  arguments: [{ name: '<SITE>', description: 'its id or domain', suggestions: 'websites' }],
  options: quietOption,
  examples: [['sitedeck websites delete shop.example.com', 'asks for its domain first']],
  async run([site], options) {
    const { deleteWebsite } = await import('./change.ts');
    await deleteWebsite(site, options);
  },
});

export const websites: ListedSubcommand = {
  docs: 'commands',
  description: 'list and manage the tracked websites',
  subcommands: { list, show, create, update, delete: deleteCommand, export: exportCommand, plan, apply },
};
