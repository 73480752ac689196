import { history } from '#headless/commands/history.ts';
import { overview } from '#headless/commands/overview.ts';
import { stats } from '#headless/commands/stats.ts';
import { create, deleteCommand, list, update } from '#headless/commands/websites.ts';
import { why } from '#headless/commands/why.ts';
import type { Subcommand } from '#headless/defineSubcommand.ts';
import { fieldOptions } from '#headless/options/fieldOptions.ts';
import { compareOption } from '#headless/options/periodOptions.ts';
import { baselines } from '#model/period/comparedPeriods.ts';

/** A subcommand as agents call it. */
export interface Tool {
  readonly name: string;
  /** Our own words: nothing of a service may stand in them. */
  readonly description: string;
  /** As it is typed: "websites list". */
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
      options: { ...stats.options, compare: { ...compareOption, choices: baselines, default: 'previous' } },
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
      arguments: [{ name: '<SITE>', description: 'its id or domain' }],
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
