import { ApiError, ConfigError, exitCodes } from '#model/failure.ts';
import { readTerminalCapabilities } from '#terminal/capabilities.ts';
import { unexpectedError } from '#text/safeText.ts';
import { readStart } from '#cli/commandLine.ts';
import type { KeepCode } from './compiledCode.ts';
import type { FirstFrame } from './firstFrame.ts';
import { startApplication } from './startApplication.ts';

declare const SITEDECK_VERSION: string;

interface Entry {
  readonly printVersion: (version: string) => void;
  readonly firstFrame?: FirstFrame | undefined;
  readonly keepCode?: KeepCode | undefined;
}

export async function main({ printVersion, firstFrame, keepCode }: Entry): Promise<void> {
  const complain = (line: string, code: number = exitCodes.wrongUse) => {
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
    // What only prints its help, or fails, has not called what the next one calls.
    const isHelp = args.some(word => word === '-h' || word === '--help');
    process.once('exit', code => {
      if (code === 0 && !isHelp) keepCode?.(args[0]);
    });
    return await runCommand(args, SITEDECK_VERSION);
  }
  const { options } = start;
  const capabilities = readTerminalCapabilities(process.env, {
    stdinIsTTY: process.stdin.isTTY,
    stdoutIsTTY: process.stdout.isTTY,
    args: options,
  });
  if (capabilities.problem !== undefined) return complain(capabilities.problem);
  const application = { ...options, choice: options, capabilities, firstFrame, keepCode };
  await startApplication(application).catch((error: unknown) => {
    // Settings that cannot be used are reported in one line; anything else is a bug.
    if (error instanceof ConfigError || error instanceof ApiError) complain(error.message);
    else complain(unexpectedError(error), exitCodes.refused);
  });
}
