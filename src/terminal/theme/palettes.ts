import type { TintRole, Role, TextRole, Theme } from './roles.ts';

const bold = 1;
const faint = 2;

type Ansi = readonly [fg: string, ...attributes: number[]];

const cyan = '36';
const magenta = '35';

type Hue = 'content' | 'sources' | 'places' | 'technology';

const hues: Readonly<Record<Hue, string>> = {
  content: cyan,
  sources: '94',
  places: magenta,
  technology: '33',
};

/** The fills of each family's area, from its top down. */
function familySteps<T>(make: (family: Hue, index: number) => T) {
  return {
    content1: make('content', 0),
    content2: make('content', 1),
    content3: make('content', 2),
    content4: make('content', 3),
    content5: make('content', 4),
    content6: make('content', 5),
    sources1: make('sources', 0),
    sources2: make('sources', 1),
    sources3: make('sources', 2),
    sources4: make('sources', 3),
    sources5: make('sources', 4),
    sources6: make('sources', 5),
    places1: make('places', 0),
    places2: make('places', 1),
    places3: make('places', 2),
    places4: make('places', 3),
    places5: make('places', 4),
    places6: make('places', 5),
    technology1: make('technology', 0),
    technology2: make('technology', 1),
    technology3: make('technology', 2),
    technology4: make('technology', 3),
    technology5: make('technology', 4),
    technology6: make('technology', 5),
  };
}

/** The sixteen colours of the terminal's own theme and its default pair, so that light and dark terminals both read. */
const sixteen: Readonly<Partial<Record<Role, Ansi>>> = {
  dim: ['', faint],
  accent: [cyan],
  good: ['32'],
  bad: ['31'],
  warn: ['33'],
  chartLine: [cyan],
  chartBefore: ['', faint],
  content: [cyan],
  sources: ['94'],
  places: [magenta],
  technology: ['33'],
  // Bars and columns: the accent, but quieter than what is selected.
  soft: [cyan, faint],
  frame: ['', faint],
  weekend: ['', faint],
  chart: [cyan, faint],
  // Not faint: what is cut out of them would be of another tone.
  area1: [cyan],
  area2: [cyan],
  area3: [cyan],
  area4: [cyan],
  area5: [cyan],
  area6: [cyan],
  area7: [cyan],
  area8: [cyan],
  area9: [cyan],
  area10: [cyan],
  area11: [cyan],
  area12: [cyan],
  contentBar: [cyan, faint],
  sourcesBar: ['94', faint],
  placesBar: [magenta, faint],
  technologyBar: ['33', faint],
  goodBar: ['32', faint],
  badBar: ['31', faint],
  dimBar: ['', faint],
  selectionBar: [cyan],
  contentFill: [cyan, faint],
  sourcesFill: ['94', faint],
  placesFill: [magenta, faint],
  technologyFill: ['33', faint],
  ...familySteps((family): Ansi => [hues[family]]),
  // The shade of a letter tells these steps apart, but for the first two.
  heat1: [cyan, faint],
  heat2: [cyan],
  heat3: [cyan],
  heat4: [cyan],
  heat5: [cyan],
  heat6: [cyan],
  land: ['', faint],
  map1: [magenta, faint],
  map2: [magenta],
  map3: [magenta],
  map4: [magenta],
  map5: [magenta],
  mapSelected: [cyan, bold],
};

function ansiTheme(hasColours: boolean): Theme {
  return {
    hasTints: false,
    hasColours,
    look(letter, _on, isBeneath = false) {
      if (isBeneath) return { fg: '', bg: '', attributes: [faint] };
      const [fg = '', ...attributes] = sixteen[letter] ?? [];
      return { fg: hasColours ? fg : '', bg: '', attributes };
    },
  };
}

export const terminalTheme = ansiTheme(true);
/** For NO_COLOR: what is bold, dim or underlined stays so. */
export const colourless = ansiTheme(false);

/** A colour at three depths of the same table: "#rrggbb", and what stands for it in the colours 16 to 255. */
interface Tint {
  /** The letters' hue that is mixed in. */
  readonly hue: TextRole;
  /** How much of that hue lies over the background, 0 to 1. */
  readonly share: number;
  /** 16 to 255: chosen by eye, for the nearest colour of a quiet tint is a grey. */
  readonly in256: number;
}

