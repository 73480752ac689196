import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { CellOutput } from '#terminal/ink/cellOutput.ts';
import { Screen } from '#terminal/screen/screen.ts';
import { terminalTheme } from '#terminal/theme/palettes.ts';

/** A terminal of 12 columns and 2 rows, as far as a screen needs one, and what was written to it since the last look. */
function terminalOf12() {
  const stream = new PassThrough({ encoding: 'utf8' });
  const sized = Object.assign(stream, { columns: 12, rows: 2 });
  // The types ask for all of a terminal; this function says any.
  const terminal: WriteStream = Object.setPrototypeOf(sized, PassThrough.prototype);
  return { terminal, written: () => String(stream.read() ?? '') };
}

/** As Ink does it. */
function draw(screen: Screen, line: string): void {
  const output = new CellOutput({ width: line.length, height: 2 });
  output.write(0, 0, line, { transformers: [] });
  screen.stream.write(output.get().output);
}

test('after a change of size nothing is shown before the frame for it is drawn, however long that takes', async () => {
  const { terminal, written } = terminalOf12();
  const screen = new Screen(terminal, { theme: terminalTheme, onHangUp: () => undefined });
  const frame = Promise.withResolvers<void>();
  screen.drawnBy(() => frame.promise);
  screen.release();
  draw(screen, 'twelve 12:00');
  await nextTurn();
  expect(written()).toContain('twelve 12:00');

  terminal.columns = 8;
  terminal.emit('resize');
  draw(screen, 'twelve …');
  await nextTurn();
  expect(written()).toBe('');

  draw(screen, 'eight   ');
  frame.resolve();
  await nextTurn();
  const shown = written();
  expect(shown).toContain('eight');
  expect(shown).not.toContain('…');
  screen.close();
});
