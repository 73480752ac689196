import * as z from 'zod/mini';
import { themeNames, type ThemeName } from '#model/text/themeName.ts';
import { changeChoices, readChoices } from './choicesFile.ts';

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

const orElse = z.catch;

const channel = () => z.int().check(z.minimum(0), z.maximum(255));
const colour = () => z.tuple([channel(), channel(), channel()]);
const stored = () =>
  z.object({
    theme: orElse(z.enum(themeNames), 'auto'),
    backgrounds: orElse(z.record(z.string(), orElse(z.optional(colour()), undefined)), {}),
  });

/** `terminal` is what the environment calls it. */
export function openLook(folder: string, terminal: string): LookFile {
  const { theme, backgrounds } = decode(readChoices(folder));
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

/** The same, which keeps nothing: what is chosen lasts for the session. */
export function lookOnly(file: LookFile): LookFile {
  return { ...file, saveTheme: () => undefined, saveBackground: () => undefined };
}

const nothing: z.infer<ReturnType<typeof stored>> = { theme: 'auto', backgrounds: {} };

function decode(file: { readonly [field: string]: unknown } | undefined) {
  // Most starts find neither, and need no schema.
  if (file?.['theme'] === undefined && file?.['backgrounds'] === undefined) return nothing;
  const result = stored().safeParse(file);
  return result.success ? result.data : nothing;
}
