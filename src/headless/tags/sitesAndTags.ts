import { RefusedError, UsageError } from '#connection/errors.ts';
import { called, severalAre } from '#connection/resolveSite.ts';
import { tagOf } from '#headless/options/tagOption.ts';
import type { Website } from '#model/website/website.ts';
import { didYouMean } from '#model/text/didYouMean.ts';
import { safeText } from '#terminal/safeText.ts';

/** The websites that the words name, and the tags that follow. */
interface SitesAndTags {
  readonly sites: readonly Website[];
  readonly tags: readonly string[];
}

/**
 * Tells websites and tags apart by the websites there are. A word that is neither but could be a mistyped website is not
 * taken for a tag. Throws a UsageError, and a RefusedError for a website that is not there.
 */
export function sitesAndTags(words: readonly string[], websites: readonly Website[]): SitesAndTags {
  const sites: Website[] = [];
  const tags: string[] = [];
  for (const word of words) {
    const site = siteOf(word, websites);
    if (site !== undefined && tags.length > 0)
      throw new UsageError(
        `Websites come first, then tags: ${safeText(word, 100)} is a website, and ${safeText(tags[0])} is none.`,
      );
    if (site !== undefined) sites.push(site);
    else tags.push(asTagOnly(word, sites.length === 0, websites));
  }
  return { sites, tags };
}

function siteOf(word: string, websites: readonly Website[]): Website | undefined {
  const byId = websites.find(({ id }) => id === word.trim());
  if (byId !== undefined) return byId;
  const matches = called(websites, word);
  const [found, ...others] = matches;
  if (others.length > 0) throw severalAre(word, matches);
  return found;
}

function asTagOnly(word: string, isFirst: boolean, websites: readonly Website[]): string {
  const name = safeText(word, 100);
  const meant = didYouMean(
    word,
    websites.map(({ domain }) => domain ?? ''),
  );
  if (isFirst) throw new RefusedError(`There is no website "${name}" on this service.${meant}`);
  if (/\.|^\d+$/.test(word))
    throw new RefusedError(
      `There is no website "${name}" on this service; a tag like that goes behind --add.${meant}`,
    );
  return tagOf(word);
}
