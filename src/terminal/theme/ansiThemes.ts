import type { Role } from './roles.ts';
import type { Theme } from './theme.ts';

const bold = 1;
const faint = 2;

type Ansi = readonly [fg: string, ...attributes: number[]];

const cyan = '36';
const magenta = '35';

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
  chart2: [cyan, faint],
  chart3: [cyan, faint],
  chart4: [cyan, faint],
  contentBar: [cyan, faint],
  sourcesBar: ['94', faint],
  placesBar: [magenta, faint],
  technologyBar: ['33', faint],
  contentFill: [cyan, faint],
  sourcesFill: ['94', faint],
  placesFill: [magenta, faint],
  technologyFill: ['33', faint],
  heat1: ['', faint],
  heat2: [cyan, faint],
  heat3: [cyan, faint],
  heat4: [cyan],
  heat5: [cyan],
  heat6: [cyan, bold],
  land: ['', faint],
  // The shade of a letter tells these steps apart, but for the first two.
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
    look(letter) {
      const [fg = '', ...attributes] = sixteen[letter] ?? [];
      return { fg: hasColours ? fg : '', bg: '', attributes };
    },
  };
}

export const terminalTheme = ansiTheme(true);
/** For NO_COLOR: what is bold, dim or underlined stays so. */
export const colourless = ansiTheme(false);
