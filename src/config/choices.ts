import { join } from 'node:path';
import * as z from 'zod/mini';
import { baselines, defaultBaseline } from '#model/comparison/periods.ts';
import { ConfigError } from '#model/failure.ts';
import { defaultPeriodChoice, presets } from '#model/period/period.ts';
import { pageSizes } from '#model/service/paging.ts';
import { type SavedChoices, type ThemeName, themeNames, websitesSorts } from '#model/own/choices.ts';
import type { Period } from '#model/statistics/statistics.ts';
import { safeText } from '#text/safeText.ts';
import { jsonFile, storedDay } from './jsonFile.ts';
import { isKeyOf, type ProfileExists, type ServiceIdentity, serviceKey } from './profile/serviceIdentity.ts';

export const defaultChoices: SavedChoices = {
  sortBy: 'id',
  sort: 'desc',
  perPage: 'fit',
  period: defaultPeriodChoice,
  compareWith: defaultBaseline,
  overview: true,
};

const orElse = z.catch;

const inOrder = () => z.refine<Period>(({ from, to }) => from <= to);
const preset = () => z.object({ kind: z.literal('preset'), preset: z.enum(presets.map(({ name }) => name)) });
const range = () =>
  z
    .object({
      kind: z.literal('range'),
      from: storedDay(),
      to: storedDay(),
      label: orAbsent(z.string().check(z.maxLength(60))),
    })
    .check(inOrder());
/** A range reached by stepping from another period. */
const steppedRange = () =>
  z
    .object({
      kind: z.literal('range'),
      from: storedDay(),
      to: storedDay(),
      stepped: z.object({
        from: z.union([preset(), range()]),
        by: z.int().check(z.refine(by => by !== 0 && Math.abs(by) < 1_000_000)),
      }),
    })
    .check(inOrder());

const period = () => z.union([preset(), steppedRange(), range()]);

/** Each choice on its own: one that cannot be read is the default. */
const storedChoices = () =>
  z.object({
    sortBy: orElse(z.enum(websitesSorts), defaultChoices.sortBy),
    sort: orElse(z.enum(['asc', 'desc']), defaultChoices.sort),
    perPage: orElse(z.literal(pageSizes), defaultChoices.perPage),
    period: orElse(period(), defaultChoices.period),
    compareWith: orAbsent(z.enum([...baselines, 'none'])),
    /** Of earlier versions, where the days before were the default: what it was when nothing was chosen. */
    baseline: orAbsent(z.enum(['previous', 'weekdays', 'year', 'none'])),
    overview: orElse(z.boolean(), defaultChoices.overview),
  });

/** The stored choices; the default in place of each that is missing or cannot be read. */
function decodeChoices(stored: unknown): SavedChoices {
  const found = stored === undefined ? undefined : storedChoices().safeParse(stored).data;
  if (found === undefined) return defaultChoices;
  const { baseline: earlier = 'previous', compareWith, ...choices } = found;
  return { ...choices, compareWith: compareWith ?? (earlier === 'previous' ? defaultBaseline : earlier) };
}

export type ChoicesFile = ReturnType<typeof openChoices>;

const writeAfterMs = 300;

/** The saved choices for one service: sort, search, period ... Of a profile that is not there any more nothing is written. */
export function openChoices(
  folder: string,
  service: ServiceIdentity,
  { isThere = () => true, writes = true }: { isThere?: ProfileExists; writes?: boolean } = {},
) {
  const key = serviceKey(service);
  let unwritten: SavedChoices | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const choices = unwritten;
    unwritten = undefined;
    if (choices !== undefined)
      change(folder, file =>
        isThere() ? { ...file, services: { ...file.services, [key]: choices } } : file,
      );
  };
  const services = readChoices(folder)?.services ?? {};
  // Earlier versions kept them by the address, for all profiles that had it.
  const found = [key, service.address].find(each => Object.hasOwn(services, each));

  return {
    saved: decodeChoices(found === undefined ? undefined : services[found]),
    /** Writes them a moment later, or with flush. A file that cannot be read is never overwritten. */
    save(choices: SavedChoices) {
      if (!writes) return;
      unwritten = choices;
      timer ??= setTimeout(flush, writeAfterMs).unref();
    },
    flush,
  };
}

