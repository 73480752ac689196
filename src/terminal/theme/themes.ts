import type { Environment } from '#terminal/capabilities.ts';
import { colourless, dark, highContrast, light, terminalTheme } from './palettes.ts';
import type { Rgb, Theme } from './roles.ts';
import { type Depth, rgb, shadeOf, tintedTheme } from './tinted.ts';

type ChosenTheme = 'auto' | 'terminal' | 'dark' | 'light' | 'high-contrast';

export interface ThemeFacts {
  readonly depth: Depth | 16 | 'none';
  readonly env: Environment;
  /** What the terminal has said of its background, now or at an earlier start. */
  readonly background?: Rgb | undefined;
}

const palettes = { dark, light, 'high-contrast': highContrast };

/** Sixteen colours win over the choice; then the choice, COLORFGBG, the background, and the terminal's own theme, without a palette. */
function choiceOf(name: ChosenTheme, { depth, env, background }: ThemeFacts) {
  if (name === 'terminal') return { why: 'chosen' };
  if (depth === 16) return { why: 'as there are 16 colours' };
  if (name !== 'auto') return { palette: name, why: 'chosen' };
  const named = readColorfgbg(env['COLORFGBG']);
  const known = named ?? background;
  if (known === undefined) return { why: 'as its background is not known' };
  const why = `by ${named === undefined ? 'the background that the terminal named' : 'COLORFGBG'}`;
  return { palette: shadeOf(known), background: known, why };
}

export function chooseTheme(name: ChosenTheme, facts: ThemeFacts): Theme {
  const { depth } = facts;
  if (depth === 'none') return colourless;
  const { palette, background } = choiceOf(name, facts);
  return depth === 16 || palette === undefined ? terminalTheme : made(palette, depth, background);
}

export function describeTheme(name: ChosenTheme, facts: ThemeFacts): string {
  if (facts.depth === 'none') return 'without colours: none are wanted, or the terminal has none';
  const { palette = 'terminal', why } = choiceOf(name, facts);
  return `${palette}, ${why}`;
}

/** Whether the answer of the terminal could make a difference. */
export function wantsBackground(name: ChosenTheme, { depth, env }: ThemeFacts): boolean {
  const hasTints = depth === 256 || depth === 'all';
  return name === 'auto' && hasTints && readColorfgbg(env['COLORFGBG']) === undefined;
}

const themes = new Map<string, Theme>();

/** Of one background one theme: what was worked out for it is kept. */
function made(name: keyof typeof palettes, depth: Depth, background: Rgb | undefined): Theme {
  const key = `${name} ${depth} ${background?.join() ?? ''}`;
  let theme = themes.get(key);
  if (theme === undefined) themes.set(key, (theme = tintedTheme(palettes[name], depth, background)));
  return theme;
}

/** rxvt, Konsole and others: the numbers of the letters' colour and, last, of the background's among the sixteen. */
function readColorfgbg(value = ''): Rgb | undefined {
  const number = /(?:^|;)(\d{1,2})$/.exec(value)?.[1];
  if (number === undefined) return undefined;
  // As their usual themes have them: black and its like are dark, both whites light; of others nothing is known.
  if (number === '0') return rgb('#101010');
  if (number === '8') return rgb('#303030');
  if (number === '7') return rgb('#eeeeee');
  return number === '15' ? rgb('#ffffff') : undefined;
}

// Module-level: every component asks it while a frame is drawn.
let current: Theme = terminalTheme;

/** Says what the next frame is made for. The screen is told by the session. */
export function setTheme(theme: Theme): void {
  current = theme;
}

/** Whether a background shows under a text: without, a bar is a line at the foot of its label, and a selection is a mark. */
export function hasTints(): boolean {
  return current.hasTints;
}

/** Whether there are colours: without, what they say is said by how dense a character is. */
export function hasColours(): boolean {
  return current.hasColours;
}
