import {
  black,
  contrast,
  looksAlike,
  luminance,
  mix,
  nearestInPalette,
  paletteColour,
  rgb,
  white,
  type Rgb,
} from './colour.ts';
import type { Palette } from './palettes.ts';
import { isTextRole, type Role } from './roles.ts';
import type { Theme } from './theme.ts';

/** How many colours a terminal has beyond the sixteen: its palette of 256, or all of 24 bits. */
export type Depth = 256 | 'all';

/** A colour as the terminal shows it, and the SGR parameters behind 38 or 48. */
interface Pigment {
  readonly shown: Rgb;
  readonly sgr: string;
}

/** A colour of the palette is said in half the bytes: of 24 bits are only those that it does not have. */
function pigment(colour: Rgb, depth: Depth): Pigment {
  const near = inPalette(nearestInPalette(colour));
  if (depth === 256 || looksAlike(near.shown, colour)) return near;
  return { shown: colour, sgr: `2;${colour.join(';')}` };
}

function inPalette(number: number): Pigment {
  return { shown: paletteColour(number), sgr: `5;${number}` };
}

/** A theme whose grounds are mixed into a background. It shows what it says of each pair, for the test of its contrast. */
interface TintedTheme extends Theme {
  /** What a letter and what lies under it are shown as. */
  colours(letter: Role, ground: Role | undefined): { readonly letter: Rgb; readonly ground: Rgb };
}

/**
 * `background`: what the terminal says its own is; the theme then leaves that alone and mixes its grounds into it. Left out,
 * the theme brings its own, under everything.
 */
export function tintedTheme(palette: Palette, depth: Depth, background?: Rgb): TintedTheme {
  const base =
    background === undefined ? pigment(rgb(palette.background), depth) : { shown: background, sgr: '' };
  const hue = (role: Role) =>
    rgb(isTextRole(role) ? palette.letters[role] : palette.letters[palette.grounds[role].of]);

  function solid(role: Role): Pigment {
    if (isTextRole(role)) return pigment(hue(role), depth);
    const { share, in256 } = palette.grounds[role];
    return depth === 256 ? inPalette(in256) : pigment(mix(base.shown, hue(role), share), depth);
  }

  function find(letter: Role, ground: Role | undefined): { letter: Pigment; ground: Pigment } {
    const under = ground === undefined ? base : solid(ground);
    return {
      letter: isTextRole(letter)
        ? readable(hue(letter), under.shown, palette.contrast, depth)
        : solid(letter),
      ground: under,
    };
  }

  return {
    hasTints: true,
    hasColours: true,
    own: background && { letter: rgb(palette.letters.plain), ground: background },
    look(letter, ground) {
      const found = find(letter, ground);
      // Plain text on the terminal's own background is in the terminal's own colour.
      const isOwn = letter === 'plain' && ground === undefined && background !== undefined;
      return {
        fg: isOwn ? '' : `38;${found.letter.sgr}`,
        bg: found.ground.sgr === '' ? '' : `48;${found.ground.sgr}`,
        attributes: [],
      };
    },
    colours(letter, ground) {
      const found = find(letter, ground);
      return { letter: found.letter.shown, ground: found.ground.shown };
    },
  };
}

const steps = 20;

/** The colour, moved towards white or black as little as it takes to be read on what lies under it. */
function readable(colour: Rgb, under: Rgb, least: number, depth: Depth): Pigment {
  const end = contrast(white, under) > contrast(black, under) ? white : black;
  for (let step = 0; step < steps; step++) {
    const moved = pigment(mix(colour, end, step / steps), depth);
    if (contrast(moved.shown, under) >= least) return moved;
  }
  return pigment(end, depth);
}

/** A background on which neither light nor dark letters of every hue read, or undefined: its shade. */
export function shadeOf(background: Rgb): 'dark' | 'light' | undefined {
  const light = luminance(background);
  if (light <= darkest) return 'dark';
  return light >= lightest ? 'light' : undefined;
}

/** White on it has a contrast of 10 to 1, black on it one of 10 to 1: room for letters on grounds. */
const darkest = 1.05 / 10 - 0.05;
const lightest = 0.05 * 10 - 0.05;
