import { whyNoField, whyNoPrivacy } from '#model/service/whyLacking.ts';
import type { OptionTable } from './optionTable.ts';

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
