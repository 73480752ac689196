import { addDays } from '#model/period/day.ts';
import { daysText, runsOf } from '#model/period/format.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Note, Notes } from '#model/website/notes.ts';
import { listed } from '#text/words.ts';
import type { Shape } from './shape.ts';

/** What was noted when a change began. */
export interface NotedBeginning {
  /** On which it began: a day that was noted, or the day after. */
  readonly day: Day;
  /** Whether it is the day after. */
  readonly isAfter: boolean;
  /** Of another level; else of days that lie apart. */
  readonly isLevel: boolean;
  readonly notes: Notes;
}

/** Of more beginnings the first ones are named. */
const mostNamed = 2;
const mostNotes = 3;

/**
 * The notes with which a change began, by the same test of chance that finds the change: of a step the days on which it may have
 * begun as well, of days that lie apart the first of each run. A slope begins on no day.
 * @param days those compared
 */
export function notedBeginnings(
  shape: Shape | undefined,
  notes: Notes,
  days: ReadonlySet<Day>,
): NotedBeginning[] {
  if (shape === undefined || notes.length === 0) return [];
  const levels = shape.begins.filter(day => days.has(day));
  const runs = runsOf(shape.unusual).flatMap(({ from }) => (days.has(from) ? [from] : []));
  const begins = [...levels, ...runs];
  const found = new Map<string, NotedBeginning>();
  for (const note of notes) {
    const day =
      begins.find(begin => isNotedOn(note, begin)) ??
      begins.find(begin => isNotedOn(note, addDays(begin, -1)));
    if (day === undefined) continue;
    const isAfter = !isNotedOn(note, day);
    const key = `${day} ${isAfter}`;
    const before = found.get(key);
    const isLevel = levels.includes(day);
    found.set(key, { day, isAfter, isLevel, notes: [...(before?.notes ?? []), note] });
  }
  return [...found.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)).slice(0, mostNamed);
}

function isNotedOn({ day, until = day }: Note, begin: Day): boolean {
  return day <= begin && begin <= until;
}

/** 'It began on 6 Nov, when you noted "newsletter 14".' Foreign text, unless `quoted` makes it safe. */
export function notedSentences(
  beginnings: readonly NotedBeginning[],
  year: number,
  quoted: (value: string) => string,
): string[] {
  return beginnings.map(({ day, isAfter, isLevel, notes }) => {
    const said = listed(
      notes
        .slice(0, mostNotes)
        .map(({ text, at }) => `"${quoted(text)}"${at === undefined ? '' : ` at ${at}`}`),
    );
    const date = daysText([day], year);
    const after = `the day after you noted ${said}.`;
    if (isLevel) return `It began on ${date}, ${isAfter ? after : `when you noted ${said}.`}`;
    return isAfter ? `${date} stands out, ${after}` : `${date} stands out: you noted ${said}.`;
  });
}
