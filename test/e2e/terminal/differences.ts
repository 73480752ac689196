import { setTimeout as after } from 'node:timers/promises';
import { Screen, type Cell } from '../../helpers/screen.ts';
import type { Terminal } from '../../helpers/terminal.ts';
import { settled } from '../../helpers/textApplication.ts';

/** What differs between the screen as it grew and what a repaint (^L) shows, on an empty terminal too. */
export async function differsFromRepaint(terminal: Terminal): Promise<string[]> {
  const grown = terminal.screen.cells();
  const mark = terminal.mark();
  terminal.press('^L');
  return inTheEnd(async () => {
    const fresh = new Screen(terminal.screen.cols, terminal.screen.rows);
    // It begins wherever a program before us may have left the cursor, on whatever it may have left.
    await fresh.write(`\x1b[?1049h${'#'.repeat(fresh.cols * fresh.rows)}\x1b[4;7;31m`);
    await fresh.write(terminal.outputSince(mark));
    return [...differences(grown, fresh.cells()), ...differences(grown, terminal.screen.cells())];
  });
}

/** The same for a frame that Ink has laid out and written whole, as it does for another width. */
export async function differsFromNewFrame(terminal: Terminal): Promise<string[]> {
  const grown = terminal.screen.cells();
  const { cols, rows } = terminal.screen;
  for (const width of [cols + 1, cols]) {
    const mark = terminal.mark();
    terminal.resize(width, rows);
    await terminal.waitForOutput('\x1b[', mark);
    await settled(terminal, 60);
  }
  return inTheEnd(async () => differences(grown, terminal.screen.cells()));
}

/** A frame may still be on its way; what is left over from an earlier one would never come back. */
async function inTheEnd(look: () => Promise<string[]>): Promise<string[]> {
  let found = await look();
  for (let patience = 20; found.length > 0 && patience > 0; patience--) {
    await after(150);
    found = await look();
  }
  return found;
}

export function differences(grown: readonly Cell[][], whole: readonly Cell[][]): string[] {
  return grown.flatMap((row, y) =>
    row.flatMap((cell, x) => {
      const belongs = whole[y]?.[x];
      return isAlike(cell, belongs, y) ? [] : [`${x},${y}: "${cell.text}" where "${belongs?.text}" belongs`];
    }),
  );
}

function isAlike(one: Cell, other: Cell | undefined, y: number): boolean {
  if (other === undefined) return false;
  // A minute may pass meanwhile.
  const isClock = y === 0 && /\d/.test(one.text) && /\d/.test(other.text);
  const parts = isBlank(one) && isBlank(other) ? blankParts : Object.keys(one);
  return isClock || parts.every(part => Reflect.get(one, part) === Reflect.get(other, part));
}

/** What the eye sees of a blank: neither its weight nor the colour of a letter that is not there. */
const blankParts = ['text', 'bg', 'underline', 'inverse'] as const satisfies (keyof Cell)[];

function isBlank({ text, inverse }: Cell): boolean {
  return text === ' ' && !inverse;
}
