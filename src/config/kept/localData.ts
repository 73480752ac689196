import { join } from 'node:path';
import * as z from 'zod/mini';
import { jsonFile, storedDay, withoutProto } from '#config/jsonFile.ts';
import {
  isKeyOf,
  type ProfileExists,
  type ServiceIdentity,
  serviceKey,
} from '#config/profile/serviceIdentity.ts';
import { ConfigError } from '#model/failure.ts';
import { isDay } from '#model/period/day.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import type { Alarm, Alarms } from '#model/website/alarms.ts';
import { canBeGoal, type Goal, type Goals, goalUnits, isGoalValue, maxOfGoal } from '#model/website/goal.ts';
import { asNoteText, asTime, type Note, type Notes } from '#model/website/notes.ts';
import { asTag, noTags, type Tags, withoutTags } from '#model/website/tags.ts';
import { safeText } from '#text/safeText.ts';

export interface KeptFile<T> {
  /** Throws a ConfigError for a file that cannot be used. */
  read(): T;
  /** Reads again, since another Sitedeck may have written. Throws a ConfigError, also where the profile was removed meanwhile. */
  change(change: (now: T) => T): T;
}

interface Kind<T, S> {
  /** "tags" are in tags.json. */
  readonly name: string;
  /** "no tag was changed". */
  readonly one: string;
  readonly none: T;
  count(value: T): number;
  /** The same object where there is nothing of that website. */
  without(value: T, websiteId: string): T;
  /** How the file has it, of one service. */
  schema(): z.ZodMiniType<S>;
  decode(stored: S): T;
  encode(value: T): S;
}

interface FileContent<S> {
  readonly version: number;
  /** By `serviceKey`. */
  readonly services: Readonly<Record<string, S>>;
}

const version = 2;

/** Bytes: of 10,000 websites there may be several of a kind each. */
const maxBytes = 20_000_000;

/** What is kept of one kind, in a file for all services. */
function keptKind<T, S>(kind: Kind<T, S>) {
  type File = FileContent<S>;
  const { name, one, none } = kind;
  const path = (folder: string) => join(folder, `${name}.json`);
  const schema = (): z.ZodMiniType<File> =>
    z.looseObject({
      version: z.literal([1, version]),
      services: withoutProto(z.record(z.string(), kind.schema())),
    });
  const fileIn = (folder: string) =>
    jsonFile<File>(path(folder), {
      schema,
      empty: { version, services: {} },
      refusal: `holds no ${name} that can be read`,
      maxBytes,
      full: `These are more ${name} than can be kept: nothing was changed.`,
    });

  const valueIn = ({ services }: File, service: ServiceIdentity): T => {
    const key = serviceKey(service);
    const stored = Object.hasOwn(services, key) ? services[key] : undefined;
    return stored === undefined ? none : kind.decode(stored);
  };
  const withValue = (file: File, service: ServiceIdentity, value: T): File => {
    const key = serviceKey(service);
    const others = without(file.services, other => other === key);
    const services = kind.count(value) === 0 ? others : { ...others, [key]: kind.encode(value) };
    return { ...file, services, version };
  };
  const ofProfile = ({ services }: File, profile: string): T[] =>
    Object.entries(services).flatMap(([key, stored]) => (isKeyOf(key, profile) ? [kind.decode(stored)] : []));

  return {
    path,
    /** The file is read when it is asked for. */
    open(folder: string, service: ServiceIdentity, isThere: ProfileExists = () => true): KeptFile<T> {
      const file = fileIn(folder);
      return {
        read: () => valueIn(file.read(), service),
        change(change) {
          let changed = none;
          file.change(now => {
            if (!isThere())
              throw new ConfigError(
                `The profile ${safeText(service.profile)} was removed, or has another address now: no ${one} was changed.`,
              );
            const before = valueIn(now, service);
            changed = change(before);
            return changed === before ? now : withValue(now, service, changed);
          });
          return changed;
        },
      };
    },
    /** A deleted website takes its own along; where that cannot be written it stays, unseen. */
    drop(file: KeptFile<T>, websiteId: string): void {
      try {
        const value = file.read();
        if (kind.without(value, websiteId) !== value) file.change(now => kind.without(now, websiteId));
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
      }
    },
    /** Removes what is kept of a profile, whichever address it has or had. Returns how many there were. Throws a ConfigError. */
    forget(folder: string, profile: string): number {
      const file = fileIn(folder);
      let count = 0;
      // Without a file, or anything of it in it, nothing is locked.
      if (ofProfile(file.read(), profile).length > 0)
        file.change(now => {
          count = ofProfile(now, profile).reduce((sum, value) => sum + kind.count(value), 0);
          return { ...now, version, services: without(now.services, key => isKeyOf(key, profile)) };
        });
      return count;
    },
  };
}

