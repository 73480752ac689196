import type { Cell, Screen } from '../helpers/screen.ts';

const size = { width: 8.4, height: 18, padding: 10, font: 14 };
const foreground = '#d4d7d5';
const background = '#101214';
/** The sixteen colours of a terminal theme; the program uses no others. */
const palette =
  '#1d1f21 #cc6666 #8abe6a #e0b050 #6f9fd8 #b294bb #6cc0b8 #c5c8c6 #70757c #ff7b7b #a6e07e #ffd479 #8fc1ff #d7a8e0 #8fe0d8 #ffffff'.split(
    ' ',
  );

/** What a terminal shows, as a picture. The same cells give the same text, on every machine. */
export function svgOf(screen: Screen): string {
  const rows = screen.cells();
  const width = screen.cols * size.width + 2 * size.padding;
  const height = rows.length * size.height + 2 * size.padding;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(1)} ${height}">`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${size.font}" xml:space="preserve">`,
    ...rows.flatMap((cells, y) => runsOf(cells).flatMap(run => drawn(run, y))),
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
}

/** Neighbouring cells of one style. */
function runsOf(cells: readonly Cell[]): Run[] {
  const runs: Run[] = [];
  for (const [x, seen] of cells.entries()) {
    const cell = isBlank(seen) ? { ...seen, ...noStyle } : seen;
    const last = runs.at(-1);
    if (last !== undefined && sameStyle(last.style, cell))
      runs[runs.length - 1] = { ...last, text: last.text + cell.text, columns: last.columns + 1 };
    else runs.push({ x, columns: 1, text: cell.text, style: cell });
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

function drawn({ x, columns, text, style }: Run, y: number): string[] {
  const left = (size.padding + x * size.width).toFixed(1);
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
  const attributes = [
    `x="${left}" y="${top + size.font}" fill="${ink}"`,
    `textLength="${(columns * size.width).toFixed(1)}"`,
    ...(style.bold ? ['font-weight="bold"'] : []),
    ...(style.dim ? ['opacity="0.6"'] : []),
    ...(style.underline ? ['text-decoration="underline"'] : []),
  ];
  return [...box, `<text ${attributes.join(' ')}>${escaped(text)}</text>`];
}

function colour(value: Cell['fg'], fallback: string): string {
  if (typeof value === 'string') return value === 'default' ? fallback : value;
  return palette[value] ?? fallback;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
