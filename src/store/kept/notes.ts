import { dayCount } from '#model/period/day.ts';
import { formatDayLong, hourText } from '#model/period/format.ts';
import type { CursorPoint } from '#model/statistics/cursor.ts';
import type { Day } from '#model/statistics/statistics.ts';
import {
  addNote,
  asNoteText,
  asTime,
  isSameScope,
  isWrongTime,
  noNotes,
  type Note,
  noteRule,
  type NoteScope,
  type Notes,
  notesIn,
  notesOf,
  scopeOf,
  timeRule,
} from '#model/website/notes.ts';
import { ownTags } from '#model/website/tags.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import type { NoticesSlice } from '#store/notices.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import { localDataOf, type LocalDataSlice, type SliceContext } from '#store/slice.ts';
import { type RecordState, websiteOf } from '#store/websites/records.ts';
import type { TagsSlice } from '#store/websites/tags.ts';
import { memoizeLast } from '#text/memo.ts';
import { textAtEnd } from '#text/textField.ts';

interface Noting {
  readonly website: Website;
  readonly day: Day;
  /** The last day, where the point of the chart has several. */
  readonly until: Day | undefined;
  /** The hour of the day, 0 to 23, where one was under the cursor. */
  readonly hour: number | undefined;
  /** Those of these days that are there already. */
  readonly there: Notes;
  /** Of `there` the one that is changed; undefined for a new one. */
  readonly changed: number | undefined;
  /** Whose it may be: of the website, of one of its tags, of all. */
  readonly scopes: readonly NoteScope[];
  readonly scope: number;
}

/** In front of what is typed may stand a time of day: "9:30 newsletter 14". */
export interface NotesSlice extends LocalDataSlice<Notes> {
  readonly noting?: Noting | undefined;
  open(website: Website, span: CursorPoint['span'] | undefined): void;
  /** Goes to the next note of these days, or from the last one to a new one. */
  choose(step: 1 | -1): void;
  chooseScope(step: 1 | -1): void;
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly tags: TagsSlice;
  readonly today: () => Day;
}

export function createNotes({
  get,
  patch,
  services,
}: SliceContext<{ notes: NotesSlice }, Needs>): NotesSlice {
  const { atStart, read, keep } = localDataOf(services.notes, noNotes, change => patch('notes', change));
  const fill = (noting: Noting, changed: number | undefined) => {
    const note = changed === undefined ? undefined : noting.there[changed];
    const ofHour = noting.hour === undefined ? undefined : hourText(noting.hour);
    const at = note === undefined ? ofHour : note.at;
    const own = note && noting.scopes.findIndex(scope => isSameScope(scope, note.scope));
    patch('notes', {
      noting: { ...noting, changed, scope: own === undefined ? noting.scope : Math.max(0, own) },
      typed: textAtEnd(
        [at, note?.text].filter(part => part !== undefined).join(' ') + (note ? '' : at ? ' ' : ''),
      ),
      error: undefined,
    });
  };
  return {
    ...atStart,
    open(website, span) {
      read();
      const { notes, tags, today } = get();
      const days =
        span === undefined || (span.unit === 'hour' && span.day === undefined)
          ? { from: today(), to: today() }
          : span.unit === 'hour'
            ? { from: span.day ?? today(), to: span.day ?? today() }
            : span;
      const scopes: NoteScope[] = [
        scopeOf(website),
        ...ownTags(tags.all, website).map((tag): NoteScope => ({ kind: 'tag', tag })),
        { kind: 'all' },
      ];
      const noting: Noting = {
        website,
        day: days.from,
        until: dayCount(days) > 1 ? days.to : undefined,
        hour: span?.unit === 'hour' && span.day !== undefined ? span.hour : undefined,
        there: notesIn(notesOf(notes.all, website, tags.all), days),
        changed: undefined,
        scopes,
        scope: 0,
      };
      fill(noting, undefined);
      get().navigation.push({ screen: 'note' });
    },
    choose(step) {
      const { noting } = get().notes;
      if (noting === undefined || noting.there.length === 0) return;
      // One place more: that of a new note.
      const count = noting.there.length + 1;
      const index = ((noting.changed ?? -1) + 1 + step + count) % count;
      fill(noting, index === 0 ? undefined : index - 1);
    },
    chooseScope(step) {
      const { noting } = get().notes;
      if (noting === undefined) return;
      const count = noting.scopes.length;
      patch('notes', { noting: { ...noting, scope: (noting.scope + step + count) % count } });
    },
    save() {
      const { noting, typed } = get().notes;
      if (noting === undefined) return;
      const before = noting.changed === undefined ? undefined : noting.there[noting.changed];
      const { at, text } = timeAndText(typed.value);
      if (text === '' && before === undefined)
        return patch('notes', { error: 'Type what you did, or what happened.' });
      const [first = ''] = text.split(/\s+/);
      if (at === undefined && isWrongTime(first)) return patch('notes', { error: `${first} ${timeRule}` });
      const noteText = asNoteText(text);
      if (text !== '' && noteText === undefined)
        return patch('notes', { error: `A note is ${noteRule(text)}.` });
      if (keep(all => withNote(all, noting, before, noteText, at)) === undefined) return;
      get().navigation.pop();
      get().notices.say(
        noteText === undefined ? 'The note is removed.' : `Noted on ${formatDayLong(noting.day)}.`,
        'good',
      );
    },
  };
}

/** "9:30 newsletter" as the time and the text. */
function timeAndText(typed: string): { readonly at: string | undefined; readonly text: string } {
  const [first = '', ...rest] = typed.trim().split(/\s+/);
  const at = asTime(first);
  return at === undefined ? { at, text: typed.trim() } : { at, text: rest.join(' ') };
}

function withNote(
  all: Notes,
  noting: Noting,
  before: Note | undefined,
  text: string | undefined,
  at: string | undefined,
): Notes {
  const others = before === undefined ? all : all.filter(({ id }) => id !== before.id);
  const scope = noting.scopes[noting.scope];
  if (text === undefined || scope === undefined) return others;
  const { day, until } = before ?? noting;
  // Of a time of day it is of one day.
  const days = until === undefined || at !== undefined ? { day } : { day, until };
  return addNote(others, { scope, ...days, ...(at !== undefined && { at }), text }).notes;
}

export function scopeName(scope: NoteScope, website: Website): string {
  if (scope.kind === 'all') return 'all websites';
  return scope.kind === 'tag' ? `tag ${scope.tag}` : websiteName(website);
}

export interface NotesState extends RecordState {
  readonly notes: Pick<NotesSlice, 'all'>;
  readonly tags: Pick<TagsSlice, 'all'>;
}

const lastNotes = memoizeLast<Notes>(4);

export function shownNotes(state: NotesState, websiteId: string): Notes {
  const { notes, tags } = state;
  const website = notes.all.length === 0 ? undefined : websiteOf(state, websiteId);
  if (website === undefined) return noNotes;
  return lastNotes([notes.all, tags.all, website], () => notesOf(notes.all, website, tags.all));
}
