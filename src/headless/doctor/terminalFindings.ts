import { openLook } from '#config/lookFile.ts';
import { describeTheme } from '#terminal/theme/chooseTheme.ts';
import { readDepth } from '#terminal/theme/depth.ts';
import { readTerminalCapabilities, terminalName, type Environment } from '#terminal/terminalCapabilities.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Finding } from './finding.ts';

interface Terminal {
  readonly env: Environment;
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  /** Undefined where stdout is no terminal. */
  readonly size: { readonly columns: number; readonly rows: number } | undefined;
  readonly args: { readonly ascii: boolean; readonly noColor: boolean };
  /** Where choices are kept. */
  readonly folder: string;
}

const smallest = { columns: 40, rows: 10 };

/** What the terminal can do and how it will look, as the application would find it. */
export function terminalFindings({ env, size, args, folder, ...facts }: Terminal): Finding[] {
  const capabilities = readTerminalCapabilities(env, { ...facts, args });
  const depth = readDepth(env, capabilities);
  const look = openLook(folder, terminalName(env));
  const theme = { depth, env, background: look.background };
  const isUtf8 = capabilities.charset === 'utf8';
  // Printed into a file for a report, nothing is wrong with the terminal.
  const problem = facts.stdoutIsTTY ? capabilities.problem : undefined;
  return [
    sizeFinding(size),
    finding('TERM', terminalName(env) || 'not set', problem),
    finding('colours', { none: 'none', 16: '16', 256: '256', all: '24 bit' }[depth]),
    finding(
      'characters',
      { utf8: 'UTF-8', ascii: 'ASCII', asciiLines: 'UTF-8, lines in ASCII' }[capabilities.charset],
      isUtf8 || args.ascii || env['TERM']?.startsWith('linux') === true
        ? undefined
        : 'The locale is not UTF-8, so charts are drawn in ASCII: set LANG to one that is, such as C.UTF-8.',
    ),
    finding('theme', describeTheme(look.theme, theme)),
    finding('multiplexer', capabilities.multiplexer ?? 'none'),
    finding('over SSH', capabilities.ssh ? 'yes' : 'no'),
  ];
}

function finding(name: string, value: string, problem?: string): Finding {
  return { section: 'Terminal', name, value: safeText(value, 200), problem };
}

function sizeFinding(size: Terminal['size']): Finding {
  if (size === undefined) return finding('size', 'not a terminal');
  const { columns, rows } = size;
  if (columns === 0 || rows === 0)
    return finding('size', `${columns}x${rows}: the terminal does not say it, so screens have 80x24`);
  const isEnough = columns >= smallest.columns && rows >= smallest.rows;
  return finding(
    'size',
    `${columns}x${rows}`,
    isEnough
      ? undefined
      : `Screens need at least ${smallest.columns}x${smallest.rows}: make the window larger.`,
  );
}