function without<T>(
  entries: Readonly<Record<string, T>>,
  isGone: (key: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !isGone(key)));
}

const text = (isRight: (text: string) => boolean) => z.string().check(z.refine(isRight));
const tag = () => text(word => asTag(word) === word);
/** By the id of the website. */
type StoredTags = Record<string, { domain: string; tags: string[] }>;

const tags = keptKind<Tags, StoredTags>({
  name: 'tags',
  one: 'tag',
  none: noTags,
  count: ({ size }) => size,
  without: (all, id) => withoutTags(all, [id]),
  schema: () => withoutProto(z.record(z.string(), z.object({ domain: z.string(), tags: z.array(tag()) }))),
  decode: stored => new Map(Object.entries(stored)),
  encode: all =>
    Object.fromEntries([...all].map(([id, { domain, tags: names }]) => [id, { domain, tags: [...names] }])),
});

const scope = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('website'), id: z.string(), domain: z.string() }),
    z.object({ kind: z.literal('tag'), tag: tag() }),
    z.object({ kind: z.literal('all') }),
  ]);

/** A list, which the file has as it is. */
function keptList<T>(one: string, item: () => z.ZodMiniType<T>, idOf: (item: T) => string | undefined) {
  return keptKind<readonly T[], T[]>({
    name: `${one}s`,
    one,
    none: [],
    count: ({ length }) => length,
    without: (all, id) => (all.some(each => idOf(each) === id) ? all.filter(each => idOf(each) !== id) : all),
    schema: () => z.array(item()),
    decode: stored => stored,
    encode: all => [...all],
  });
}

const note = (): z.ZodMiniType<Note> =>
  z.object({
    id: z.int().check(z.positive()),
    scope: scope(),
    day: storedDay(),
    until: z.optional(storedDay()),
    at: z.optional(text(time => asTime(time) === time)),
    text: text(line => asNoteText(line) === line),
  });
const notes = keptList('note', note, ({ scope }) => (scope.kind === 'website' ? scope.id : undefined));

const goal = (): z.ZodMiniType<Goal> =>
  z
    .object({
      id: z.string(),
      domain: z.string(),
      name: z.enum(allStatistics),
      value: z.optional(z.string()),
      per: z.enum(goalUnits),
      count: z.int().check(z.positive(), z.maximum(maxOfGoal)),
    })
    .check(z.refine(({ name, value }) => canBeGoal(name) && isGoalValue(name, value)));
const goals = keptList('goal', goal, ({ id }) => id);

const alarm = (): z.ZodMiniType<Alarm> =>
  z.object({
    id: z.string(),
    domain: z.optional(z.string()),
    threshold: z.string(),
    since: text(time => new Date(time).toJSON() === time && isDay(time.slice(0, 10))),
    told: storedDay(),
  });
const alarms = keptList('alarm', alarm, ({ id }) => id);

/** What is kept of websites beside what the service has, each in a file of its own, by who the service is. */
export const localData = { tags, notes, goals, alarms } as const;

export interface LocalData {
  readonly tags: KeptFile<Tags>;
  readonly notes: KeptFile<Notes>;
  readonly goals: KeptFile<Goals>;
  /** What somebody was told of, by watch. */
  readonly alarms: KeptFile<Alarms>;
}

/** Opens all of it in the folder; `drop` is for a website that was deleted. */
export function openLocalData(
  folder: string,
  service: ServiceIdentity,
  isThere?: ProfileExists,
): { readonly files: LocalData; drop(websiteId: string): void } {
  const files: LocalData = {
    tags: tags.open(folder, service, isThere),
    notes: notes.open(folder, service, isThere),
    goals: goals.open(folder, service, isThere),
    alarms: alarms.open(folder, service, isThere),
  };
  return {
    files,
    drop(websiteId) {
      tags.drop(files.tags, websiteId);
      notes.drop(files.notes, websiteId);
      goals.drop(files.goals, websiteId);
      alarms.drop(files.alarms, websiteId);
    },
  };
}

export function localDataPaths(folder: string): string[] {
  return Object.values(localData).map(({ path }) => path(folder));
}

/** How many notes and goals, and how many websites with tags. */
export type LocalDataCounts = Readonly<Record<Exclude<keyof typeof localData, 'alarms'>, number>>;
