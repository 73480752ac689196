import type { WriteStream } from 'node:tty';
import type { Grid } from './grid.ts';
import { interpret } from './interpret.ts';

/** The terminal as Ink sees it, except that what is written to it goes to the grid, which then calls `onWrite`. */
export function gridStream(
  terminal: WriteStream,
  grid: Grid,
  { onWrite, isClosed }: { readonly onWrite: () => void; readonly isClosed: () => boolean },
): WriteStream {
  const write = (data: string | Uint8Array, ...rest: unknown[]): boolean => {
    interpret(typeof data === 'string' ? data : Buffer.from(data).toString(), grid);
    onWrite();
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => void done());
    return true;
  };
  return new Proxy(terminal, {
    get: (_, name) => {
      if (name === 'write') return write;
      // A terminal that does not know its size says 0; Ink would then start programs to find out.
      if (name === 'columns') return grid.cols;
      if (name === 'rows') return grid.rows.length;
      if (name === 'destroyed') return isClosed();
      const value: unknown = Reflect.get(terminal, name);
      return value;
    },
  });
}
