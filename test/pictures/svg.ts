import type { Cell, Screen } from '../helpers/screen.ts';
import { shapeOf, shapePath, type Shape } from './shapes.ts';

/** Rows as high as lines and blocks of the fonts, so that they touch. */
const size = { width: 8.4, height: 16, baseline: 13, padding: 10, font: 14 };
const foreground = '#d4d7d5';
const background = '#101214';
/** The first sixteen of the 256 colours, which a terminal's own theme sets. */
const sixteen =
  '#1d1f21 #cc6666 #8abe6a #e0b050 #6f9fd8 #b294bb #6cc0b8 #c5c8c6 #70757c #ff7b7b #a6e07e #ffd479 #8fc1ff #d7a8e0 #8fe0d8 #ffffff'.split(
    ' ',
  );

type Row = readonly Cell[];

/** How a character is drawn: of these, fonts have other heights and widths, or none. */
type Kind = 'text' | 'braille' | Shape;

/** What a terminal shows, as a picture. The same cells give the same text, on every machine. */
export function svgOf(screen: Screen): string {
  const rows = screen.cells();
  return pageOf(
    rows,
    rows.map((cells, y) => drawnRow(cells, y)),
  );
}

/** A row of the screen as elements of SVG, a line each. */
export function drawnRow(cells: Row, y: number): string {
  return runsOf(cells)
    .flatMap(run => drawn(run, y))
    .join('\n');
}

/** The whole picture around drawn rows. `rows` are of one screen, or of several below each other for what they need drawn. */
export function pageOf(
  rows: readonly Row[],
  body: readonly string[],
  { height: lines = rows.length, style = '' }: { readonly height?: number; readonly style?: string } = {},
): string {
  const width = (rows[0]?.length ?? 0) * size.width + 2 * size.padding;
  const height = lines * size.height + 2 * size.padding;
  const shapes = [...new Set(rows.flat().map(cell => cell.text))]
    .filter(text => kindOf(text) === 'braille')
    .map(brailleShape);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(1)} ${height}">`,
    ...(style === '' ? [] : [`<style>${style}</style>`]),
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    `<defs>${shapes.join('')}</defs>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${size.font}" xml:space="preserve" shape-rendering="crispEdges">`,
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
  readonly style: Cell;
  readonly kind: Kind;
}

/** Neighbouring cells of one style. */
function runsOf(cells: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  for (const [x, seen] of cells.entries()) {
    const cell = isBlank(seen) ? { ...seen, ...noStyle } : seen;
    const last = runs.at(-1);
    const kind = kindOf(cell.text);
    if (last !== undefined && last.kind === kind && sameStyle(last.style, cell))
      runs[runs.length - 1] = { ...last, text: last.text + cell.text, columns: last.columns + 1 };
    else runs.push({ x, columns: 1, text: cell.text, style: cell, kind });
  }
  return runs;
}

/** A blank looks the same in every colour of ink; which one it has depends on what stood there before. */
function isBlank({ text, inverse, underline }: Cell): boolean {
  return text === ' ' && !inverse && !underline;
}

const noStyle = { fg: 'default', bold: false, dim: false, italic: false } as const;

function sameStyle(a: Cell, b: Cell): boolean {
  return (
    a.fg === b.fg &&
    a.bg === b.bg &&
    a.bold === b.bold &&
    a.dim === b.dim &&
    a.underline === b.underline &&
    a.inverse === b.inverse
  );
}

function drawn({ x: start, columns, text, style, kind }: Run, y: number): string[] {
  const left = (size.padding + start * size.width).toFixed(1);
  const top = size.padding + y * size.height;
  const [ink, paper] = style.inverse
    ? [colour(style.bg, background), colour(style.fg, foreground)]
    : [colour(style.fg, foreground), colour(style.bg, background)];
  const box =
    paper === background
      ? []
      : [
          `<rect x="${left}" y="${top}" width="${(columns * size.width).toFixed(1)}" height="${size.height}" fill="${paper}"/>`,
        ];
  if (text.trim() === '') return box;
  const opacity = style.dim ? ' opacity="0.6"' : '';
  if (kind === 'braille') {
    const dots = Array.from(text, (character, at) => {
      const x = (size.padding + (start + at) * size.width).toFixed(1);
      return `<use href="#${brailleId(character)}" x="${x}" y="${top}"/>`;
    });
    return [...box, `<g fill="${ink}"${opacity}>${dots.join('')}</g>`];
  }
  if (kind !== 'text') {
    const place = { left: size.padding + start * size.width, top, width: size.width, height: size.height };
    const painted =
      kind === 'block'
        ? `fill="${ink}"`
        : `fill="none" stroke="${ink}" stroke-width="${kind === 'light' ? 1.2 : 2.4}"`;
    return [...box, `<path ${painted}${opacity} d="${shapePath(text, place)}"/>`];
  }
  const attributes = [
    `x="${left}" y="${top + size.baseline}" fill="${ink}"`,
    `textLength="${(columns * size.width).toFixed(1)}"`,
    ...(style.bold ? ['font-weight="bold"'] : []),
    ...(style.dim ? ['opacity="0.6"'] : []),
    ...(style.underline ? ['text-decoration="underline"'] : []),
  ];
  return [...box, `<text ${attributes.join(' ')}>${escaped(text)}</text>`];
}

function kindOf(text: string): Kind {
  return /^[\u2800-\u28ff]/.test(text) ? 'braille' : (shapeOf(text) ?? 'text');
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
    .map(([column, row]) => `M${(1.1 + 4.2 * column).toFixed(1)} ${1 + 4 * row}h2v2h-2z`);
  return `<path id="${brailleId(character)}" shape-rendering="auto" d="${dots.join('')}"/>`;
}

function colour(value: Cell['fg'], fallback: string): string {
  if (typeof value === 'string') return value === 'default' ? fallback : value;
  return sixteen[value] ?? indexed(value);
}

/** Colours 16 to 255: a cube of six steps in red, green and blue, then 24 greys. */
function indexed(value: number): string {
  const step = (at: number) => (at === 0 ? 0 : 55 + 40 * at);
  const cube = value - 16;
  const levels =
    value >= 232
      ? Array<number>(3).fill(8 + 10 * (value - 232))
      : [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(step);
  return `#${levels.map(level => level.toString(16).padStart(2, '0')).join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
