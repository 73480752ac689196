import { readCapabilities } from '#terminal/capabilities.ts';
import { unexpectedError } from '#terminal/unexpectedError.ts';
import { readStart } from './arguments.ts';
import { startApplication } from './startApplication.ts';

declare const SITEDECK_VERSION: string;

/** Exit codes: 0 done, 1 the service refused, 2 wrong use, 3 could not reach it or sign in, 130 interrupted. */
const wrongUse = 2;

/** What the entry gives: imported, it would be a file that both read. */
export interface Entry {
  /** Told once the application has drawn its first frame. */
  readonly onDrawn: () => void;
  /** Told when the program ends for a fault of ours. */
  readonly onFault: () => void;
  /** Has memory cleaned up sooner from here on, which costs time. */
  readonly stayLean: () => void;
  readonly printVersion: (version: string) => void;
}

/** The whole program behind the entry. */
export async function main({ onDrawn, onFault, stayLean, printVersion }: Entry): Promise<void> {
  const args = process.argv.slice(2);
  const start = readStart(args);
  if (start.kind === 'error') return complain(start.error);
  if (start.kind === 'version') return printVersion(SITEDECK_VERSION);
  if (start.kind === 'command') {
    const { runCommand } = await import('#headless/runCommand.ts');
    return await runCommand(args, SITEDECK_VERSION, { onFault, stayLean });
  }
  const { options } = start;
  const capabilities = readCapabilities(process.env, {
    stdinIsTTY: process.stdin.isTTY,
    stdoutIsTTY: process.stdout.isTTY,
    args: options,
  });
  if (capabilities.problem !== undefined) return complain(capabilities.problem);
  await startApplication({ ...options, choice: options, capabilities, onDrawn }).catch((error: unknown) => {
    // Settings that cannot be used are told in one line; anything else is a fault of ours.
    if (error instanceof Error && ['ConfigError', 'ApiError'].includes(error.name)) complain(error.message);
    else {
      onFault();
      complain(unexpectedError(error), 1);
    }
  });
}

function complain(line: string, code = wrongUse): void {
  process.stderr.write(`sitedeck: ${line}\n`);
  process.exitCode = code;
}
