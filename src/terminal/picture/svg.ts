import { lines as cellLines } from '#terminal/ink/cellOutput.ts';
import { type Row, styleOf } from '#terminal/screen/cells.ts';
import { themeRow } from '#terminal/screen/painter.ts';
import { inRole, type Rgb, type Role, type Theme } from '#terminal/theme/roles.ts';
import { mix, paletteColour } from '#terminal/theme/tinted.ts';

/** Fonts have blocks, lines and dots in other sizes, or not at all, and they would not touch. */
export type Shape = 'block' | 'shade1' | 'shade2' | 'shade3' | 'light' | 'heavy' | 'dot';

/** The part of a cell that a block fills, in eighths: from the left and the top, its width and height. */
const blocks: Readonly<Record<string, readonly [left: number, top: number, width: number, height: number]>> =
  {
    '▀': [0, 0, 8, 4],
    '▐': [4, 0, 4, 8],
    '░': [0, 0, 8, 8],
    '▒': [0, 0, 8, 8],
    '▓': [0, 0, 8, 8],
    ...Object.fromEntries(Array.from('▁▂▃▄▅▆▇█', (block, at) => [block, [0, 7 - at, 8, at + 1]])),
    ...Object.fromEntries(Array.from('▉▊▋▌▍▎▏', (block, at) => [block, [0, 0, 7 - at, 8]])),
  };
const shades: Readonly<Record<string, Shape>> = { '░': 'shade1', '▒': 'shade2', '▓': 'shade3' };

/** The arms of a line, from the middle of its cell: left, up, right, down. */
const lights: Readonly<Record<string, string>> = {
  '─': 'lr',
  '│': 'ud',
  '┌': 'rd',
  '┐': 'ld',
  '└': 'ur',
  '┘': 'lu',
  '├': 'urd',
  '┤': 'lud',
  '┬': 'lrd',
  '┴': 'lur',
  '┼': 'lurd',
};
const heavyLines: Readonly<Record<string, string>> = { '━': 'lr', '╸': 'l', '╺': 'r', '┃': 'ud' };
/** Where a round corner leads: left or right, up or down. */
const corners: Readonly<Record<string, readonly [number, number]>> = {
  '╭': [1, 1],
  '╮': [-1, 1],
  '╰': [1, -1],
  '╯': [-1, -1],
};
/** The radii of circles, in eighths of the width, from the outermost: each is cut out of the one around it. */
const dots: Readonly<Record<string, readonly number[]>> = {
  '●': [3.5],
  '○': [3.5, 2.5],
  '◉': [3.5, 2.5, 1.5],
};

