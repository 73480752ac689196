import { readTerminalCapabilities } from '#terminal/capabilities.ts';
import { unexpectedError } from '#text/safeText.ts';
import { readStart } from '#cli/arguments.ts';
import { startApplication } from './startApplication.ts';

declare const SITEDECK_VERSION: string;

/** Exit codes: 0 done, 1 the service refused, 2 wrong use, 3 could not reach it or sign in, 130 interrupted. */
const wrongUse = 2;

/** The frame that is drawn before the program is loaded, as app/firstFrame.ts describes it. */
export interface FirstFrame {
  readonly pathOf: (columns: number, rows: number) => string;
  readonly of: string;
  readonly stampOf: (path: string) => string;
  readonly take: () => string | undefined;
  readonly leave: () => void;
}

/** What the entry gives. Importing its type from there would make one more chunk. */
export interface Entry {
  /** Called once, when the application has drawn its first frame. */
  readonly onDrawn: () => void;
  readonly printVersion: (version: string) => void;
  readonly firstFrame?: FirstFrame | undefined;
}

/** Runs the application or a subcommand to its end. */
export async function main(entry: Entry): Promise<void> {
  const { onDrawn, printVersion, firstFrame } = entry;
  const complain = (line: string, code = wrongUse) => {
    firstFrame?.leave();
    process.stderr.write(`sitedeck: ${line}\n`);
    process.exitCode = code;
  };
  const args = process.argv.slice(2);
  const start = readStart(args);
  if (start.kind === 'error') return complain(start.error);
  if (start.kind === 'version') return printVersion(SITEDECK_VERSION);
  if (start.kind === 'command') {
    const { runCommand } = await import('#cli/run.ts');
    return await runCommand(args, SITEDECK_VERSION);
  }
  const { options } = start;
  const capabilities = readTerminalCapabilities(process.env, {
    stdinIsTTY: process.stdin.isTTY,
    stdoutIsTTY: process.stdout.isTTY,
    args: options,
  });
  if (capabilities.problem !== undefined) return complain(capabilities.problem);
  const application = { ...options, choice: options, capabilities, onDrawn, firstFrame };
  await startApplication(application).catch((error: unknown) => {
    // Settings that cannot be used are reported in one line; anything else is a bug.
    if (error instanceof Error && ['ConfigError', 'ApiError'].includes(error.name)) complain(error.message);
    else complain(unexpectedError(error), 1);
  });
}
