import { type InputEntry, inputName, inputText, readEntries } from '#cli/input.ts';
import { dayOf, tagOf } from '#cli/options.ts';
import { say, writeTable } from '#cli/output.ts';
import {
  defineSubcommand,
  type ListedSubcommand,
  type OptionValues,
  quietOption,
  wholeNumber,
} from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import { RefusedError, UsageError } from '#model/failure.ts';
import { columnsAndRows, type DataTable } from '#model/export/dataTable.ts';
import { isDay } from '#model/period/day.ts';
import {
  addNote,
  asNoteText,
  asTime,
  inTime,
  type NewNote,
  type Note,
  noteLine,
  noteRule,
  type NoteScope,
  type Notes,
  notesOf,
  readNoteLines,
  scopeOf,
  timeRule,
} from '#model/website/notes.ts';
import { tagNames } from '#model/website/tags.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

const scopeOptions = {
  all: { description: 'about every website', conflicts: ['tag'] },
  tag: { value: '<tag>', description: 'about every website with this tag', suggestions: 'tags' },
} as const;

type ScopeOptions = OptionValues<typeof scopeOptions>;

const add = defineSubcommand({
  description: 'note what you did, or what happened, on a day',
  arguments: [
    { name: '[WORD...]', description: 'a website, by id or domain, then the note', suggestions: 'websites' },
  ],
  options: {
    ...scopeOptions,
    on: {
      value: '<day>',
      description: 'its day, such as 2026-11-06 or yesterday; today where it is left out',
    },
    at: { value: '<time>', description: 'its time of that day, such as 09:00', conflicts: ['until'] },
    until: { value: '<day>', description: 'its last day, where it took several' },
    ...quietOption,
  },
  notes:
    '\nNotes are kept on this machine, for each profile its own, beside its tags; the service is not told.',
  examples: [
    ["sitedeck note add shop.example.com 'newsletter 14' --on 2026-11-06 --at 09:00", 'one of an hour'],
    [
      "sitedeck note add --all 'new data centre' --on 2026-11-02 --until 2026-11-04",
      'three days of all websites',
    ],
  ],
  async run([words], options) {
    if (isScoped(options) && words.length > 1)
      throw new UsageError('Give a website, --tag or --all: one of them; and the note in quotes.');
    const typed = words.slice(isScoped(options) ? 0 : 1).join(' ');
    const text = asNoteText(typed);
    if (text === undefined)
      throw new UsageError(
        `${typed === '' ? 'Say what is noted, behind the website, --tag or --all' : `A note is ${noteRule(typed)}`}: sitedeck note add SITE 'newsletter 14'`,
      );
    await withService(options, async run => {
      const { at, until } = options;
      const day = options.on === undefined ? run.today() : dayOf('--on', options.on, run.today());
      const last = until === undefined ? undefined : dayOf('--until', until, run.today());
      if (last !== undefined && last < day) throw new UsageError('--until is before the day of the note.');
      const time = at === undefined ? undefined : asTime(at);
      if (at !== undefined && time === undefined)
        throw new UsageError(`--at ${safeText(at, 60)} ${timeRule}`);
      const scope = await scopeOfOptions(run, options, words[0] ?? '');
      const made = {
        scope,
        day,
        ...(last !== undefined && { until: last }),
        ...(time !== undefined && { at: time }),
        text,
      };
      let note: Note | undefined;
      run.notes.change(before => {
        const added = addNote(before, made);
        note = added.note;
        return added.notes;
      });
      say(`Noted for ${scopeWords(scope)}: ${safeText(noteLine(made, run.today()))}  (note ${note?.id})`);
    });
  },
});

