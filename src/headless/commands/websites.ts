import { defineSubcommand, type ListedSubcommand } from '#headless/defineSubcommand.ts';
import { fieldOptions } from '#headless/options/fieldOptions.ts';
import { listOptions } from '#headless/options/listOptions.ts';
import { severalOptions } from '#headless/options/severalSites.ts';
import { tagOption } from '#headless/options/tagOption.ts';
import { whyNoField, whyNoWebsiteOrder, whyNoWebsiteSearch } from '#model/service/whyLacking.ts';
import { exportCommand, plan, apply } from './settings.ts';
import { quietOption } from '#headless/options/quietOption.ts';

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
    const { listWebsites } = await import('#headless/websites/printWebsites.ts');
    await listWebsites(options);
  },
});

export const show = defineSubcommand({
  description: 'show everything the service knows of websites',
  arguments: [{ name: '<SITE...>', description: 'ids or domains', suggestions: 'websites' }],
  options: {},
  examples: [['sitedeck websites show shop.example.com', 'one website with all its fields']],
  async run([sites], options) {
    const { showWebsites } = await import('#headless/websites/printWebsites.ts');
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
    const { createWebsite } = await import('#headless/websites/changeWebsites.ts');
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
    const { updateWebsites } = await import('#headless/websites/updateWebsites.ts');
    await updateWebsites(sites, options);
  },
});

export const deleteCommand = defineSubcommand({
  description: 'delete a website with all its statistics; asks first, or takes --yes',
  arguments: [{ name: '<SITE>', description: 'its id or domain', suggestions: 'websites' }],
  options: quietOption,
  examples: [['sitedeck websites delete shop.example.com', 'asks for its domain first']],
  async run([site], options) {
    const { deleteWebsite } = await import('#headless/websites/changeWebsites.ts');
    await deleteWebsite(site, options);
  },
});

export const websites: ListedSubcommand = {
  docs: 'commands',
  description: 'list and manage the tracked websites',
  subcommands: { list, show, create, update, delete: deleteCommand, export: exportCommand, plan, apply },
};
