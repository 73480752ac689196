import type { ReadStream, WriteStream } from 'node:tty';
import { inkOptions, type InkOptions } from '#terminal/inkOptions.ts';
import type { Theme } from '#terminal/theme/theme.ts';
import { Grid } from './grid.ts';
import { gridStream } from './gridStream.ts';
import { Painter } from './painter.ts';

export interface FrameOptions {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly theme: Theme;
  readonly erasesCells: boolean;
}

/** The bytes of a session's first painting, where Ink draws what `draw` gives it at once: nothing is written. */
export function frameBytes(options: FrameOptions, draw: (ink: InkOptions) => void): string {
  const { stdin, stdout, theme, erasesCells } = options;
  const grid = new Grid(stdout.columns || 80, stdout.rows || 24);
  const stream = gridStream(stdout, grid, { onWrite: () => undefined, isClosed: () => false });
  draw(inkOptions(stdin, stream));
  return new Painter(theme, erasesCells).paint(grid);
}