const list = defineSubcommand({
  description: 'print the notes, the earliest first; with --json all that import reads',
  arguments: [{ name: '[SITE]', description: 'only those about this website', suggestions: 'websites' }],
  options: {},
  examples: [
    ['sitedeck note list shop.example.com', 'also those of its tags, and of all websites'],
    ['sitedeck note list --json > notes.json', 'a copy of all'],
  ],
  async run([site], options) {
    await withService(options, async run => {
      const notes = run.notes.read();
      const shown =
        site === undefined ? inTime(notes) : notesOf(notes, await run.resolveSite(site), run.tags.read());
      await writeTable(notesTable(shown), run, { columns: ['id', 'day', 'until', 'at', 'about', 'text'] });
      if (shown.length === 0 && run.format === 'table')
        say(
          `There is no note yet: sitedeck note add ${site === undefined ? 'SITE' : safeText(site, 100)} 'newsletter 14'`,
        );
    });
  },
});

const remove = defineSubcommand({
  description: 'remove notes',
  arguments: [{ name: '<ID...>', description: 'the numbers that note list prints' }],
  options: quietOption,
  examples: [['sitedeck note remove 3', 'the third note']],
  async run([words], options) {
    const ids = words.map(wholeNumber(1));
    await withService(options, async run => {
      run.notes.change(before => {
        const missing = ids.find(id => !before.some(note => note.id === id));
        if (missing !== undefined)
          throw new RefusedError(`There is no note ${missing}: sitedeck note list prints them.`);
        return before.filter(({ id }) => !ids.includes(id));
      });
      say(`${counted(new Set(ids).size, 'notes')} removed.`);
    });
  },
});

const importNotes = defineSubcommand({
  description: 'read notes from a file: lines of a day, a tab and a text, or what note list --json prints',
  arguments: [
    {
      name: '[WORD...]',
      description: 'the website the notes are about, by id or domain, then the file; - reads stdin',
      suggestions: 'websites',
    },
  ],
  options: { ...scopeOptions, ...quietOption },
  notes: `
A time may stand behind the day: 2026-11-06 09:00. Notes that are there already are not added again. JSON says itself which
websites its notes are about, unless one is named.`,
  examples: [
    ['sitedeck note import shop.example.com releases.tsv', 'lines such as 2026-11-06, a tab, v1.4'],
    ['sitedeck note import notes.json', 'what note list --json has printed'],
  ],
  async run([words], options) {
    const file = words.at(-1);
    if (file === undefined || words.length > (isScoped(options) ? 1 : 2))
      throw new UsageError('Name a website and a file: sitedeck note import shop.example.com notes.tsv');
    const [site] = words.length === 2 ? words : [];
    const text = await inputText(file, 'notes');
    await withService(options, async run => {
      const scope =
        site !== undefined || isScoped(options) ? await scopeOfOptions(run, options, site ?? '') : undefined;
      const read = await readNotes(run, text, inputName(file), scope);
      let added = 0;
      run.notes.change(before => {
        const after = read.reduce<Notes>((notes, note) => addNote(notes, note).notes, before);
        added = after.length - before.length;
        return added === 0 ? before : after;
      });
      const known = read.length - added;
      say(
        `${counted(added, 'notes')} added${known === 0 ? '' : `, ${counted(known, 'notes')} known already`}.`,
      );
    });
  },
});

export const note: ListedSubcommand = {
  docs: 'commands',
  description: 'what you did, or what happened, beside what the numbers say',
  subcommands: { add, list, remove, import: importNotes },
};

function isScoped({ all, tag }: ScopeOptions): boolean {
  return all === true || tag !== undefined;
}

/** Throws a UsageError, and what naming a website throws. */
async function scopeOfOptions(run: Run, options: ScopeOptions, site: string): Promise<NoteScope> {
  if (options.all === true) return { kind: 'all' };
  if (options.tag === undefined) {
    if (site === '')
      throw new UsageError('Say which website the note is about: its id or domain, --all or --tag.');
    return scopeOf(await run.resolveSite(site));
  }
  const tag = tagOf(options.tag);
  if (!hasTag(run, tag))
    throw new UsageError(`No website has the tag ${safeText(tag)}: sitedeck tag prints those there are.`);
  return { kind: 'tag', tag };
}

