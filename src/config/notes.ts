import { join } from 'node:path';
import * as z from 'zod/mini';
import { ConfigError } from '#model/failure.ts';
import { isDay } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { asNoteText, asTime, noNotes, type Note, type Notes } from '#model/website/notes.ts';
import { asTag } from '#model/website/tags.ts';
import { safeText } from '#text/safeText.ts';
import { jsonFile } from './jsonFile.ts';
import { isKeyOf, type IsThere, type ServiceIdentity, serviceKey } from './serviceIdentity.ts';

/** As TagsFile: notes are kept beside tags, and belong to the same service. */
export interface NotesFile {
  /** Throws a ConfigError for a file that cannot be used. */
  read(): Notes;
  /** Reads the file again first. Throws a ConfigError, also where the profile was removed in the meantime. */
  change(change: (notes: Notes) => Notes): Notes;
}

const version = 1;

export const notesPath = (folder: string) => join(folder, 'notes.json');

/** Opens notes.json in the folder, which is read when it is asked for. */
export function openNotes(
  folder: string,
  service: ServiceIdentity,
  isThere: IsThere = () => true,
): NotesFile {
  const file = notesFile(folder);
  const key = serviceKey(service);
  const notesIn = ({ services }: WholeFile): Notes =>
    Object.hasOwn(services, key) ? (services[key] ?? noNotes) : noNotes;
  return {
    read: () => notesIn(file.read()),
    change(change) {
      let changed = noNotes;
      file.change(now => {
        if (!isThere())
          throw new ConfigError(
            `The profile ${safeText(service.profile)} was removed, or has another address now: no note was changed.`,
          );
        const before = notesIn(now);
        changed = change(before);
        if (changed === before) return now;
        const { [key]: _, ...others } = now.services;
        return { ...now, services: changed.length === 0 ? others : { ...others, [key]: [...changed] } };
      });
      return changed;
    },
  };
}

/** A deleted website takes its notes along; where that cannot be written they stay, unseen. */
export function dropNotes(file: NotesFile, id: string): void {
  const isOf = ({ scope }: Note) => scope.kind === 'website' && scope.id === id;
  try {
    if (file.read().some(isOf)) file.change(notes => notes.filter(note => !isOf(note)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}

/** Removes the notes of a profile, whichever address it has or had. Returns how many there were. Throws a ConfigError. */
export function forgetNotes(folder: string, profile: string): number {
  const file = notesFile(folder);
  const ofProfile = ({ services }: WholeFile) =>
    Object.entries(services).filter(([key]) => isKeyOf(key, profile));
  const before = ofProfile(file.read());
  // Without a file, or notes in it, nothing is locked.
  if (before.length > 0)
    file.change(now => ({
      ...now,
      services: Object.fromEntries(Object.entries(now.services).filter(([key]) => !isKeyOf(key, profile))),
    }));
  return before.reduce((sum, [, notes]) => sum + notes.length, 0);
}

const notesFile = (folder: string) =>
  jsonFile<WholeFile>(notesPath(folder), {
    schema: wholeFile,
    empty: { version, services: {} },
    refusal: 'holds no notes that can be read',
  });

const text = (isRight: (text: string) => boolean) => z.string().check(z.refine(isRight));
const day = () => z.custom<Day>(value => typeof value === 'string' && isDay(value));
const scope = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('website'), id: z.string(), domain: z.string() }),
    z.object({ kind: z.literal('tag'), tag: text(word => asTag(word) === word) }),
    z.object({ kind: z.literal('all') }),
  ]);
const note = (): z.ZodMiniType<Note> =>
  z.object({
    id: z.int().check(z.positive()),
    scope: scope(),
    day: day(),
    until: z.optional(day()),
    at: z.optional(text(time => asTime(time) === time)),
    text: text(line => asNoteText(line) === line),
  });
const wholeFile = () =>
  z.looseObject({
    version: z.literal(version),
    /** By `serviceKey`. */
    services: z._default(z.record(z.string(), z.array(note())), {}),
  });

type WholeFile = z.infer<ReturnType<typeof wholeFile>>;
