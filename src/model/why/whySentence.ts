import { monthNames, addDays, dayParts } from '#model/period/day.ts';
import { describePeriod } from '#model/period/period.ts';
import { change, formatChange } from '#model/statistics/comparison.ts';
import { countsOf, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';
import { groupThousands } from '#model/text/number.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { WhyCause, WhyFacts } from './whyFacts.ts';
import type { WhyGroup, WhyRow } from './whyGroup.ts';

/** All others moved hardly where they come to at most this part of what the row did. */
const hardly = 0.1;
const rowsNamed = 2;

/**
 * What the facts say in words, each sentence a text of its own: what the total did, on which days, in which rows; or that
 * nothing stands out. It holds foreign text: whoever shows it makes it safe.
 */
export function whySentences(facts: WhyFacts, before: Period, capabilities: Capabilities): string[] {
  const said = [daysSentence(facts), ...rowSentences(facts, capabilities)].filter(text => text !== undefined);
  return [totalSentence(facts, before), ...(said.length === 0 ? ['Nothing stands out.'] : said)];
}

function totalSentence({ total }: WhyFacts, before: Period): string {
  const against = `against ${describePeriod(before)}`;
  if (total.change === 0)
    return `There were as many visitors as before (${describePeriod(before)}): ${groupThousands(total.now)}.`;
  const ratio = total.before === 0 ? 'from none' : `(${formatChange(change(total.now, total.before))})`;
  return `Visitors ${verb(total.change)} by ${size(total.change)} ${ratio} ${against}.`;
}

/** "Most of it on 2-5 October." where such days are more than half of the change, else how far they lie from their weekday. */
function daysSentence({ total, causes }: WhyFacts): string | undefined {
  const days = causes.flatMap(cause => (cause.kind === 'day' ? [cause.day] : []));
  const along = days.filter(({ change }) => Math.sign(change) === Math.sign(total.change));
  const moved = along.reduce((sum, { change }) => sum + change, 0);
  const part = moved / total.change;
  if (total.change !== 0 && part > 0.5 && part <= 1)
    return `Most of it on ${daysText(along.map(({ day }) => day))}.`;
  const [first] = days;
  if (first === undefined) return undefined;
  const kind = first.change > 0 ? 'more' : 'fewer';
  return `On ${daysText([first.day])} there were ${size(first.change)} ${kind} than on the day it is compared with.`;
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
  const texts = runs.map(runText);
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
