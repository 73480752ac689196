import { CommanderError } from 'commander';
import { safeText } from '#terminal/safeText.ts';
import { exitCodeOf, exitCodes, failureLine } from '#connection/errors.ts';
import { watchInterrupts } from './interrupt.ts';
import { setMemorySaver } from '#connection/memorySaver.ts';
import { withBareCompare } from './options/periodOptions.ts';
import { complain } from './output/stderr.ts';
import { watchOutput } from './output/stdout.ts';
import { createProgram } from './program.ts';

/** Runs a command line and sets the exit code. `onBug` is called where the error is a bug. */
export async function runCommand(
  args: readonly string[],
  version: string,
  { onBug, optimizeForMemory }: { readonly onBug: () => void; readonly optimizeForMemory: () => void },
): Promise<void> {
  setMemorySaver(optimizeForMemory);
  watchOutput();
  const stopWatching = watchInterrupts();
  const program = createProgram(version);
  try {
    await program.parseAsync(withBareCompare(args), { from: 'user' });
  } catch (error) {
    process.exitCode = report(error, onBug);
  }
  stopWatching();
}

function report(error: unknown, onBug: () => void): number {
  if (error instanceof CommanderError) return reportUsage(error);
  const code = exitCodeOf(error);
  if (code === undefined) {
    onBug();
    complain(`unexpected error: ${failureLine(error)}`);
    return exitCodes.refused;
  }
  complain(failureLine(error));
  return code;
}

function reportUsage({ code, exitCode, message }: CommanderError): number {
  if (exitCode === 0) return exitCodes.done;
  // Commander has already printed the help in place of a missing subcommand.
  if (code === 'commander.help') return exitCodes.wrongUse;
  complain(usageLine(code, message));
  return exitCodes.wrongUse;
}

/** Commander's message in one line. The value of an option that takes none is left out: it may be a secret. */
function usageLine(code: string, message: string): string {
  const line = message
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/('--[\w-]+)=[^']*'/g, "$1'");
  const whole = code === 'commander.excessArguments' ? line.replace(/(but got \d+).*$/s, '$1') : line;
  return `${safeText(whole, 400).replace(/([^.)?])$/, '$1.')} See sitedeck --help.`;
}
