import * as z from 'zod/mini';
import { isDay } from '#model/period/day.ts';
import { allStatistics, type Day } from '#model/statistics/statistics.ts';
import {
  canBeGoal,
  type Goal,
  type Goals,
  goalUnits,
  isGoalValue,
  mostOfGoal,
  noGoals,
} from '#model/website/goal.ts';
import { type Alarm, type Alarms, noAlarms } from '#model/website/alarms.ts';
import { asNoteText, asTime, noNotes, type Note, type Notes } from '#model/website/notes.ts';
import { asTag, noTags, type Tags, withoutTags } from '#model/website/tags.ts';
import { type KeptFile, keptKind } from './keptFile.ts';
import type { IsThere, ServiceIdentity } from '#config/profile/serviceIdentity.ts';

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
          count: z.int().check(z.positive(), z.maximum(mostOfGoal)),
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
  isThere?: IsThere,
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
