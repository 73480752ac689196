import { compareText } from '#text/words.ts';
import { dayParts, isDay } from '#model/period/day.ts';
import { formatDayLong, formatWeekday } from '#model/period/format.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { clusters } from '#text/characters.ts';
import { ownTags, type Tags } from './tags.ts';
import { distinctName, normaliseDomain, sharedDomains, type Website } from './website.ts';

/** Whose days a note is about. A website is known by its id and the domain that it had then, as tags are. */
export type NoteScope =
  | { readonly kind: 'website'; readonly id: string; readonly domain: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'all' };

/** What somebody did, or what happened, on a day: kept on this machine. */
export interface Note {
  /** By which it is removed: from 1 on, never given twice while it is there. */
  readonly id: number;
  readonly scope: NoteScope;
  readonly day: Day;
  /** The last day, where it is about several. */
  readonly until?: Day | undefined;
  /** The time of day, "09:00", where it is about one. */
  readonly at?: string | undefined;
  /** A line of at most 200 characters. */
  readonly text: string;
}

export type NewNote = Omit<Note, 'id'>;

/** In the order of their ids. */
export type Notes = readonly Note[];

export const noNotes: Notes = [];

const maxNoteLength = 200;
/** No control characters, nor such as turn the direction of what stands behind them. */
const acting = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** Such as a space without a width: a note of it would be an empty line. */
const unseen = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** What a note is, as far as a text is none. */
export function noteRule(text: string): string {
  return acting.test(asLine(text))
    ? 'a line without control characters or marks that turn the direction of text'
    : `a line of at most ${maxNoteLength} characters`;
}

type Named = Pick<Website, 'id' | 'domain'>;

/** As it is kept; undefined for what is none. */
export function asNoteText(text: string): string | undefined {
  const line = asLine(text);
  return !unseen.test(line) && !acting.test(line) && clusters(line).length <= maxNoteLength
    ? line
    : undefined;
}

function asLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().normalize('NFC');
}

/** "9:00" as "09:00"; undefined for what is no time of day. */
export function asTime(text: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d\d)$/.exec(text.trim()) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}

/** Whether a text has the form of a time of day, but is none: "25:00". */
export function isWrongTime(text: string): boolean {
  return /^\d{1,2}:\d\d$/.test(text) && asTime(text) === undefined;
}

export const timeRule = 'is no time of day: write it as 09:00.';

/** With one more, unless the same is there; and the note as it is now. */
export function addNote(notes: Notes, added: NewNote): { readonly notes: Notes; readonly note: Note } {
  const same = notes.find(note => isSame(note, added));
  if (same !== undefined) return { notes, note: same };
  const note = { id: Math.max(0, ...notes.map(({ id }) => id)) + 1, ...added };
  return { notes: [...notes, note], note };
}

function isSame(one: NewNote, other: NewNote): boolean {
  return (
    one.day === other.day &&
    one.until === other.until &&
    one.at === other.at &&
    one.text === other.text &&
    isSameScope(one.scope, other.scope)
  );
}

export function isSameScope(one: NoteScope, other: NoteScope): boolean {
  return scopeKey(one) === scopeKey(other);
}

function scopeKey(scope: NoteScope): string {
  if (scope.kind === 'all') return 'all';
  if (scope.kind === 'tag') return `tag ${scope.tag}`;
  return `website ${scope.id} ${normaliseDomain(scope.domain)}`;
}

/** Those about a website: its own, of its tags and of all. Of one that had another domain none. In the order of time. */
export function notesOf(notes: Notes, website: Named, tags: Tags): Notes {
  if (notes.length === 0) return notes;
  const own = ownTags(tags, website);
  const key = scopeKey(scopeOf(website));
  const isOf = (scope: NoteScope) =>
    scope.kind === 'tag' ? own.includes(scope.tag) : scope.kind === 'all' || scopeKey(scope) === key;
  return inTime(notes.filter(({ scope }) => isOf(scope)));
}

