/** What blocks and lines of a terminal are drawn as, so that they touch whatever fonts there are. */
export type Shape = 'block' | 'light' | 'heavy';

/** The part of a cell that a block fills, in eighths: from the top, its width, its height. */
const blocks: Readonly<Record<string, readonly [number, number, number]>> = {
  '▀': [0, 8, 4],
  ...Object.fromEntries(Array.from('▁▂▃▄▅▆▇█', (block, at) => [block, [7 - at, 8, at + 1]])),
  ...Object.fromEntries(Array.from('▉▊▋▌▍▎▏', (block, at) => [block, [0, 7 - at, 8]])),
};

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

export function shapeOf(character: string): Shape | undefined {
  if (character in blocks) return 'block';
  if (character in lights || character in corners) return 'light';
  return character in heavies ? 'heavy' : undefined;
}

/** A rectangle of the picture. */
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
      if (character in blocks) return blockPath(character, { ...place, width: piece.length * cell.width });
      if (character === '─' || character === '━') return `M${near(place.left)} ${middle(cell)}H${near(left)}`;
      return Array.from(piece, (each, at) =>
        linePath(each, { ...place, left: place.left + at * cell.width }),
      ).join('');
    })
    .join('');
}

function blockPath(character: string, { left, top, width, height }: Place): string {
  const [y, wide, high] = blocks[character] ?? [0, 0, 0];
  return `M${near(left)} ${near(top + (y * height) / 8)}H${near(left + (wide * width) / 8)}V${near(top + ((y + high) * height) / 8)}H${near(left)}z`;
}

function linePath(character: string, cell: Place): string {
  const { left, top, width, height } = cell;
  const [x, y] = [left + width / 2, middle(cell)];
  const corner = corners[character];
  if (corner !== undefined) {
    const [dx, dy] = corner;
    return `M${near(x)} ${near(y + (dy * height) / 2)}V${y + 3 * dy}Q${near(x)} ${y} ${near(x + 3 * dx)} ${y}H${near(x + (dx * width) / 2)}`;
  }
  const ends = { l: `H${near(left)}`, r: `H${near(left + width)}`, u: `V${top}`, d: `V${top + height}` };
  const arms = lights[character] ?? heavies[character] ?? '';
  return Object.entries(ends)
    .flatMap(([arm, end]) => (arms.includes(arm) ? [`M${near(x)} ${y}${end}`] : []))
    .join('');
}

function middle({ top, height }: Place): number {
  return top + height / 2;
}

function near(value: number): string {
  return String(Number(value.toFixed(1)));
}
