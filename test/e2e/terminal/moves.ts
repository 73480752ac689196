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

/** The bytes of one key, once its row is selected: those of the list, the pane beside it counts apart. */
export async function bytesOf(terminal: Terminal, key: string, domain: string): Promise<number> {
  const mark = terminal.mark();
  const { x } = terminal.screen.cursor();
  terminal.press(key);
  await terminal.waitFor(() => selectedLine(terminal).includes(domain));
  await terminal.quiet(25);
  return bytesLeftOf(terminal.outputSince(mark), paneColumn(terminal), x);
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