function hasTag(run: Run, tag: string): boolean {
  return tagNames(run.tags.read()).includes(tag);
}

/** All or none; without `scope` the notes say themselves what they are about. Throws a UsageError that names the first wrong one. */
async function readNotes(
  run: Run,
  text: string,
  name: string,
  scope: NoteScope | undefined,
): Promise<NewNote[]> {
  if (/^\s*[[{]/.test(text)) return await readJsonNotes(run, text, name, scope);
  const read = readNoteLines(text);
  if ('wrong' in read) throw new UsageError(`${name}: ${safeText(read.wrong)}. Nothing was added.`);
  if (scope === undefined)
    throw new UsageError(
      `Say which website the notes of ${name} are about: its id or domain, --all or --tag.`,
    );
  return read.notes.map(note => ({ scope, ...note }));
}

async function readJsonNotes(
  run: Run,
  text: string,
  name: string,
  scope: NoteScope | undefined,
): Promise<NewNote[]> {
  const kind = { name, what: 'notes', printedBy: 'note list', undone: 'Nothing was added.' };
  return await readEntries(text, kind, async entry => {
    const { field, wrong } = entry;
    const [day = '', until = day, line = '', time] = ['day', 'until', 'text', 'at'].map(field);
    const [noteText, at] = [asNoteText(line), time === undefined ? undefined : asTime(time)];
    if (!isDay(day)) throw wrong('day', 'a day such as 2026-11-06');
    if (!isDay(until) || until < day) throw wrong('until', 'a day from its first one on, or nothing');
    if (time !== undefined && at === undefined) throw wrong('at', 'a time of day such as 09:00, or nothing');
    if (at !== undefined && until !== day) throw wrong('at', 'nothing where a note has several days');
    if (noteText === undefined) throw wrong('text', noteRule(line));
    return {
      scope: scope ?? (await scopeSaid(run, entry)),
      day,
      ...(until !== day && { until }),
      ...(at !== undefined && { at }),
      text: noteText,
    };
  });
}

async function scopeSaid(run: Run, { field, wrong }: InputEntry): Promise<NoteScope> {
  const [tag, domain] = ['tag', 'domain'].map(field);
  if (tag === undefined)
    return domain === undefined ? { kind: 'all' } : scopeOf(await run.resolveSite(domain));
  if (!hasTag(run, tag)) throw wrong('tag', 'a tag of a website: sitedeck tag prints those there are');
  return { kind: 'tag', tag };
}

function scopeWords(scope: NoteScope): string {
  if (scope.kind === 'all') return 'all websites';
  return scope.kind === 'tag' ? `the tag ${safeText(scope.tag)}` : safeText(scope.domain || scope.id);
}

function notesTable(notes: Notes): DataTable {
  const domainOf = ({ scope }: Note) => (scope.kind === 'website' ? scope.domain : undefined);
  const tagOfNote = ({ scope }: Note) => (scope.kind === 'tag' ? scope.tag : undefined);
  const table = columnsAndRows(notes, [
    [{ key: 'id', title: 'Note' }, ({ id }) => id],
    [{ key: 'day', title: 'Day', kind: 'day' }, ({ day }) => day],
    [{ key: 'until', title: 'Until', kind: 'day' }, ({ until }) => until],
    [{ key: 'at', title: 'At' }, ({ at }) => at],
    [{ key: 'about', title: 'About' }, ({ scope }) => scopeWords(scope)],
    [{ key: 'text', title: 'Text' }, ({ text }) => text],
    [{ key: 'domain', title: 'Domain', forPrograms: true }, domainOf],
    [{ key: 'tag', title: 'Tag', forPrograms: true }, tagOfNote],
  ]);
  return { title: 'Notes', about: {}, ...table };
}