export interface Palette {
  readonly background: string;
  /** The least contrast of a text, on the background and on every tint. */
  readonly contrast: number;
  readonly letters: Readonly<Record<TextRole, string>>;
  readonly tints: Readonly<Record<TintRole, Tint>>;
}

const tint = (hue: TextRole, share: number, in256: number): Tint => ({ hue, share, in256 });

/** The fills of an area: shares of the hue from the top down to the axis, and colours of the palette in equal parts. */
function gradient(top: number, axis: number, in256: readonly number[]) {
  const at = (index: number): Tint =>
    tint('accent', top + ((axis - top) * index) / 11, in256[Math.floor((index * in256.length) / 12)] ?? 30);
  return {
    area1: at(0),
    area2: at(1),
    area3: at(2),
    area4: at(3),
    area5: at(4),
    area6: at(5),
    area7: at(6),
    area8: at(7),
    area9: at(8),
    area10: at(9),
    area11: at(10),
    area12: at(11),
  };
}

type Gradient = readonly [top: number, axis: number, in256: readonly number[]];

/** The fills of areas in the hues of families: as those of an area. */
function familyGradients(gradients: Readonly<Record<Hue, Gradient>>) {
  return familySteps((family, index) => {
    const [top, axis, in256] = gradients[family];
    const at = in256[Math.floor((index * in256.length) / 6)] ?? 30;
    return tint(family, top + ((axis - top) * index) / 5, at);
  });
}

export const dark: Palette = {
  background: '#121212',
  contrast: 4.5,
  letters: {
    plain: '#dadada',
    dim: '#9e9e9e',
    accent: '#5fc9b8',
    good: '#87d75f',
    bad: '#ff8787',
    warn: '#e9b95c',
    chartLine: '#5fd7af',
    chartBefore: '#d0d0d0',
    content: '#4fbfae',
    sources: '#5fafff',
    places: '#c793e6',
    technology: '#d7af5f',
  },
  tints: {
    soft: tint('accent', 0.62, 66),
    frame: tint('plain', 0.2, 238),
    selection: tint('accent', 0.2, 236),
    field: tint('plain', 0.09, 235),
    weekend: tint('plain', 0.07, 234),
    chart: tint('accent', 0.56, 30),
    ...gradient(0.6, 0.24, [23]),
    contentBar: tint('content', 0.36, 23),
    sourcesBar: tint('sources', 0.3, 24),
    placesBar: tint('places', 0.28, 60),
    technologyBar: tint('technology', 0.26, 58),
    goodBar: tint('good', 0.24, 22),
    badBar: tint('bad', 0.26, 52),
    dimBar: tint('plain', 0.13, 236),
    selectionBar: tint('accent', 0.48, 30),
    contentFill: tint('content', 0.58, 66),
    sourcesFill: tint('sources', 0.58, 67),
    placesFill: tint('places', 0.58, 97),
    technologyFill: tint('technology', 0.58, 136),
    ...familyGradients({
      content: [0.6, 0.24, [66, 23]],
      sources: [0.58, 0.22, [67, 24]],
      places: [0.58, 0.22, [97, 60]],
      technology: [0.58, 0.2, [136, 58]],
    }),
    heat1: tint('technology', 0.15, 235),
    heat2: tint('technology', 0.24, 58),
    heat3: tint('technology', 0.4, 94),
    heat4: tint('technology', 0.58, 136),
    heat5: tint('technology', 0.78, 178),
    heat6: tint('technology', 1, 221),
    land: tint('plain', 0.16, 237),
    map1: tint('places', 0.34, 60),
    map2: tint('places', 0.46, 97),
    map3: tint('places', 0.58, 134),
    map4: tint('places', 0.74, 140),
    map5: tint('places', 0.92, 183),
    mapSelected: tint('accent', 1, 79),
  },
};

