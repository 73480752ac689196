import { lazy } from '#text/memo.ts';
import type { Palette } from './palettes.ts';
import { isTextRole, type Rgb, type Role, type Theme } from './roles.ts';

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

export function rgb(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** `share` of the second colour, the rest of the first. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [between(a[0], b[0]), between(a[1], b[1]), between(a[2], b[2])];
}

/** Relative luminance as WCAG 2 defines it: 0 is black, 1 is white. */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio as WCAG 2 defines it: 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return Math.max(one, other) / Math.min(one, other);
}

const cubeLevels = [0, 95, 135, 175, 215, 255];

/** What a terminal shows for the colours 16 to 255 of its palette, which themes leave alone: a cube, then 24 greys. */
export function paletteColour(number: number): Rgb {
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10;
    return [grey, grey, grey];
  }
  const index = number - 16;
  const level = (index: number) => cubeLevels[index % 6] ?? 0;
  return [level(Math.floor(index / 36)), level(Math.floor(index / 6)), level(index)];
}

const palette = lazy(() =>
  Array.from({ length: 240 }, (_, index) => {
    const colour = paletteColour(16 + index);
    return { colour, strength: strength(colour) };
  }),
);

/** The one of the colours 16 to 255 that comes nearest. */
export function nearestInPalette(colour: Rgb): number {
  const ofColour = strength(colour);
  let nearest = 0;
  let min = Infinity;
  palette().forEach((candidate, index) => {
    // A hue that is lost for a grey counts as much as one that is another.
    const apart = squared(candidate.colour, colour) + (candidate.strength - ofColour) ** 2;
    if (apart >= min) return;
    nearest = index;
    min = apart;
  });
  return 16 + nearest;
}

/** So near that side by side they are one colour: at most 3 of 255 apart in each channel. */
function looksAlike(a: Rgb, b: Rgb): boolean {
  return a.every((channel, index) => Math.abs(channel - (b[index] ?? 0)) <= 3);
}

function squared(a: Rgb, b: Rgb): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

function strength([red, green, blue]: Rgb): number {
  return Math.max(red, green, blue) - Math.min(red, green, blue);
}

/** How many colours a terminal has beyond the sixteen: its palette of 256, or all of 24 bits. */
export type Depth = 256 | 'all';

/** A colour as the terminal shows it, and the SGR parameters behind 38 or 48. */
interface TerminalColour {
  readonly shown: Rgb;
  readonly sgr: string;
}

/** A colour of the palette is said in half the bytes: of 24 bits are only those that it does not have. */
function terminalColour(colour: Rgb, depth: Depth): TerminalColour {
  const near = inPalette(nearestInPalette(colour));
  if (depth === 256 || looksAlike(near.shown, colour)) return near;
  return { shown: colour, sgr: `2;${colour.join(';')}` };
}

function inPalette(number: number): TerminalColour {
  return { shown: paletteColour(number), sgr: `5;${number}` };
}

/** A theme whose tints are mixed into a background. It shows what it says of each pair, for the test of its contrast. */
interface TintedTheme extends Theme {
  /** What a letter and what lies under it are shown as. */
  colours(letter: Role, on: Role | undefined): { readonly letter: Rgb; readonly background: Rgb };
}

/** `background`: the terminal's own, which the theme then leaves alone. Left out, the theme brings its own. */
export function tintedTheme(palette: Palette, depth: Depth, background?: Rgb): TintedTheme {
  const base =
    background === undefined
      ? terminalColour(rgb(palette.background), depth)
      : { shown: background, sgr: '' };
  const hue = (role: Role) =>
    rgb(isTextRole(role) ? palette.letters[role] : palette.letters[palette.tints[role].hue]);

  function solid(role: Role): TerminalColour {
    if (isTextRole(role)) return terminalColour(hue(role), depth);
    const { share, in256 } = palette.tints[role];
    return depth === 256 ? inPalette(in256) : terminalColour(mix(base.shown, hue(role), share), depth);
  }

  function find(letter: Role, on: Role | undefined): { letter: TerminalColour; background: TerminalColour } {
    const under = on === undefined ? base : solid(on);
    return {
      letter: isTextRole(letter)
        ? readable(hue(letter), under.shown, palette.contrast, depth)
        : solid(letter),
      background: under,
    };
  }

  const faded = (colour: TerminalColour) =>
    terminalColour(mix(colour.shown, base.shown, fadedBeneath), depth);

  return {
    hasTints: true,
    hasColours: true,
    own: background && { letter: rgb(palette.letters.plain), background },
    look(letter, on, isBeneath = false) {
      const clear = find(letter, on);
      const found = isBeneath
        ? { letter: faded(clear.letter), background: on === undefined ? base : faded(clear.background) }
        : clear;
      // Plain text on the terminal's own background is in the terminal's own colour.
      const isOwn = letter === 'plain' && on === undefined && background !== undefined && !isBeneath;
      return {
        fg: isOwn ? '' : `38;${found.letter.sgr}`,
        bg: found.background.sgr === '' ? '' : `48;${found.background.sgr}`,
        attributes: [],
      };
    },
    colours(letter, on) {
      const found = find(letter, on);
      return { letter: found.letter.shown, background: found.background.shown };
    },
  };
}

/** How far what lies beneath a box moves towards the background. */
const fadedBeneath = 0.6;

const steps = 20;

/** The colour, moved towards white or black as little as it takes to be read on what lies under it: away from that where it can. */
function readable(colour: Rgb, under: Rgb, min: number, depth: Depth): TerminalColour {
  const away = luminance(colour) > luminance(under) ? white : black;
  const farthest = contrast(white, under) > contrast(black, under) ? white : black;
  const end = contrast(away, under) >= min ? away : farthest;
  for (let step = 0; step < steps; step++) {
    const moved = terminalColour(mix(colour, end, step / steps), depth);
    if (contrast(moved.shown, under) >= min) return moved;
  }
  return terminalColour(end, depth);
}

/** A background on which neither light nor dark letters of every hue read, or undefined: its shade. */
export function shadeOf(background: Rgb): 'dark' | 'light' | undefined {
  const light = luminance(background);
  if (light <= darkest) return 'dark';
  return light >= lightest ? 'light' : undefined;
}

/** White on it has a contrast of 10 to 1, black on it one of 10 to 1: room for letters on backgrounds. */
const darkest = 1.05 / 10 - 0.05;
const lightest = 0.05 * 10 - 0.05;
