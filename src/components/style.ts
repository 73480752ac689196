import type { TextProps } from 'ink';
import { isAscii } from '#terminal/charset.ts';
import type { SafeText } from '#terminal/safeText.ts';
import { inkColour, type Role } from '#terminal/theme/roles.ts';

/** What a text means: the theme has a colour for it, which never says it alone. */
export type Tone = Role;

/** A stretch of one line in one style. */
export interface Part {
  readonly text: SafeText;
  readonly tone?: Tone | undefined;
  /** What it stands on: seen where the theme has tints. */
  readonly on?: Tone | undefined;
  readonly bold?: boolean | undefined;
  readonly inverse?: boolean | undefined;
  readonly underline?: boolean | undefined;
}

/** A number that a refresh has just changed: also without colours. What is bold anyway is underlined too. */
export const justChanged = { tone: 'accent', bold: true } as const;

/** A part's style as the props of Ink's `Text`. */
export function inkStyle({ tone = 'plain', on, bold, inverse, underline }: Omit<Part, 'text'>): TextProps {
  // Characters are thin enough without being dimmed.
  const seen = tone === 'soft' && isAscii() ? 'accent' : tone;
  return {
    ...(seen !== 'plain' && { color: inkColour(seen) }),
    ...(on !== undefined && { backgroundColor: inkColour(on) }),
    ...(bold === true && { bold }),
    ...(inverse === true && { inverse }),
    ...(underline === true && { underline }),
  };
}

/** Whether a part needs no escape sequences. */
export function isPlain({ tone = 'plain', on, bold, inverse, underline }: Part): boolean {
  return tone === 'plain' && on === undefined && bold !== true && inverse !== true && underline !== true;
}

/** Whether two parts are drawn alike. */
export function isSamePart(a: Part | undefined, b: Part | undefined): boolean {
  return (
    a?.text === b?.text &&
    a?.tone === b?.tone &&
    a?.on === b?.on &&
    a?.bold === b?.bold &&
    a?.inverse === b?.inverse &&
    a?.underline === b?.underline
  );
}
