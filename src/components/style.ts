import type { TextProps } from 'ink';
import { isAscii } from '#terminal/charset.ts';
import type { SafeText } from '#terminal/safeText.ts';
import { hasTints } from '#terminal/theme/current.ts';
import { inkColour, inRole, type Role } from '#terminal/theme/roles.ts';

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

type Style = Omit<Part, 'text'>;

/** A part's style as the props of Ink's `Text`. */
export function inkStyle({ tone = 'plain', on, bold, inverse, underline }: Style): TextProps {
  const seen = seenTone(tone);
  return {
    ...(seen !== 'plain' && { color: inkColour(seen) }),
    ...(on !== undefined && { backgroundColor: inkColour(on) }),
    ...(bold === true && { bold }),
    ...(inverse === true && { inverse }),
    ...(underline === true && { underline }),
  };
}

/** A part with the escape sequences that a `Text` in that style would put around it. */
export function styledText({ text, tone = 'plain', on, bold, inverse, underline }: Part): string {
  const seen = seenTone(tone);
  let styled: string = text;
  if (seen !== 'plain') styled = inRole(styled, seen, 'letter');
  if (on !== undefined) styled = inRole(styled, on, 'ground');
  if (bold === true) styled = `\x1b[1m${styled}\x1b[22m`;
  if (underline === true) styled = `\x1b[4m${styled}\x1b[24m`;
  if (inverse === true) styled = `\x1b[7m${styled}\x1b[27m`;
  return styled;
}

/** Characters are thin enough without being dimmed, and hyphens of a frame in its tint could not be seen. */
function seenTone(tone: Tone): Tone {
  if (!isAscii()) return tone;
  if (tone === 'soft') return 'accent';
  return tone === 'frame' && hasTints() ? 'dim' : tone;
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
