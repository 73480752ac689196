import { join } from 'node:path';
import * as z from 'zod/mini';
import { baselines, defaultBaseline } from '#model/comparison/periods.ts';
import { ConfigError } from '#model/failure.ts';
import { isDay } from '#model/period/day.ts';
import { defaultPeriodChoice, presets } from '#model/period/period.ts';
import {
  pageSizes,
  type SavedChoices,
  type ThemeName,
  themeNames,
  websitesSorts,
} from '#model/service/query.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { safeText } from '#text/safeText.ts';
import { jsonFile } from './jsonFile.ts';
import { isKeyOf, type IsThere, type ServiceIdentity, serviceKey } from './serviceIdentity.ts';

export const defaultChoices: SavedChoices = {
  sortBy: 'id',
  sort: 'desc',
  perPage: 'fit',
  period: defaultPeriodChoice,
  baseline: defaultBaseline,
  overview: true,
};

const orElse = z.catch;

const day = () =>
  z.pipe(
    z.string().check(z.refine(isDay)),
    z.transform((text): Day => (isDay(text) ? text : '1970-01-01')),
  );

const inOrder = () => z.refine<Period>(({ from, to }) => from <= to);
const preset = () => z.object({ kind: z.literal('preset'), preset: z.enum(presets.map(({ name }) => name)) });
const range = () => z.object({ kind: z.literal('range'), from: day(), to: day() }).check(inOrder());
/** A range reached by stepping from another period. */
const steppedRange = () =>
  z
    .object({
      kind: z.literal('range'),
      from: day(),
      to: day(),
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
    baseline: orElse(z.enum([...baselines, 'none']), defaultChoices.baseline),
    overview: orElse(z.boolean(), defaultChoices.overview),
  });

/** The stored choices; the default in place of each that is missing or cannot be read. */
export function decodeChoices(stored: unknown): SavedChoices {
  if (stored === undefined) return defaultChoices;
  const result = storedChoices().safeParse(stored);
  return result.success ? result.data : defaultChoices;
}

/** The saved choices for one service: sort, search, period ... */
export interface ChoicesFile {
  readonly saved: SavedChoices;
  /** Writes them a moment later, or with flush. A file that cannot be read is never overwritten. */
  save(choices: SavedChoices): void;
  /** Writes unwritten choices at once. */
  flush(): void;
}

const version = 1;
const writeAfterMs = 300;

/** Opens choices.json in the folder. Of a profile that is not there any more nothing is written. */
export function openChoices(folder: string, of: ServiceIdentity, isThere: IsThere = () => true): ChoicesFile {
  const key = serviceKey(of);
  let unwritten: SavedChoices | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (unwritten === undefined) return;
    const choices = unwritten;
    unwritten = undefined;
    changeChoices(folder, ({ services }) =>
      isThere() ? { services: { ...services, [key]: choices } } : undefined,
    );
  };
  const services = choicesFile(folder).peek()?.services ?? {};
  // Earlier versions kept them by the address, for all profiles that had it.
  const found = [key, of.address].find(each => Object.hasOwn(services, each));

  return {
    saved: decodeChoices(found === undefined ? undefined : services[found]),
    save(choices) {
      unwritten = choices;
      timer ??= setTimeout(flush, writeAfterMs).unref();
    },
    flush,
  };
}

export function choicesOnly({ saved }: ChoicesFile): ChoicesFile {
  return { saved, save: () => undefined, flush: () => undefined };
}

/**
 * Removes the choices of a profile, whichever address it has or had, and those by an address alone where no other profile has it:
 * `others` says which do. Throws a ConfigError where they stay.
 */
export function forgetChoices(
  folder: string,
  profile: string,
  address: string,
  others: readonly string[],
): void {
  const isGone = (key: string) => isKeyOf(key, profile) || (key === address && !others.includes(address));
  const isThere = () => Object.keys(choicesFile(folder).peek()?.services ?? {}).some(isGone);
  if (!isThere()) return;
  changeChoices(folder, ({ services }) => ({
    services: Object.fromEntries(Object.entries(services).filter(([key]) => !isGone(key))),
  }));
  if (isThere())
    throw new ConfigError(
      `${safeText(choicesPath(folder))} cannot be written: check its permissions, and the room on its disk.`,
    );
}

