import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { readTerminalCapabilities } from '#terminal/terminalCapabilities.ts';
import { setCharset } from '#terminal/charset.ts';

/** What stdout can show. */
export interface Printer {
  /** Columns of the terminal; undefined for a pipe or a file, where nothing is cut. */
  readonly columns: number | undefined;
  readonly colour: boolean;
  /** Whether lines and charts are more than ASCII. */
  readonly unicode: boolean;
}

/** Also sets the character set of all later output. */
export function createPrinter({ ascii, color }: GlobalOptions): Printer {
  const { stdout, env } = process;
  const args = { ascii: ascii === true, noColor: color === false };
  const { charset, colour } = readTerminalCapabilities(env, {
    stdinIsTTY: true,
    stdoutIsTTY: stdout.isTTY,
    args,
  });
  setCharset(charset);
  return {
    columns: stdout.isTTY ? stdout.columns || 80 : undefined,
    colour: stdout.isTTY && colour,
    unicode: charset === 'utf8',
  };
}
