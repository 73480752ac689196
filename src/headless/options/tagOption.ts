import type { TagsFile } from '#config/tagsFile.ts';
import { ConfigError } from '#config/ConfigError.ts';
import { exitCodes, UsageError } from '#connection/errors.ts';
import { shellQuote } from '#model/text/shellQuote.ts';
import { complain } from '#headless/output/stderr.ts';
import {
  asTag,
  hasTags,
  searchedTags,
  strayTags,
  strayWords,
  tagNames,
  tagRule,
  withDomains,
  type StrayTags,
  type Tags,
} from '#model/website/tags.ts';
import type { Website } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import type { OptionTable } from './optionTable.ts';

/** Wherever websites can be chosen. */
export const tagOption = {
  tag: {
    value: '<tag>',
    description: 'every website with this tag; given twice, with both',
    repeatable: true,
    suggestions: 'tags',
  },
} as const satisfies OptionTable;

export interface TagOptions {
  readonly tag?: readonly string[];
}

/** Throws a UsageError for a word that is no tag. */
export function tagOf(word: string): string {
  const tag = asTag(word);
  if (tag === undefined) throw new UsageError(`"${safeText(word, 60)}" is no tag: a tag is ${tagRule}.`);
  return tag;
}

/** Chooses among websites that were just read. */
export type ChooseTagged = (websites: readonly Website[]) => readonly Website[];

/**
 * Chooses those with all these tags; undefined where none is asked for. Tags that were given to another domain choose nothing: a line
 * says so, and the exit code is 1. Throws a UsageError and a ConfigError.
 */
export function taggedBy(file: TagsFile, { tag: words }: TagOptions): ChooseTagged | undefined {
  if (words === undefined) return undefined;
  const wanted = words.map(tagOf);
  const tags = file.read();
  const names = tagNames(tags);
  const unknown = wanted.find(tag => !names.includes(tag));
  if (unknown !== undefined)
    throw new UsageError(
      names.length === 0
        ? 'No website has a tag yet: sitedeck tag SITE shop gives it one.'
        : `No website has the tag ${safeText(unknown)}: there are ${safeText(names.join(', '), 400)}.`,
    );
  return websites => {
    sayStrays(strayTags(searchedTags(tags, wanted), websites));
    keepDomains(file, tags, websites);
    return websites.filter(website => hasTags(tags, website, wanted));
  };
}

/** Says which tags choose nothing, and sets the exit code. */
export function sayStrays(strays: readonly StrayTags[]): void {
  const [first] = strays;
  if (first === undefined) return;
  process.exitCode = Math.max(exitCodes.refused, Number(process.exitCode ?? 0));
  const id = shellQuote(first.website.id);
  complain(
    `Tags are of the website they were given to: ${strayWords(strays)}. Tag it again, or clear what it had:  sitedeck tag ${id} --clear`,
  );
}

/** Tags of an older version, which kept no domains, get those that the websites have now. */
export function keepDomains(file: TagsFile, tags: Tags, websites: readonly Website[]): void {
  if (withDomains(tags, websites) === tags) return;
  try {
    file.change(before => withDomains(before, websites));
  } catch (error) {
    // Nobody has asked for it: the next command tries again.
    if (!(error instanceof ConfigError)) throw error;
  }
}