/** What a character is drawn as; undefined for a letter. */
export function shapeOf(character: string): Shape | undefined {
  if (character in blocks) return shades[character] ?? 'block';
  if (character in lights || character in corners) return 'light';
  if (character in heavyLines) return 'heavy';
  return character in dots ? 'dot' : undefined;
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Characters of one shape beside each other, as the commands of a path; `cell` is that of the first. */
export function shapePath(text: string, cell: Place): string {
  const pieces = text.match(/(.)\1*/gu) ?? [];
  let { left } = cell;
  return pieces
    .map(piece => {
      const place = { ...cell, left };
      left += piece.length * cell.width;
      const [character = ''] = piece;
      // Alike ones that touch are one.
      if (character in blocks && blocks[character]?.[2] === 8)
        return blockPath(character, { ...place, width: piece.length * cell.width });
      if (character === '─' || character === '━') return `M${place.left} ${middleOf(cell).y}H${left}`;
      return Array.from(piece, (each, at) =>
        cellPath(each, { ...place, left: place.left + at * cell.width }),
      ).join('');
    })
    .join('');
}

function cellPath(character: string, cell: Place): string {
  if (character in blocks) return blockPath(character, cell);
  return character in dots ? dotPath(character, cell) : linePath(character, cell);
}

function blockPath(character: string, { left, top, width, height }: Place): string {
  const [x, y, wide, high] = blocks[character] ?? [0, 0, 0, 0];
  const [start, end] = [left + (x * width) / 8, left + ((x + wide) * width) / 8];
  return `M${start} ${top + (y * height) / 8}H${end}V${top + ((y + high) * height) / 8}H${start}z`;
}

function linePath(character: string, cell: Place): string {
  const { left, top, width, height } = cell;
  const { x, y } = middleOf(cell);
  const [right, bottom] = [left + width, top + height];
  const corner = corners[character];
  if (corner !== undefined) {
    const [dx, dy] = corner;
    return `M${x} ${dy > 0 ? bottom : top}V${y + 3 * dy}Q${x} ${y} ${x + 3 * dx} ${y}H${dx > 0 ? right : left}`;
  }
  const arms = lights[character] ?? heavyLines[character] ?? '';
  const has = (arm: string) => arms.includes(arm);
  const across = has('l') || has('r') ? `M${has('l') ? left : x} ${y}H${has('r') ? right : x}` : '';
  const down = has('u') || has('d') ? `M${x} ${has('u') ? top : y}V${has('d') ? bottom : y}` : '';
  return across + down;
}

function dotPath(character: string, { left, top, width, height }: Place): string {
  return (dots[character] ?? [])
    .map((eighths, at) => {
      const radius = (eighths * width) / 8;
      // Every other one the other way round, which makes a hole.
      const arc = `a${radius} ${radius} 0 1 ${at % 2} `;
      return `M${left + width / 2 - radius} ${top + height / 2}${arc}${2 * radius} 0${arc}${-2 * radius} 0z`;
    })
    .join('');
}

/** In the middle of a pixel, so that a line of one pixel is sharp. */
function middleOf({ left, top, width, height }: Place): { readonly x: number; readonly y: number } {
  return { x: left + width / 2 + 0.5, y: top + height / 2 + 0.5 };
}

export interface PictureCell {
  /** A character with its marks; empty for the second half of a wide one. */
  readonly text: string;
  /** 'default', 0 to 255 for a palette colour, '#rrggbb' for another. */
  readonly fg: number | string;
  readonly bg: number | string;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

/** What a terminal's own pair of colours is drawn as. */
interface OwnColours {
  readonly letter: Rgb;
  readonly background: Rgb;
}

/** Whole pixels, also for the eighths of blocks. */
const size = { width: 8, height: 16, baseline: 12, padding: 10 };
/** With the fonts most people have, a letter is then as wide as a cell; with any other, `textLength` sees to it. */
const fontSize = 13.3;
const fonts = "ui-monospace,'DejaVu Sans Mono',Menlo,'Cascadia Mono',Consolas,'Liberation Mono',monospace";
const darkOwn: OwnColours = { letter: [212, 215, 213], background: [16, 18, 20] };
/** The first sixteen of the 256 colours, which a terminal's own theme sets. */
const sixteen =
  '#1d1f21 #cc6666 #8abe6a #e0b050 #6f9fd8 #b294bb #6cc0b8 #c5c8c6 #70757c #ff7b7b #a6e07e #ffd479 #8fc1ff #d7a8e0 #8fe0d8 #ffffff'.split(
    ' ',
  );

type PictureRow = readonly PictureCell[];

export function pictureRows(rows: readonly Row[], theme: Theme): PictureRow[] {
  return rows.map(row => {
    const { text, style } = themeRow(row, theme);
    return text.map((character, x): PictureCell => {
      const { fg, bg, attributes } = styleOf(style[x] ?? 0);
      const has = (attribute: number) => attributes.includes(attribute);
      return {
        text: character,
        fg: colourOf(fg),
        bg: colourOf(bg),
        bold: has(1),
        dim: has(2),
        underline: has(4),
        inverse: has(7),
      };
    });
  });
}

/** Of SGR parameters: "31", "94", "38;5;208", "48;2;16;18;20"; '' is the terminal's own. */
function colourOf(sgr: string): number | string {
  const [kind, ...values] = sgr.split(';').map(Number);
  if (sgr === '' || kind === undefined) return 'default';
  if (kind === 38 || kind === 48) {
    const [depth, ...parts] = values;
    return depth === 5 ? (parts[0] ?? 0) : hex(parts);
  }
  // Eight in both places, then their bright ones.
  return (kind % 10) + (kind >= 90 ? 8 : 0);
}

type Kind = 'blank' | 'text' | 'symbol' | 'braille' | Shape;

/** What a terminal shows, as a picture. The same cells give the same text, on every machine. */
export function svgOf(rows: readonly PictureRow[], own = darkOwn): string {
  return pageOf(
    rows,
    rows.map((cells, y) => drawnRow(cells, y, own)),
    { own },
  );
}

/** A row of the screen as elements of SVG, a line each. */
export function drawnRow(cells: PictureRow, y: number, own = darkOwn): string {
  const top = size.padding + y * size.height;
  return [...backgroundsOf(cells, top, own), ...runsOf(cells).map(run => drawn(run, top, own))].join('\n');
}

/** The whole picture around drawn rows. `rows` are of one screen, or of several below each other for what they need drawn. */
export function pageOf(
  rows: readonly PictureRow[],
  body: readonly string[],
  {
    height: lines = rows.length,
    style = '',
    own = darkOwn,
  }: { readonly height?: number; readonly style?: string; readonly own?: OwnColours } = {},
): string {
  const width = (rows[0]?.length ?? 0) * size.width + 2 * size.padding;
  const height = lines * size.height + 2 * size.padding;
  const shapes = [...new Set(rows.flat().map(cell => cell.text))]
    .filter(text => kindOf(text) === 'braille')
    .sort()
    .map(brailleShape);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...(style === '' ? [] : [`<style>${style}</style>`]),
    // With an edge that shows on a page of the same shade.
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${hex(own.background)}" stroke="${hex(mix(own.background, own.letter, 0.15))}"/>`,
    ...(shapes.length === 0 ? [] : [`<defs>${shapes.join('')}</defs>`]),
    `<g font-family="${fonts}" font-size="${fontSize}" style="font-variant-ligatures:none" fill="${hex(own.letter)}">`,
    ...body.filter(part => part !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

interface Run {
  readonly x: number;
  readonly columns: number;
  readonly text: string;
  readonly kind: Kind;
  readonly style: PictureCell;
}

/** Neighbouring cells that are drawn alike; blanks are left out, so that none begins, ends or parts a text. */
function runsOf(cells: PictureRow): Run[] {
  const runs: Run[] = [];
  for (const [x, cell] of cells.entries()) {
    const last = runs.at(-1);
    const kind = cell.text === '' && last !== undefined ? last.kind : kindOf(cell.text);
    const joins = last?.kind === kind && kind !== 'symbol' && sameInk(last.style, cell);
    if (last !== undefined && (cell.text === '' || joins))
      runs[runs.length - 1] = { ...last, text: last.text + cell.text, columns: last.columns + 1 };
    else runs.push({ x, columns: 1, text: cell.text, style: cell, kind });
  }
  return runs.filter(({ kind }) => kind !== 'blank');
}

function sameInk(a: PictureCell, b: PictureCell): boolean {
  return foregroundOf(a) === foregroundOf(b) && a.bold === b.bold && a.dim === b.dim;
}

/** Of an inverse cell the letter is what would be its background. */
function foregroundOf({ fg, bg, inverse }: PictureCell): number | string {
  return inverse ? (bg === 'default' ? 'background' : bg) : fg === 'default' ? 'letter' : fg;
}

function backgroundOf({ fg, bg, inverse }: PictureCell): number | string {
  return inverse ? (fg === 'default' ? 'letter' : fg) : bg === 'default' ? 'background' : bg;
}

/** Cells of one background as one rectangle, and lines under them. */
function backgroundsOf(cells: PictureRow, top: number, own: OwnColours): string[] {
  const backgrounds = stretches(cells, backgroundOf).map(({ x, columns, value }) => {
    const fill = colour(value, own);
    return fill === hex(own.background)
      ? ''
      : `<rect x="${leftOf(x)}" y="${top}" width="${columns * size.width}" height="${size.height}" fill="${fill}" shape-rendering="crispEdges"/>`;
  });
  const lines = stretches(cells, cell => (cell.underline ? foregroundOf(cell) : '')).map(
    ({ x, columns, value }) =>
      value === ''
        ? ''
        : `<path stroke="${colour(value, own)}" d="M${leftOf(x)} ${top + size.baseline + 2.5}H${leftOf(x + columns)}"/>`,
  );
  return [...backgrounds, ...lines].filter(element => element !== '');
}

/** Runs of neighbouring cells of which `get` returns the same value. */
function stretches<T>(cells: PictureRow, get: (cell: PictureCell) => T) {
  const found: { readonly x: number; columns: number; readonly value: T }[] = [];
  for (const [x, cell] of cells.entries()) {
    const last = found.at(-1);
    const value = get(cell);
    if (last?.value === value) last.columns += 1;
    else found.push({ x, columns: 1, value });
  }
  return found;
}

function drawn({ x, columns, text, style, kind }: Run, top: number, own: OwnColours): string {
  const foreground = colour(foregroundOf(style), own);
  const isOwn = foreground === hex(own.letter);
  const opacity = style.dim ? ' opacity="0.6"' : '';
  const fill = `${isOwn ? '' : ` fill="${foreground}"`}${opacity}`;
  const left = leftOf(x);
  switch (kind) {
    case 'braille': {
      const dots = Array.from(
        text,
        (character, at) => `<use href="#${brailleId(character)}" x="${leftOf(x + at)}" y="${top}"/>`,
      );
      return `<g${fill}>${dots.join('')}</g>`;
    }
    case 'blank':
    case 'symbol':
    case 'text': {
      const bold = style.bold ? ' font-weight="bold"' : '';
      // One alone has no room between letters to give or to take.
      const isAlone = kind === 'symbol' || columns === 1;
      const length = ` textLength="${columns * size.width}"${isAlone ? ' lengthAdjust="spacingAndGlyphs"' : ''}`;
      return `<text x="${left}" y="${top + size.baseline}"${fill}${bold}${length}>${escaped(text)}</text>`;
    }
    case 'light':
    case 'heavy': {
      const wide = kind === 'heavy' ? ' stroke-width="3"' : '';
      return `<path fill="none" stroke="${foreground}"${wide}${opacity} d="${shapePath(text, positionOf(left, top))}"/>`;
    }
    default: {
      const shade = { shade1: 0.25, shade2: 0.5, shade3: 0.75, block: 1, dot: 1 }[kind];
      const opaque = shade === 1 ? '' : ` fill-opacity="${shade}"`;
      const edges = kind === 'dot' ? '' : ' shape-rendering="crispEdges"';
      return `<path${fill}${opaque}${edges} d="${shapePath(text, positionOf(left, top))}"/>`;
    }
  }
}

function leftOf(x: number): number {
  return size.padding + x * size.width;
}

function positionOf(left: number, top: number) {
  return { left, top, width: size.width, height: size.height };
}

/** Letters that every font has stand in words; any other alone, since it may come from another font, of another width. */
function kindOf(text: string): Kind {
  if (/^[\s\u2800]*$/.test(text)) return 'blank';
  if (/^[!-~\u00a1-\u00ff]$/.test(text)) return 'text';
  if (/^[\u2801-\u28ff]$/.test(text)) return 'braille';
  return shapeOf(text) ?? 'symbol';
}

function brailleId(character: string): string {
  return `b${character.charCodeAt(0).toString(16)}`;
}

/** Column and row of the dot of each bit. */
const brailleDots = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;

function brailleShape(character: string): string {
  const dots = brailleDots
    .filter((_, bit) => (character.charCodeAt(0) >> bit) % 2 === 1)
    .map(([column, row]) => `M${1 + 4 * column} ${1 + 4 * row}h2v2h-2z`);
  return `<path id="${brailleId(character)}" d="${dots.join('')}"/>`;
}

function colour(value: number | string, own: OwnColours): string {
  if (value === 'letter' || value === 'background') return hex(own[value]);
  if (typeof value === 'string') return value;
  return sixteen[value] ?? hex(paletteColour(value));
}

function hex(channels: readonly number[]): string {
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Safe between tags: what XML does not know, or takes for its own, is replaced. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\x00-\x1f\x7f-\x9f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

interface Stretch {
  readonly text: string;
  readonly tone?: Role | undefined;
  readonly on?: Role | undefined;
  readonly bold?: boolean | undefined;
}

/** Printed lines as a picture in the colours of a theme, as wide as the longest. */
export function svgOfLines(printed: readonly (readonly Stretch[])[], theme: Theme): string {
  const rows = printed.flatMap(line => cellLines(line.map(styled).join('')));
  const width = Math.max(0, ...rows.map(({ text }) => text.length));
  const padded = rows.map(({ text, style }) => {
    const blanks = Array.from({ length: width - text.length });
    return { text: [...text, ...blanks.map(() => ' ')], style: [...style, ...blanks.map(() => 0)] };
  });
  return svgOf(pictureRows(padded, theme), theme.own);
}

function styled({ text, tone, on, bold }: Stretch): string {
  const inTone = tone === undefined ? text : inRole(text, tone, 'letter');
  const onBackground = on === undefined ? inTone : inRole(inTone, on, 'background');
  return bold === true ? `\x1b[1m${onBackground}\x1b[22m` : onBackground;
}
