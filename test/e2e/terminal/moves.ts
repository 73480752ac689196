import { selectedLine } from '../../helpers/application.ts';
import { bytesLeftOf } from '../../helpers/bytesLeftOf.ts';
import type { Terminal } from '../../helpers/terminal.ts';

/** Sizes are bytes, which do not depend on the machine. */
export const kilobyte = 1024;
/** Names as different as those of people's websites: a list that moves is another text in every row. */
export const domains = Array.from({ length: 70 }, (_, index) => {
  const letters = Array.from({ length: 24 }, (_letter, at) =>
    String.fromCodePoint(97 + ((at * (index + 5) + index) % 26)),
  );
  return `site-${index}.${letters.join('')}.example.com`;
});
export const clearsScreen = /\x1b\[[23]J/;

export interface Move {
  readonly key: string;
  /** Those of the list; the pane beside it counts apart. */
  readonly bytes: number;
  /** All that was written. */
  readonly output: string;
}

/** Presses a key, once its row is selected. */
export async function moveTo(terminal: Terminal, key: string, domain: string): Promise<Move> {
  const mark = terminal.mark();
  const { x } = terminal.screen.cursor();
  terminal.press(key);
  await terminal.waitFor(() => selectedLine(terminal).includes(domain));
  await terminal.quiet(25);
  const output = terminal.outputSince(mark);
  return { key, bytes: bytesLeftOf(output, paneColumn(terminal), x), output };
}

/** The moves that are too large, with what they wrote, so that a failure shows it. */
export function largerThan(bytes: number, moves: readonly Move[]): Move[] {
  return moves.filter(move => move.bytes > bytes);
}

/** Where the pane begins: behind the list, where there is one. */
function paneColumn(terminal: Terminal): number {
  const edge = terminal.lines()[1]?.indexOf('│') ?? -1;
  return edge === -1 ? terminal.screen.cols : edge;
}

/** Down over the rows on screen, and up again. */
export function fromEndToEnd(rows: number): { key: 'j' | 'k'; to: number }[] {
  const down = Array.from({ length: rows - 1 }, (_, index) => ({ key: 'j' as const, to: index + 1 }));
  const up = down.map(({ to }) => ({ key: 'k' as const, to: rows - 1 - to }));
  return [...down, ...up];
}

/** A dark background of which the environment tells, in all colours and in 256. */
export const tints = { COLORFGBG: '15;0', COLORTERM: 'truecolor' };
export const tintsOf256 = { COLORFGBG: '15;0' };
export const lightTints = { COLORFGBG: '0;15', COLORTERM: 'truecolor' };
