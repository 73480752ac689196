import type { TagsFile } from '#config/tagsFile.ts';
import { UsageError } from '#connection/errors.ts';
import { asTag, hasTags, tagNames, tagRule } from '#model/website/tags.ts';
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

/** The ids of the websites with all these tags; undefined where none is asked for. Throws a UsageError and a ConfigError. */
export function idsTagged(file: TagsFile, { tag: words }: TagOptions): ReadonlySet<string> | undefined {
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
  return new Set([...tags.keys()].filter(id => hasTags(tags, id, wanted)));
}
