import { CommanderError } from 'commander';
import { exitCodeOf, exitCodes, failureLine } from '#api/failure.ts';
import { watchInterrupts } from './interrupt.ts';
import { withBareCompare } from './options/question.ts';
import { complain } from './output/stderr.ts';
import { watchOutput } from './output/stdout.ts';
import { createProgram, usageLine } from './commandLine.ts';

/** Runs a command line and sets the exit code. */
export async function runCommand(args: readonly string[], version: string): Promise<void> {
  watchOutput();
  const stopWatching = watchInterrupts();
  const program = createProgram(version);
  try {
    await program.parseAsync(withBareCompare(args), { from: 'user' });
  } catch (error) {
    process.exitCode = await report(error, args);
  }
  stopWatching();
}

async function report(error: unknown, args: readonly string[]): Promise<number> {
  if (error instanceof CommanderError) return await reportUsage(error, args);
  const code = exitCodeOf(error);
  if (code === undefined) {
    complain(`unexpected error: ${failureLine(error)}`);
    return exitCodes.refused;
  }
  complain(failureLine(error));
  return code;
}

/** Prints what was asked for, or what is wrong: as an error the help where only a group is named. */
async function reportUsage(error: CommanderError, args: readonly string[]): Promise<number> {
  if (error.code === 'commander.version') return exitCodes.done;
  const isWrong = error.exitCode !== 0;
  if (!isWrong || error.code === 'commander.help') {
    const { printHelpOf } = await import('./help/help.ts');
    await printHelpOf(args, isWrong ? process.stderr : process.stdout);
  } else {
    complain(usageLine(error, args));
  }
  return isWrong ? exitCodes.wrongUse : exitCodes.done;
}