type WholeFile = z.infer<ReturnType<typeof wholeFile>>;

/** Undefined changes nothing, nor does a disk that is full or read-only: the choices then last for the session. */
export function changeChoices(
  folder: string,
  change: (file: WholeFile) => Partial<WholeFile> | undefined,
): void {
  try {
    choicesFile(folder).change(now => {
      const changed = change(now);
      return changed === undefined ? now : { ...now, ...changed };
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}

export const choicesPath = (folder: string) => join(folder, 'choices.json');

const wholeFile = () =>
  z.looseObject({
    version: z.literal(version),
    services: z.record(z.string(), z.unknown()),
  });

const choicesFile = (folder: string) =>
  jsonFile<WholeFile>(choicesPath(folder), { schema: wholeFile, empty: { version, services: {} } });

/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number];

/** What is kept of the look, for all services, beside what was chosen for each. */
export interface LookFile {
  readonly theme: ThemeName;
  /** What the terminal of this name last said of its background. */
  readonly background?: Colour | undefined;
  saveTheme(theme: ThemeName): void;
  saveBackground(colour: Colour): void;
}

/** The terminals whose backgrounds are kept: the last ones that answered. */
const most = 20;

const channel = () => z.int().check(z.minimum(0), z.maximum(255));
const colour = () => z.tuple([channel(), channel(), channel()]);
const storedLook = () =>
  z.object({
    theme: orElse(z.enum(themeNames), 'auto'),
    backgrounds: orElse(z.record(z.string(), orElse(z.optional(colour()), undefined)), {}),
  });

/** `terminal` is what the environment calls it. */
export function openLook(folder: string, terminal: string): LookFile {
  const { theme, backgrounds } = decode(choicesFile(folder).peek());
  return {
    theme,
    background: Object.hasOwn(backgrounds, terminal) ? backgrounds[terminal] : undefined,
    saveTheme: next => changeChoices(folder, () => ({ theme: next })),
    saveBackground: next =>
      changeChoices(folder, file => {
        const others = Object.entries(decode(file).backgrounds).filter(([name]) => name !== terminal);
        return { backgrounds: Object.fromEntries([...others, [terminal, next]].slice(-most)) };
      }),
  };
}

export function lookOnly(file: LookFile): LookFile {
  return { ...file, saveTheme: () => undefined, saveBackground: () => undefined };
}

const nothing: z.infer<ReturnType<typeof storedLook>> = { theme: 'auto', backgrounds: {} };

function decode(file: { readonly [field: string]: unknown } | undefined) {
  // Most starts find neither, and need no schema.
  if (file?.['theme'] === undefined && file?.['backgrounds'] === undefined) return nothing;
  const result = storedLook().safeParse(file);
  return result.success ? result.data : nothing;
}

/** What of the introduction is over, for all profiles: kept beside the choices. */
export interface IntroductionFile {
  readonly over: ReadonlySet<string>;
  /** For good: also at the next start. */
  end(part: string): void;
}

const field = 'introduced';

const storedHints = () => orElse(z.array(z.string()), []);

/** Undefined where the file of choices cannot be kept: what is to be shown once would be shown at every start. */
export function openIntroduction(folder: string): IntroductionFile | undefined {
  const file = choicesFile(folder).peek();
  if (file === undefined) return undefined;
  const over = new Set(namesIn(file));
  return {
    over,
    end(part) {
      if (over.has(part)) return;
      over.add(part);
      // Another Sitedeck may have ended others since.
      changeChoices(folder, now => ({ [field]: [...new Set([...namesIn(now), part])] }));
    },
  };
}

function namesIn(file: { readonly [field: string]: unknown }): readonly string[] {
  // Most starts find none, and need no schema.
  return file[field] === undefined ? [] : storedHints().parse(file[field]);
}