/** Whichever address it has or had; those by an address alone where no other profile has it. Throws a ConfigError where they stay. */
export function forgetChoices(
  folder: string,
  profile: string,
  address: string,
  others: readonly string[],
): void {
  const isGone = (key: string) => isKeyOf(key, profile) || (key === address && !others.includes(address));
  const isThere = () => Object.keys(readChoices(folder)?.services ?? {}).some(isGone);
  if (!isThere()) return;
  change(folder, file => ({
    ...file,
    services: Object.fromEntries(Object.entries(file.services).filter(([key]) => !isGone(key))),
  }));
  if (isThere())
    throw new ConfigError(
      `${safeText(choicesPath(folder))} cannot be written: check its permissions, and the room on its disk.`,
    );
}

export const choicesPath = (folder: string) => join(folder, 'choices.json');

const version = 1;
const channel = () => z.int().check(z.minimum(0), z.maximum(255));
const orAbsent = <T>(schema: z.ZodMiniType<T>) => orElse(z.optional(schema), undefined);

/** Beside the choices for each service those for all. */
const wholeFile = () =>
  z.looseObject({
    version: z.literal(version),
    services: z.record(z.string(), z.unknown()),
    theme: orAbsent(z.enum(themeNames)),
    /** By the name of the terminal: red, green and blue of its background. */
    backgrounds: orAbsent(z.record(z.string(), orAbsent(z.tuple([channel(), channel(), channel()])))),
    /** The parts of the introduction that are over. */
    introduced: orAbsent(z.array(z.string())),
  });

type ChoicesFileContent = z.infer<ReturnType<typeof wholeFile>>;

const choicesFile = (folder: string) =>
  jsonFile<ChoicesFileContent>(choicesPath(folder), { schema: wholeFile, empty: { version, services: {} } });

/** Undefined where the file cannot be used. */
function readChoices(folder: string): ChoicesFileContent | undefined {
  return choicesFile(folder).peek();
}

/** On a disk that is full or read-only nothing is changed: the choices then last for the session. */
function change(folder: string, changed: (file: ChoicesFileContent) => ChoicesFileContent): void {
  try {
    choicesFile(folder).change(changed);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}

export type ThemeFile = ReturnType<typeof openThemeFile>;

/** The terminals whose backgrounds are kept: the last ones that answered. */
const maxKept = 20;

/** `terminal` is what the environment calls it. */
export function openThemeFile(folder: string, terminal: string, writes = true) {
  const { theme = 'auto', backgrounds = {} } = readChoices(folder) ?? {};
  return {
    theme,
    /** What the terminal of this name last said. */
    background: Object.hasOwn(backgrounds, terminal) ? backgrounds[terminal] : undefined,
    saveTheme(next: ThemeName) {
      if (writes) change(folder, file => ({ ...file, theme: next }));
    },
    saveBackground(next: readonly [number, number, number]) {
      if (!writes) return;
      change(folder, file => {
        const others = Object.entries(file.backgrounds ?? {}).filter(([name]) => name !== terminal);
        return { ...file, backgrounds: Object.fromEntries([...others, [terminal, next]].slice(-maxKept)) };
      });
    },
  };
}

export type IntroductionFile = NonNullable<ReturnType<typeof openIntroduction>>;

/**
 * What of the introduction is over, for all profiles. Undefined where the file of choices cannot be kept: what is to be shown once
 * would be shown at every start.
 */
export function openIntroduction(folder: string) {
  const file = readChoices(folder);
  if (file === undefined) return undefined;
  const over = new Set(file.introduced);
  return {
    over: over as ReadonlySet<string>,
    /** For good: also at the next start. */
    end(part: string) {
      if (over.has(part)) return;
      over.add(part);
      // Another Sitedeck may have ended others since.
      change(folder, file => ({ ...file, introduced: [...new Set([...(file.introduced ?? []), part])] }));
    },
  };
}
