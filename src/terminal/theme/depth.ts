import type { TerminalCapabilities, Environment } from '#terminal/terminalCapabilities.ts';
import type { Depth } from './tintedTheme.ts';

const paletteTerms = /256color|kitty|alacritty|foot|wezterm|ghostty|contour|-direct/;

/** How many colours the terminal has, as far as its environment says; `none` are wanted, or there are. */
export function readDepth(
  env: Environment,
  { colour, multiplexer }: Pick<TerminalCapabilities, 'colour' | 'multiplexer'>,
): Depth | 16 | 'none' {
  const term = env['TERM'] ?? '';
  if (!colour) return 'none';
  if (term.startsWith('linux')) return 16;
  // GNU screen hands the variable on from the terminal around it, and does not know the sequences.
  const isBelieved = multiplexer !== 'screen';
  if (isBelieved && /^(?:truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return 'all';
  return paletteTerms.test(term) ? 256 : 16;
}

/** Whether a terminal of this name may be asked about its background: these print the question, or swallow the answer. */
export function answersQuestions(env: Environment): boolean {
  return !/^(?:screen|linux|dumb|$)/.test(env['TERM'] ?? '');
}