export const light: Palette = {
  background: '#ffffff',
  contrast: 4.5,
  letters: {
    plain: '#262626',
    dim: '#626262',
    accent: '#00756a',
    good: '#2b7a2f',
    bad: '#af0000',
    warn: '#875f00',
    chartLine: '#005f5f',
    chartBefore: '#444444',
    content: '#00756a',
    sources: '#005faf',
    places: '#8a3fb0',
    technology: '#875f00',
  },
  tints: {
    soft: tint('accent', 0.6, 73),
    frame: tint('plain', 0.2, 250),
    selection: tint('accent', 0.13, 195),
    field: tint('plain', 0.07, 254),
    weekend: tint('plain', 0.05, 255),
    chart: tint('accent', 0.52, 73),
    ...gradient(0.8, 0.24, [73, 109, 116, 152]),
    contentBar: tint('content', 0.3, 152),
    sourcesBar: tint('sources', 0.27, 153),
    placesBar: tint('places', 0.18, 225),
    technologyBar: tint('technology', 0.24, 223),
    goodBar: tint('good', 0.2, 194),
    badBar: tint('bad', 0.16, 224),
    dimBar: tint('plain', 0.1, 254),
    selectionBar: tint('accent', 0.42, 116),
    contentFill: tint('content', 0.5, 73),
    sourcesFill: tint('sources', 0.5, 110),
    placesFill: tint('places', 0.5, 140),
    technologyFill: tint('technology', 0.5, 179),
    ...familyGradients({
      content: [0.8, 0.24, [73, 116, 152]],
      sources: [0.7, 0.24, [110, 153]],
      places: [0.6, 0.18, [140, 225]],
      technology: [0.66, 0.22, [179, 223]],
    }),
    heat1: tint('technology', 0.06, 255),
    heat2: tint('technology', 0.18, 230),
    heat3: tint('technology', 0.36, 223),
    heat4: tint('technology', 0.56, 179),
    heat5: tint('technology', 0.78, 136),
    heat6: tint('technology', 1, 94),
    land: tint('plain', 0.14, 253),
    map1: tint('places', 0.26, 182),
    map2: tint('places', 0.4, 176),
    map3: tint('places', 0.55, 140),
    map4: tint('places', 0.74, 134),
    map5: tint('places', 1, 91),
    mapSelected: tint('accent', 1, 30),
  },
};

/** For weak eyes and bright rooms: 7 to 1, and tints that cannot be missed. */
export const highContrast: Palette = {
  background: '#000000',
  contrast: 7,
  letters: {
    plain: '#ffffff',
    dim: '#d0d0d0',
    accent: '#5fffff',
    good: '#87ff87',
    bad: '#ffafaf',
    warn: '#ffff5f',
    chartLine: '#5fffff',
    chartBefore: '#ffffff',
    content: '#5fffd7',
    sources: '#87d7ff',
    places: '#ffafff',
    technology: '#ffd75f',
  },
  tints: {
    soft: tint('accent', 0.8, 44),
    frame: tint('plain', 0.6, 246),
    selection: tint('sources', 0.3, 18),
    field: tint('plain', 0.2, 236),
    weekend: tint('plain', 0.14, 235),
    chart: tint('accent', 0.5, 30),
    ...gradient(0.36, 0.2, [23]),
    contentBar: tint('content', 0.34, 23),
    sourcesBar: tint('sources', 0.5, 24),
    placesBar: tint('places', 0.34, 53),
    technologyBar: tint('technology', 0.32, 58),
    goodBar: tint('good', 0.34, 22),
    badBar: tint('bad', 0.4, 52),
    dimBar: tint('plain', 0.24, 238),
    selectionBar: tint('accent', 0.5, 30),
    contentFill: tint('content', 0.7, 37),
    sourcesFill: tint('sources', 0.7, 74),
    placesFill: tint('places', 0.7, 134),
    technologyFill: tint('technology', 0.7, 178),
    ...familyGradients({
      content: [0.5, 0.24, [37, 23]],
      sources: [0.5, 0.3, [74, 24]],
      places: [0.5, 0.26, [134, 53]],
      technology: [0.5, 0.24, [178, 58]],
    }),
    heat1: tint('technology', 0.17, 235),
    heat2: tint('technology', 0.28, 58),
    heat3: tint('technology', 0.42, 94),
    heat4: tint('technology', 0.64, 136),
    heat5: tint('technology', 0.82, 178),
    heat6: tint('technology', 1, 221),
    land: tint('plain', 0.3, 239),
    map1: tint('places', 0.42, 97),
    map2: tint('places', 0.54, 134),
    map3: tint('places', 0.66, 140),
    map4: tint('places', 0.8, 177),
    map5: tint('places', 1, 219),
    mapSelected: tint('warn', 1, 227),
  },
};
