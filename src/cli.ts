import { readTerminalCapabilities } from '#terminal/terminalCapabilities.ts';
import { unexpectedError } from '#terminal/unexpectedError.ts';
import { readStart } from './arguments.ts';
import { startApplication } from './startApplication.ts';

declare const SITEDECK_VERSION: string;

/** Exit codes: 0 done, 1 the service refused, 2 wrong use, 3 could not reach it or sign in, 130 interrupted. */
const wrongUse = 2;

/** What the entry gives. Importing its type from there would make one more chunk. */
export interface Entry {
  /** Called once, when the application has drawn its first frame. */
  readonly onDrawn: () => void;
  /** Called when the program ends because of a bug. */
  readonly onBug: () => void;
  /** Makes V8 collect garbage sooner from now on, which costs time. */
  readonly optimizeForMemory: () => void;
  readonly printVersion: (version: string) => void;
}

/** Runs the application or a subcommand to its end. */
export async function main({ onDrawn, onBug, optimizeForMemory, printVersion }: Entry): Promise<void> {
  const args = process.argv.slice(2);
  const start = readStart(args);
  if (start.kind === 'error') return complain(start.error);
  if (start.kind === 'version') return printVersion(SITEDECK_VERSION);
  if (start.kind === 'command') {
    const { runCommand } = await import('#headless/runCommand.ts');
    return await runCommand(args, SITEDECK_VERSION, { onBug, optimizeForMemory });
  }
  const { options } = start;
  const capabilities = readTerminalCapabilities(process.env, {
    stdinIsTTY: process.stdin.isTTY,
    stdoutIsTTY: process.stdout.isTTY,
    args: options,
  });
  if (capabilities.problem !== undefined) return complain(capabilities.problem);
  await startApplication({ ...options, choice: options, capabilities, onDrawn }).catch((error: unknown) => {
    // Settings that cannot be used are reported in one line; anything else is a bug.
    if (error instanceof Error && ['ConfigError', 'ApiError'].includes(error.name)) complain(error.message);
    else {
      onBug();
      complain(unexpectedError(error), 1);
    }
  });
}

function complain(line: string, code = wrongUse): void {
  process.stderr.write(`sitedeck: ${line}\n`);
  process.exitCode = code;
}
