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
const heavies: Readonly<Record<string, string>> = { '━': 'lr', '╸': 'l', '╺': 'r', '┃': 'ud' };
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
  if (character in heavies) return 'heavy';
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
      if (character in blocks && touches(character))
        return blockPath(character, { ...place, width: piece.length * cell.width });
      if (character === '─' || character === '━') return `M${place.left} ${middleOf(cell).y}H${left}`;
      return Array.from(piece, (each, at) =>
        cellPath(each, { ...place, left: place.left + at * cell.width }),
      ).join('');
    })
    .join('');
}

function touches(block: string): boolean {
  return blocks[block]?.[2] === 8;
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
  const arms = lights[character] ?? heavies[character] ?? '';
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
