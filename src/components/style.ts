import type { TextProps } from 'ink';
import { isAscii } from '#terminal/charset.ts';
import type { SafeText } from '#terminal/safeText.ts';

/** What a text means; the sixteen colours of the terminal's own theme say it, never alone. */
export type Tone = 'plain' | 'accent' | 'soft' | 'dim' | 'good' | 'bad' | 'warn';

/** A stretch of one line in one style. */
export interface Part {
  readonly text: SafeText;
  readonly tone?: Tone | undefined;
  readonly bold?: boolean | undefined;
  readonly inverse?: boolean | undefined;
  readonly underline?: boolean | undefined;
}

const colours: Readonly<Record<Tone, Pick<TextProps, 'color' | 'dimColor'>>> = {
  plain: {},
  accent: { color: 'cyan' },
  // Bars and columns: the accent, but quieter than what is selected.
  soft: { color: 'cyan', dimColor: true },
  dim: { dimColor: true },
  good: { color: 'green' },
  bad: { color: 'red' },
  warn: { color: 'yellow' },
};

/** A number that a refresh has just changed: also without colours. What is bold anyway is underlined too. */
export const justChanged = { tone: 'accent', bold: true } as const;

/** A part's style as the props of Ink's `Text`. */
export function inkStyle({ tone = 'plain', bold, inverse, underline }: Part): TextProps {
  return {
    // Characters are thin enough without being dimmed.
    ...colours[tone === 'soft' && isAscii() ? 'accent' : tone],
    ...(bold === true && { bold }),
    ...(inverse === true && { inverse }),
    ...(underline === true && { underline }),
  };
}

/** Whether a part needs no escape sequences. */
export function isPlain({ tone = 'plain', bold, inverse, underline }: Part): boolean {
  return tone === 'plain' && bold !== true && inverse !== true && underline !== true;
}

/** Whether two parts are drawn alike. */
export function isSamePart(a: Part | undefined, b: Part | undefined): boolean {
  return (
    a?.text === b?.text &&
    a?.tone === b?.tone &&
    a?.bold === b?.bold &&
    a?.inverse === b?.inverse &&
    a?.underline === b?.underline
  );
}
