import { formatWeekday, hourText } from '#model/period/format.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { capitalised, groupThousands } from '#text/words.ts';
import { standsOut, totalScore } from './deviation.ts';

/** The visitors of a day by its hours, beside those of the day that it is compared with. */
export interface ComparedHours {
  readonly now: readonly number[];
  readonly before: readonly number[];
  readonly dayBefore: Day;
  /** So many are compared: of today those that are over. */
  readonly until: number;
  /** How many times as much as Poisson the days vary. */
  readonly spread: number;
  /** What the counts have been multiplied by. */
  readonly scale?: number | undefined;
}

/** Most of a change is more than half of it, and not so much more than all that others took it back. */
const [most, all] = [0.5, 1.25];

/** From the first to the last that chance does not explain. Undefined where there is none, or where it was so all day. */
export function hoursSentence(hours: ComparedHours): string | undefined {
  const { dayBefore, until } = hours;
  const { changes, total, first, last } = changedHours(hours);
  if (first === undefined || last === undefined || last - first >= until - 1) return undefined;
  const change = changes.slice(first, last + 1).reduce((sum, each) => sum + each, 0);
  const when =
    first === last
      ? `at ${hourText(first)}`
      : `from ${hourText(first)} ${last === until - 1 ? 'on' : `to ${hourText(last + 1)}`}`;
  if (change / total > most && change / total <= all) return `Most of it ${when}.`;
  const size = `${groupThousands(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`;
  return change === 0
    ? undefined
    : `${capitalised(when)} there were ${size} than on ${formatWeekday(dayBefore)}.`;
}

/** From the first to the last that chance does not explain, of those that go the way of the day where there are any. */
export function changedHours({ now, before, until, spread, scale = 1 }: Omit<ComparedHours, 'dayBefore'>) {
  const changes = now.slice(0, until).map((count, hour) => count - (before[hour] ?? 0));
  const total = changes.reduce((sum, change) => sum + change, 0);
  const beyond = changes.flatMap((change, hour) => {
    const counted = ((now[hour] ?? 0) + (before[hour] ?? 0)) / scale;
    return standsOut({ score: totalScore(change / scale, counted, spread) }) ? [{ change, hour }] : [];
  });
  const along = beyond.filter(({ change }) => change * total > 0);
  const shown = along.length > 0 ? along : beyond;
  return { changes, total, first: shown[0]?.hour, last: shown.at(-1)?.hour };
}

/** What is said of an hour: "At 10:00 sessions of the campaign spring rose by 120." Foreign text. */
export function atHour(hour: number, [first = '', ...others]: readonly string[]): readonly string[] {
  return first === ''
    ? []
    : [`At ${hourText(hour)} ${first.slice(0, 1).toLowerCase()}${first.slice(1)}`, ...others];
}
