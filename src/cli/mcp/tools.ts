import { isOffered, offeredChoices } from '#cli/withService.ts';
import { history } from '#cli/numbers/history.ts';
import { overview } from '#cli/numbers/overview.ts';
import { stats } from '#cli/numbers/stats.ts';
import { why } from '#cli/numbers/why.ts';
import { compareOption } from '#cli/options/question.ts';
import { type Argument, type Flag, flagsOf, isMany, type Subcommand } from '#cli/subcommand.ts';
import { create, deleteCommand, fieldOptions, update } from '#cli/websites/change.ts';
import { list } from '#cli/websites/websites.ts';
import { baselines, defaultBaseline } from '#model/comparison/periods.ts';
import type { Capabilities } from '#model/service/capabilities.ts';

export interface Tool {
  readonly name: string;
  /** Our own words: nothing of a service may stand in them. */
  readonly description: string;
  readonly words: string;
  readonly subcommand: Subcommand;
  /** What the answer shows of a website before and after it was changed; left out, the tool only reads. */
  readonly changes?: 'creates' | 'updates' | 'deletes';
}

/** How pages are printed for people. */
const forPeople = ['rows', 'width'];

export const readingTools: readonly Tool[] = [
  {
    name: 'websites',
    words: 'websites list',
    description: 'List the tracked websites with their settings, newest first.',
    subcommand: list,
  },
  {
    name: 'overview',
    words: 'overview',
    description:
      'Visitors and page views of all websites at once, each beside those before, with totals and what needs attention.',
    subcommand: overview,
  },
  {
    name: 'statistic',
    words: 'stats',
    description: 'Rows of one or more statistics of a website: days, pages, referrers, countries and so on.',
    subcommand: without(stats, 'compare'),
  },
  {
    name: 'compare',
    words: 'stats',
    description: 'The same rows beside those of an earlier period.',
    subcommand: {
      ...stats,
      options: {
        ...stats.options,
        compare: { ...compareOption, choices: baselines, default: defaultBaseline },
      },
    },
  },
  {
    name: 'why',
    words: 'why',
    description:
      'What explains a change of the visitors of a website, row by row. What moved together may have other causes.',
    subcommand: without(why, ...forPeople),
  },
  {
    name: 'history',
    words: 'history',
    description: 'One row of a statistic over time, such as a referrer, and the day it was first counted.',
    subcommand: history,
  },
];

/** A password is typed by a person: an agent neither sets one nor protects a website by one. */
const privacy = { ...fieldOptions.privacy, choices: ['public', 'private'] };

/** An agent changes one website at a time, and hears what was done. */
const updateOne = without(update, 'password', 'all', 'search', 'tag', 'quiet');

export const changingTools: readonly Tool[] = [
  {
    name: 'create',
    words: 'websites create',
    description: 'Add a website. Private, bots excluded and no email reports unless told otherwise.',
    subcommand: { ...create, options: { ...without(create, 'quiet').options, privacy } },
    changes: 'creates',
  },
  {
    name: 'update',
    words: 'websites update',
    description: 'Change settings of one website. Only what is given is changed.',
    subcommand: {
      ...updateOne,
      arguments: [{ name: '<SITE>', description: 'its domain, id or name' }],
      options: { ...updateOne.options, privacy },
      run: ([site], options) => update.run([[site]], options),
    },
    changes: 'updates',
  },
  {
    name: 'delete',
    words: 'websites delete',
    description: 'Delete a website with all its statistics. This cannot be undone.',
    subcommand: without(deleteCommand, 'quiet'),
    changes: 'deletes',
  },
];

function without(subcommand: Subcommand, ...names: readonly string[]): Subcommand {
  const options = Object.entries(subcommand.options).filter(([name]) => !names.includes(name));
  return { ...subcommand, options: Object.fromEntries(options) };
}

type Schema = Readonly<Record<string, unknown>>;

interface InputSchema {
  readonly [key: string]: unknown;
  readonly type: 'object';
  readonly properties: Record<string, Schema>;
  readonly required: string[];
}

export function inputSchema(
  { arguments: taken, options }: Subcommand,
  capabilities: Capabilities,
): InputSchema {
  const properties: Record<string, Schema> = {};
  for (const argument of taken) {
    const { description } = argument;
    const word = { type: 'string', ...enumOf(argument, capabilities) };
    properties[propertyOf(argument)] = {
      ...(isMany(argument) ? listOf(word) : word),
      ...(description === undefined ? {} : { description }),
    };
  }
  for (const flag of flagsOf(options)) {
    // Both forms of a switch are one property, and no is the later.
    if (Object.hasOwn(properties, flag.key)) continue;
    if (!isOffered(flag, capabilities)) continue;
    properties[flag.key] = { ...typeOf(flag, capabilities), description: flag.description };
  }
  const required = taken.filter(({ name }) => name.startsWith('<')).map(propertyOf);
  return { type: 'object', properties, required, additionalProperties: false };
}

/** "<SITE>" is site, "<NAME...>" names. */
export function propertyOf(argument: Argument): string {
  const word = argument.name.replace(/[^A-Z]/g, '').toLowerCase();
  return isMany(argument) ? `${word}s` : word;
}

function typeOf(flag: Flag, capabilities: Capabilities): Schema {
  const { value, parse, repeatable } = flag;
  if (value === undefined) return { type: 'boolean' };
  const byDefault = flag.default === undefined ? {} : { default: flag.default };
  if (repeatable === true) return listOf({ type: 'string' });
  if (parse !== undefined) return { type: 'integer', ...byDefault };
  return { type: 'string', ...enumOf(flag, capabilities), ...byDefault };
}

function enumOf(flag: Pick<Flag, 'choices' | 'whyUnsupported'>, capabilities: Capabilities): Schema {
  return flag.choices === undefined ? {} : { enum: offeredChoices(flag, capabilities) };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}
