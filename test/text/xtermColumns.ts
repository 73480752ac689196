import xterm from '@xterm/headless';

/** Where the cursor stands, counted from 0, after each text was written at the start of an empty line of xterm's emulator. */
export async function xtermColumns(texts: readonly string[]): Promise<number[]> {
  const terminal = new xterm.Terminal({ cols: 1000, rows: 2, scrollback: 0, allowProposedApi: true });
  const columns: number[] = [];
  // The emulator answers a request for the cursor's position as it gets to it, so that all texts go in one write.
  terminal.onData(report => columns.push(Number(/;(\d+)R$/.exec(report)?.[1]) - 1));
  await new Promise<void>(resolve => {
    terminal.write(texts.map(text => `\r\x1b[2K${text}\x1b[6n`).join(''), resolve);
  });
  terminal.dispose();
  return columns;
}
