import { usualDay } from '#model/comparison/periods.ts';
import { formatDayShort } from '#model/period/format.ts';
import { median } from '#model/statistics/series.ts';
import type { Counted } from '#model/service/capabilities.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';
import { groupThousands } from '#text/words.ts';
import type { Attention } from './attention.ts';

/** The visitors of a website on a day, and of its usual day. */
export interface ComparedWithUsual {
  readonly count: number;
  readonly usual: number;
}

/** Most websites moved alike on a day: what moved them is most likely not on them. */
export interface SharedMove {
  readonly day: Day;
  /** So many of them moved, of those with enough visitors to tell. */
  readonly moved: number;
  readonly among: number;
  /** Some websites have too few visitors to tell. */
  readonly isPart: boolean;
  /** How many times as many as usual: 2, or 0.5. */
  readonly ratio: number;
  /** What the service counts in place of visitors. */
  readonly counts?: Counted | undefined;
}

const minWebsites = 5;
/** Of fewer visitors chance alone makes half as many. */
const minVisitors = 10;
/** Less than this is not told. */
const minRatio = 1.25;
/** From so many roots of the sum on a website has moved by more than chance. */
const beyondChance = 2;
/** Alike: between the root and the square of what the middle one did. */
const alike = { min: 0.5, max: 2 } as const;

/** @returns undefined where the day or its usual day is not known */
export function comparedWithUsual(visitors: readonly SeriesPoint[], day: Day): ComparedWithUsual | undefined {
  const usual = usualDay(visitors, day);
  const count = visitors.find(point => point.day === day)?.count;
  const before = visitors.find(point => point.day === usual?.day)?.count;
  return count === undefined || before === undefined ? undefined : { count, usual: before };
}

/**
 * Whether most websites moved alike on their last whole day: more than half of those with enough visitors, of which there have
 * to be five, each by more than chance.
 * @param websites undefined for those of which nothing is known
 * @param scale what the counts have been multiplied by
 */
export function movedTogether(
  websites: readonly (ComparedWithUsual | undefined)[],
  day: Day,
  scale = 1,
  counts?: Counted,
): SharedMove | undefined {
  const known = websites.flatMap(each => (each !== undefined && canTell(each, scale) ? [each] : []));
  const apart = known.filter(each => isBeyondChance(each, scale));
  const up = apart.filter(({ count, usual }) => count > usual);
  const way = up.length * 2 > apart.length ? up : apart.filter(each => !up.includes(each));
  const middle = median(way.map(each => logarithm(each, scale)));
  if (known.length < minWebsites || middle === undefined || Math.abs(middle) < Math.log(minRatio))
    return undefined;
  const moved = way.filter(each => isAlike(logarithm(each, scale), middle));
  if (moved.length * 2 <= known.length) return undefined;
  return {
    day,
    moved: moved.length,
    among: known.length,
    isPart: known.length < websites.length,
    ratio: Math.exp(middle),
    counts,
  };
}

/** Without the note about the day, where it is one of those that moved alike: that is said once. */
export function withoutTogether(
  attention: readonly Attention[],
  website: ComparedWithUsual | undefined,
  together: SharedMove | undefined,
  scale = 1,
): readonly Attention[] {
  const isAlong =
    together !== undefined &&
    website !== undefined &&
    canTell(website, scale) &&
    isAlike(logarithm(website, scale), Math.log(together.ratio));
  return isAlong ? attention.filter(({ kind }) => kind !== 'unusual') : attention;
}

function canTell({ count, usual }: ComparedWithUsual, scale: number): boolean {
  return Math.max(count, usual) >= minVisitors * scale;
}

function isBeyondChance({ count, usual }: ComparedWithUsual, scale: number): boolean {
  return Math.abs(count - usual) > beyondChance * Math.sqrt((count + usual) * scale);
}

function isAlike(one: number, middle: number): boolean {
  return one / middle >= alike.min && one / middle <= alike.max;
}

/** Of how many times as many; half a visitor more on both sides, so that none has one too. */
function logarithm({ count, usual }: ComparedWithUsual, scale: number): number {
  return Math.log((count / scale + 0.5) / (usual / scale + 0.5));
}

/** "18 Nov: 38 of 40 websites about twice as many". */
export function shortTogether({ day, moved, among, ratio }: SharedMove): string {
  return `${formatDayShort(day)}: ${groupThousands(moved)} of ${groupThousands(among)} websites ${amountOf(ratio).words}`;
}

export function togetherSentence({
  day,
  moved,
  among,
  ratio,
  isPart,
  counts = 'visitors',
}: SharedMove): string {
  const which = isPart ? ` with ${minVisitors} ${counts} or more` : '';
  const { words, than } = amountOf(ratio);
  return `On ${formatDayShort(day)} ${groupThousands(moved)} of ${groupThousands(among)} websites${which} had ${words} ${counts}${than}.`;
}

/** "about twice as many", "about 40% more", and how it goes on: as, or than usual. */
function amountOf(ratio: number): { readonly words: string; readonly than: string } {
  if (ratio < 0.05) return { words: 'hardly any', than: '' };
  if (ratio >= 0.45 && ratio <= 0.55) return { words: 'about half as many', than: ' as usual' };
  if (ratio >= 2.25) return { words: `about ${Math.round(ratio)} times as many`, than: ' as usual' };
  if (ratio >= 1.75) return { words: 'about twice as many', than: ' as usual' };
  const percent = Math.round(Math.abs(ratio - 1) * 20) * 5;
  return { words: `about ${percent}% ${ratio > 1 ? 'more' : 'fewer'}`, than: ' than usual' };
}
