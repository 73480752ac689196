import { join } from 'node:path';
import * as z from 'zod/mini';
import { jsonFile } from '#config/jsonFile.ts';
import {
  isKeyOf,
  type ProfileExists,
  type ServiceIdentity,
  serviceKey,
} from '#config/profile/serviceIdentity.ts';
import { ConfigError } from '#model/failure.ts';
import { isDay } from '#model/period/day.ts';
import { allStatistics, type Day } from '#model/statistics/statistics.ts';
import { type Alarm, type Alarms, noAlarms } from '#model/website/alarms.ts';
import {
  canBeGoal,
  type Goal,
  type Goals,
  goalUnits,
  isGoalValue,
  maxOfGoal,
  noGoals,
} from '#model/website/goal.ts';
import { asNoteText, asTime, noNotes, type Note, type Notes } from '#model/website/notes.ts';
import { asTag, noTags, type Tags, withoutTags } from '#model/website/tags.ts';
import { safeText } from '#text/safeText.ts';

export interface KeptFile<T> {
  /** Throws a ConfigError for a file that cannot be used. */
  read(): T;
  /** Reads again, since another Sitedeck may have written. Throws a ConfigError, also where the profile was removed meanwhile. */
  change(change: (now: T) => T): T;
}

/** What is kept of one kind, in a file for all services. */
interface KeptKind<T> {
  readonly path: (folder: string) => string;
  /** The file is read when it is asked for. */
  open(folder: string, service: ServiceIdentity, isThere?: ProfileExists): KeptFile<T>;
  /** A deleted website takes its own along; where that cannot be written it stays, unseen. */
  drop(file: KeptFile<T>, websiteId: string): void;
  /** Removes what is kept of a profile, whichever address it has or had. Returns how many there were. Throws a ConfigError. */
  forget(folder: string, profile: string): number;
  /**
   * Before a profile gets another address: what an older version kept, which did not know of which service, is from now on of the
   * address that the profile has had. Returns how many there are. Throws a ConfigError.
   */
  bind(folder: string, service: ServiceIdentity): number;
}

interface Kind<T, S, F> {
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
  /** Of a first version of the file, which had it by the name of the profile. */
  readonly first?: { schema(): z.ZodMiniType<F>; decode(stored: F): T };
}

interface WholeFile<S, F> {
  readonly version: number;
  /** By `serviceKey`. */
  readonly services: Readonly<Record<string, S>>;
  /** Of the first version, by the name of the profile, until its service is used again. */
  readonly profiles?: Readonly<Record<string, F>> | undefined;
}

/** Bytes: of 10,000 websites there may be several of a kind each. */
const maxBytes = 20_000_000;

function keptKind<T, S, F = never>(kind: Kind<T, S, F>): KeptKind<T> {
  type File = WholeFile<S, F>;
  const { name, one, none, first } = kind;
  const version = first === undefined ? 1 : 2;
  const path = (folder: string) => join(folder, `${name}.json`);
  const schema = (): z.ZodMiniType<File> =>
    z.looseObject({
      version: z.literal([1, version]),
      services: z._default(z.record(z.string(), kind.schema()), {}),
      profiles: z.optional(z.record(z.string(), first?.schema() ?? z.never())),
    });
  const fileIn = (folder: string) =>
    jsonFile<File>(path(folder), {
      schema,
      empty: { version, services: {} },
      refusal: `holds no ${name} that can be read`,
      maxBytes,
      full: `These are more ${name} than can be kept: nothing was changed.`,
    });

  const decodeFirst = (stored: F | undefined) =>
    stored === undefined || first === undefined ? none : first.decode(stored);
  const valueIn = ({ services, profiles = {} }: File, service: ServiceIdentity): T => {
    const key = serviceKey(service);
    const stored = Object.hasOwn(services, key) ? services[key] : undefined;
    if (stored !== undefined) return kind.decode(stored);
    const { profile } = service;
    return isOldName(service) && Object.hasOwn(profiles, profile) ? decodeFirst(profiles[profile]) : none;
  };
  /** What is left of the first version is written as long as there is any. */
  const written = (file: File, services: File['services'], isGone: (name: string) => boolean): File => {
    const { profiles = {}, ...rest } = file;
    const left = without(profiles, isGone);
    return { ...rest, services, version, ...(Object.keys(left).length > 0 && { profiles: left }) };
  };
  const withValue = (file: File, service: ServiceIdentity, value: T): File => {
    const key = serviceKey(service);
    const others = without(file.services, other => other === key);
    const services = kind.count(value) === 0 ? others : { ...others, [key]: kind.encode(value) };
    return written(file, services, profile => isOldName(service) && profile === service.profile);
  };
  const ofProfile = ({ services, profiles = {} }: File, profile: string): T[] => [
    ...Object.entries(services).flatMap(([key, stored]) =>
      isKeyOf(key, profile) ? [kind.decode(stored)] : [],
    ),
    ...Object.entries(profiles).flatMap(([key, stored]) => (key === profile ? [decodeFirst(stored)] : [])),
  ];

  return {
    path,
    open(folder, service, isThere = () => true) {
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
    drop(file, websiteId) {
      try {
        const value = file.read();
        if (kind.without(value, websiteId) !== value) file.change(now => kind.without(now, websiteId));
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
      }
    },
    forget(folder, profile) {
      const file = fileIn(folder);
      let count = 0;
      // Without a file, or anything of it in it, nothing is locked.
      if (ofProfile(file.read(), profile).length > 0)
        file.change(now => {
          count = ofProfile(now, profile).reduce((sum, value) => sum + kind.count(value), 0);
          const services = without(now.services, key => isKeyOf(key, profile));
          return written(now, services, key => key === profile);
        });
      return count;
    },
    bind(folder, service) {
      const file = fileIn(folder);
      const now = file.read();
      if (Object.hasOwn(now.profiles ?? {}, service.profile))
        file.change(now => withValue(now, service, valueIn(now, service)));
      return kind.count(valueIn(now, service));
    },
  };
}

/** The first version is by the name of the profile: a name such as "work" is of the profile only, and of no address. */
function isOldName({ profile, isStored, account }: ServiceIdentity): boolean {
  return isStored || account === undefined || /[.:]/.test(profile);
}

function without<T>(
  entries: Readonly<Record<string, T>>,
  isGone: (key: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !isGone(key)));
}

