import { monthNames, addDays, dayParts, weekdayName } from '#model/period/day.ts';
import { describePeriod } from '#model/period/period.ts';
import { change, formatChange } from '#model/statistics/comparison.ts';
import { countsOf, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';
import { groupThousands } from '#model/text/number.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { standsOut } from './deviation.ts';
import type { WhyCause, WhyFacts } from './whyFacts.ts';
import type { WhyGroup, WhyRow } from './whyGroup.ts';
import type { WhyPeriods } from './whyPlan.ts';

/** All others moved hardly where they come to at most this part of what the row did. */
const hardly = 0.1;
const rowsNamed = 2;

/** What everybody who reads the sentences has to know. */
export const caution = 'What moved together may have other causes: correlation, not cause.';

/**
 * What the facts say in words, each sentence a text of its own: what the total did, on which days, in which rows; or that
 * nothing stands out; last what does not explain it. It holds foreign text: whoever shows it makes it safe.
 */
export function whySentences(
  facts: WhyFacts,
  periods: SentencePeriods,
  capabilities: Capabilities,
): string[] {
  const said = [daysSentence(facts), ...rowSentences(facts, capabilities)].filter(text => text !== undefined);
  return [
    totalSentence(facts, periods),
    ...(said.length === 0 ? ['Nothing stands out.'] : said),
    ...alikeSentence(facts),
  ];
}

type SentencePeriods = Pick<WhyPeriods, 'now' | 'before' | 'weekdays'>;

function totalSentence({ total }: WhyFacts, periods: SentencePeriods): string {
  const days = shortPeriod(periods);
  if (total.now === 0 && total.before === 0) return `There were no visitors, as before (${days}).`;
  if (total.change === 0)
    return `There were as many visitors as before (${days}): ${groupThousands(total.now)}.`;
  const ratio =
    total.before === 0
      ? 'from none'
      : `(${formatChange(change(total.now, total.before)).replace('%', ' %')})`;
  return `Visitors ${verb(total.change)} by ${size(total.change)} ${ratio} against ${days}${usualWords(periods)}.`;
}

/** "22 Sep - 21 Oct", with the year where it is another one than that of the days of now. */
function shortPeriod({ now, before }: SentencePeriods): string {
  const text = describePeriod(before);
  const year = ` ${dayParts(now.to).year}`;
  return text.endsWith(year) ? text.slice(0, -year.length) : text;
}

function usualWords({ before, weekdays }: SentencePeriods): string {
  if (weekdays === undefined) return '';
  const name = weekdayName(before.from);
  return weekdays === 1 ? `, the ${name} before` : `, the most usual of ${weekdays} ${name}s before`;
}

/** "Most of it on 2-5 October." where such days are more than half of the change, else how far they lie from their weekday. */
function daysSentence({ total, causes }: WhyFacts): string | undefined {
  const days = causes.flatMap(cause => (cause.kind === 'day' ? [cause.day] : []));
  const [first] = days;
  if (first === undefined) return undefined;
  const way = Math.sign(first.change);
  const along = days.filter(({ change }) => Math.sign(change) === way);
  const moved = along.reduce((sum, { change }) => sum + change, 0);
  const part = moved / total.change;
  const when = daysText(along.map(({ day }) => day));
  if (total.change !== 0 && part > 0.5 && part <= 1) return `Most of it on ${when}.`;
  const than = along.length > 1 ? 'the same weekdays before' : daysText([first.dayBefore]);
  return `On ${when} there were ${size(moved)} ${way > 0 ? 'more' : 'fewer'} than on ${than}.`;
}

/** Only where the total itself moved more than chance would have it. */
function alikeSentence({ groups, total, score }: WhyFacts): string[] {
  const alike = groups.filter(({ verdict, lack }) => verdict === 'alike' && lack === undefined);
  if (alike.length === 0 || !standsOut({ score })) return [];
  const names = listed(alike.map(({ name }) => statisticInfo(name).title));
  return [
    `${names.slice(0, 1)}${names.slice(1).toLowerCase()} ${verb(total.change)} alike: they explain nothing.`,
  ];
}

function rowSentences({ causes, groups }: WhyFacts, capabilities: Capabilities): string[] {
  return causes
    .filter((cause): cause is Extract<WhyCause, { kind: 'row' }> => cause.kind === 'row')
    .slice(0, rowsNamed)
    .map(({ name, row }) => {
      const group = groups.find(of => of.name === name);
      const rest = group && movedAlone(group, row) ? ', all others hardly' : '';
      return `${subject(name, row.value, capabilities)} ${rowVerb(row)}${rest}.`;
    });
}

/** Said only where all the others are known. */
function movedAlone({ moved, compared, lack }: WhyGroup, { change }: WhyRow): boolean {
  const others = moved - Math.abs(change);
  return compared > 1 && lack === undefined && others <= hardly * Math.abs(change);
}

function rowVerb({ kind, change, now, before, isAtLeast }: WhyRow): string {
  if (kind === 'new') return `are new: ${groupThousands(now ?? 0)}`;
  if (kind === 'gone') return `are gone: ${groupThousands(before ?? 0)} before`;
  return `${verb(change)} by ${isAtLeast ? 'at least ' : ''}${size(change)}`;
}

/** "Sessions from example.com": in the plural, whatever the number. */
function subject(name: StatisticName, value: string, capabilities: Capabilities): string {
  const text = readableValue(name, value);
  const { singular } = statisticInfo(name);
  const counts = countsOf(name, capabilities);
  if (name === 'referrer') return value.trim() === '' ? 'Direct visits' : `Sessions from ${text}`;
  if (name === 'country') return `Visitors from ${text}`;
  const words = counts.slice(0, 1).toUpperCase() + counts.slice(1);
  return name === 'event' ? `Events ${text}` : `${words} of the ${singular} ${text}`;
}

function verb(of: number): string {
  return of < 0 ? 'fell' : 'rose';
}

function size(of: number): string {
  return groupThousands(Math.abs(of));
}

/** "2-5 October", "30 September - 2 October", "2 October and 9-10 October". */
export function daysText(days: readonly Day[]): string {
  const runs: { from: Day; to: Day }[] = [];
  for (const day of [...days].sort()) {
    const last = runs.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return listed(runs.map(runText));
}

/** "a", "a and b", "a, b and c". */
function listed(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

function runText({ from, to }: Period): string {
  const [first, last] = [dayParts(from), dayParts(to)];
  const end = `${last.date} ${monthNames[last.month - 1]}`;
  if (from === to) return end;
  return first.month === last.month
    ? `${first.date}-${end}`
    : `${first.date} ${monthNames[first.month - 1]} - ${end}`;
}
