import { addDays } from '#model/period/day.ts';
import { daysText, formatWeekday, hourText, runsOf } from '#model/period/format.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Note, Notes } from '#model/website/notes.ts';
import { capitalised, groupThousands, listed } from '#text/words.ts';
import { standsOut, totalScore } from './groups.ts';
import type { Shape } from './shape.ts';

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

export interface NotedBeginning {
  readonly day: Day;
  /** Of another level; else of days that lie apart. */
  readonly isLevel: boolean;
  /** On that day, and on the day before. */
  readonly notes: Notes;
  readonly dayBefore: Notes;
}

interface HourOfDay {
  readonly day: Day;
  readonly hour: number;
}

/** Of more beginnings the first ones are named. */
const mostNamed = 2;
/** Of one. */
const mostNotes = 2;
/** With less, notes of other days explained a step too often, with more its own too seldom (docs/design/shape-errors.md). */
const likely = 0.25;

/**
 * The notes with which a change began, by the same test of chance that finds the change: a step on the likeliest of the days that
 * notes explain, days that lie apart on the first of each run. A slope begins on no day. A note of several days is about its first.
 * @param days those compared
 * @param began in which hour of a day its change began, where that is known: what was noted later that day is no reason
 */
export function notedBeginnings(
  shape: Shape | undefined,
  allNotes: Notes,
  days: ReadonlySet<Day>,
  began?: HourOfDay,
): NotedBeginning[] {
  if (shape === undefined || allNotes.length === 0) return [];
  const notes = allNotes.filter(note => !isTooLate(note, began));
  const beginning = (day: Day, isLevel: boolean, among: Notes): NotedBeginning[] => {
    const on = among.filter(note => note.day === day).slice(0, mostNotes);
    const before = among.filter(note => note.day === addDays(day, -1));
    const dayBefore = before.slice(0, mostNotes - on.length);
    return on.length + dayBefore.length === 0 ? [] : [{ day, isLevel, notes: on, dayBefore }];
  };
  const partOn = (day: Day) => (days.has(day) ? (shape.begins.get(day) ?? 0) : 0);
  const explaining = notes.filter(({ day }) => partOn(day) + partOn(addDays(day, 1)) >= likely);
  const levels = [...shape.begins.keys()]
    .filter(day => days.has(day))
    .toSorted((a, b) => partOn(b) - partOn(a))
    .flatMap(day => beginning(day, true, explaining));
  const runs = runsOf(shape.unusual).flatMap(({ from }) =>
    days.has(from) ? beginning(from, false, notes) : [],
  );
  return [...levels.slice(0, 1), ...runs].slice(0, mostNamed);
}

function isTooLate({ day, at }: Note, began: HourOfDay | undefined): boolean {
  return began?.day === day && at !== undefined && Number(at.slice(0, 2)) > began.hour;
}

/** The shape as it is told: a step since the day with which a note explains it. */
export function shapeAsNoted(shape: Shape | undefined, noted: readonly NotedBeginning[]): Shape | undefined {
  const level = noted.find(({ isLevel }) => isLevel);
  return shape === undefined || level === undefined ? shape : { ...shape, since: level.day };
}

/** 'It began on 6 Nov, when you noted "newsletter 14".' Foreign text, unless `quoted` makes it safe. */
export function notedSentences(
  beginnings: readonly NotedBeginning[],
  year: number,
  quoted: (value: string) => string,
): string[] {
  const said = (notes: Notes) =>
    listed(notes.map(({ text, at }) => `"${quoted(text)}"${at === undefined ? '' : ` at ${at}`}`));
  return beginnings.map(({ day, isLevel, notes, dayBefore }) => {
    const date = daysText([day], year);
    const begins = isLevel ? `It began on ${date}` : `${date} stands out`;
    if (notes.length === 0) return `${begins}, the day after you noted ${said(dayBefore)}.`;
    const also = dayBefore.length === 0 ? '' : `, and the day before ${said(dayBefore)}`;
    return `${begins}${isLevel ? ', when' : ':'} you noted ${said(notes)}${also}.`;
  });
}