/** What was noted about any of several websites, each once, with whose it is where not all of them have it. */
export function notesOfSeveral<W extends Pick<Website, 'id' | 'domain' | 'name'>>(
  websites: readonly W[],
  ownNotes: (website: W) => Notes,
): Notes {
  const shared = sharedDomains(websites);
  const each = websites.map(website => ({
    name: distinctName(website, shared),
    notes: new Map(ownNotes(website).map(note => [note.id, note])),
  }));
  const all = new Map(each.flatMap(({ notes }) => [...notes]));
  return inTime([...all.values()]).map(note => {
    const names = each.flatMap(({ name, notes }) => (notes.has(note.id) ? name : []));
    return names.length === each.length ? note : { ...note, text: `${names.join(', ')}: ${note.text}` };
  });
}

export function scopeOf({ id, domain = '' }: Named): NoteScope {
  return { kind: 'website', id, domain };
}

/** The earliest first, those of the whole day before those of a time. */
export function inTime(notes: Notes): Notes {
  const sortKey = ({ day, at = '' }: Note) => `${day} ${at}`;
  return notes.toSorted((a, b) => compareText(sortKey(a), sortKey(b)) || a.id - b.id);
}

export function notesIn(notes: Notes, { from, to }: Period): Notes {
  return notes.filter(({ day, until = day }) => day <= to && until >= from);
}

export function isNoted(notes: Notes, period: Period): boolean {
  return notes.length > 0 && notesIn(notes, period).length > 0;
}

export function notesOfHour(notes: Notes, day: Day, hour: number): Notes {
  return notesIn(notes, { from: day, to: day }).filter(
    ({ at, until }) => at !== undefined && until === undefined && Number(at.slice(0, 2)) === hour,
  );
}

/** "09:00 newsletter 14", as beside its day. */
export function timedNote({ at, text }: Pick<Note, 'at' | 'text'>): string {
  return at === undefined ? text : `${at} ${text}`;
}

/** "Fri 6 Nov 09:00 newsletter 14", with the year where a day of it is of another one than today. */
export function noteLine({ day, until = day, at, text }: NewNote, today: Day): string {
  const isOfThisYear = [day, until].every(each => dayParts(each).year === dayParts(today).year);
  const format = isOfThisYear ? formatWeekday : formatDayLong;
  const end = until === day ? '' : ` - ${format(until)}`;
  return `${format(day)}${end}${at === undefined ? '' : ` ${at}`} ${text}`;
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * A letter for each place of a chart that has notes, in the order of the places: of the notes of one place it is the same. Where they
 * run out there is a star.
 * @param positions of each note; undefined for one that has none
 */
export function noteLetters(positions: readonly (number | undefined)[]): ReadonlyMap<number, string> {
  const marked = [...new Set(positions.flatMap(position => position ?? []))].toSorted((a, b) => a - b);
  return new Map(marked.map((position, index) => [position, letters[index] ?? '*']));
}

type ReadNotes =
  { readonly notes: readonly Pick<Note, 'day' | 'at' | 'text'>[] } | { readonly wrong: string };

/** Lines of a day, a tab and a text; a time may stand behind the day. Empty lines and those that begin with # are none. */
export function readNoteLines(text: string): ReadNotes {
  const notes: Pick<Note, 'day' | 'at' | 'text'>[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [when = '', ...rest] = line.split('\t');
    const [day = '', time] = when.trim().split(/[ T]+/);
    const noteText = asNoteText(rest.join(' '));
    const at = time === undefined ? undefined : asTime(time.slice(0, 5));
    if (!isDay(day) || (time !== undefined && at === undefined))
      return { wrong: `Line ${index + 1} does not begin with a day, 2026-11-06, and a tab` };
    if (noteText === undefined)
      return { wrong: `Line ${index + 1} has no note behind its day: ${noteRule(rest.join(' '))}` };
    notes.push({ day, text: noteText, ...(at !== undefined && { at }) });
  }
  return { notes };
}