const text = (isRight: (text: string) => boolean) => z.string().check(z.refine(isRight));
const tag = () => text(word => asTag(word) === word);
const day = () => z.custom<Day>(value => typeof value === 'string' && isDay(value));

/** By the id of the website. */
type StoredTags = Record<string, { domain?: string | undefined; tags: string[] }>;

const tags = keptKind<Tags, StoredTags, Record<string, string[]>>({
  name: 'tags',
  one: 'tag',
  none: noTags,
  count: ({ size }) => size,
  without: (all, id) => withoutTags(all, [id]),
  schema: () => z.record(z.string(), z.object({ domain: z.optional(z.string()), tags: z.array(tag()) })),
  decode: stored => new Map(Object.entries(stored)),
  encode: all =>
    Object.fromEntries([...all].map(([id, { domain, tags: names }]) => [id, { domain, tags: [...names] }])),
  first: {
    schema: () => z.record(z.string(), z.array(tag())),
    decode: stored => new Map(Object.entries(stored).map(([id, names]) => [id, { tags: names }])),
  },
});

const scope = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('website'), id: z.string(), domain: z.string() }),
    z.object({ kind: z.literal('tag'), tag: tag() }),
    z.object({ kind: z.literal('all') }),
  ]);

const notes = keptKind<Notes, Note[]>({
  name: 'notes',
  one: 'note',
  none: noNotes,
  count: ({ length }) => length,
  without: (all, id) => unlessNone(all, ({ scope: of }) => of.kind === 'website' && of.id === id),
  schema: () =>
    z.array(
      z.object({
        id: z.int().check(z.positive()),
        scope: scope(),
        day: day(),
        until: z.optional(day()),
        at: z.optional(text(time => asTime(time) === time)),
        text: text(line => asNoteText(line) === line),
      }),
    ),
  decode: stored => stored,
  encode: all => [...all],
});

const goals = keptKind<Goals, Goal[]>({
  name: 'goals',
  one: 'goal',
  none: noGoals,
  count: ({ length }) => length,
  without: (all, id) => unlessNone(all, goal => goal.id === id),
  schema: () =>
    z.array(
      z
        .object({
          id: z.string(),
          domain: z.string(),
          name: z.enum(allStatistics),
          value: z.optional(z.string()),
          per: z.enum(goalUnits),
          count: z.int().check(z.positive(), z.maximum(maxOfGoal)),
        })
        .check(z.refine(({ name, value }) => canBeGoal(name) && isGoalValue(name, value))),
    ),
  decode: stored => stored,
  encode: all => [...all],
});

const alarms = keptKind<Alarms, Alarm[]>({
  name: 'alarms',
  one: 'alarm',
  none: noAlarms,
  count: ({ length }) => length,
  without: (all, id) => unlessNone(all, alarm => alarm.id === id),
  schema: () =>
    z.array(
      z.object({
        id: z.string(),
        domain: z.optional(z.string()),
        threshold: z.string(),
        since: z.string(),
        told: day(),
      }),
    ),
  decode: stored => stored,
  encode: all => [...all],
});

/** The same array where none is left out. */
function unlessNone<T>(all: readonly T[], isOut: (item: T) => boolean): readonly T[] {
  return all.some(isOut) ? all.filter(item => !isOut(item)) : all;
}

/** What is kept of websites beside what the service has, each in a file of its own, by who the service is. */
export const given = { tags, notes, goals, alarms } as const;

export interface Given {
  readonly tags: KeptFile<Tags>;
  readonly notes: KeptFile<Notes>;
  readonly goals: KeptFile<Goals>;
  /** What somebody was told of, by watch. */
  readonly alarms: KeptFile<Alarms>;
}

/** Opens all of it in the folder; `drop` is for a website that was deleted. */
export function openGiven(
  folder: string,
  service: ServiceIdentity,
  isThere?: ProfileExists,
): { readonly files: Given; drop(websiteId: string): void } {
  const files: Given = {
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

export function givenPaths(folder: string): string[] {
  return Object.values(given).map(({ path }) => path(folder));
}

/** How many notes and goals, and how many websites with tags. */
export type GivenCounts = Readonly<Record<Exclude<keyof typeof given, 'alarms'>, number>>;
