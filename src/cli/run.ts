import { Failure, exitCodes, failureLine } from '#model/failure.ts';
import { watchInterrupts } from './interrupt.ts';
import { complain, outputState, print, watchOutput } from './output.ts';
import { couldBeSite, type Line, readLine, valuesOf } from './commandLine.ts';
import { type CapabilitiesFor, possibleCapabilities, refuseUnsupported } from './withService.ts';
import { profileOf } from './subcommand.ts';
import { root } from './subcommands.ts';

export async function runCommand(args: readonly string[], version: string): Promise<void> {
  watchOutput();
  const stopWatching = watchInterrupts();
  try {
    await runOrHelp(readLine(args, root), version);
  } catch (error) {
    const code = error instanceof Failure ? error.exitCode : undefined;
    complain(code === undefined ? `unexpected error: ${failureLine(error)}` : failureLine(error));
    process.exitCode = code ?? exitCodes.refused;
  }
  stopWatching();
}

/** As an error prints the help where only a group is named. */
async function runOrHelp(line: Line, version: string): Promise<void> {
  const { path, level, flagValues, words, unknown } = line;
  const hasFlag = (key: string) => flagValues.some(({ flag }) => flag.key === key);
  if (hasFlag('version')) return await print(`${version}\n`);
  const [word] = words;
  const isNamed = level.subcommand !== undefined;
  const isBare = !isNamed && word === undefined && unknown === undefined;
  const isSlip = !isNamed && word !== undefined && !couldBeSite(word);
  if (isSlip || (!hasFlag('help') && !isBare)) return await runViewed(line);
  const { printHelpOf } = await import('./help/help.ts');
  await printHelpOf(path, hasFlag('help') ? process.stdout : process.stderr);
  if (!hasFlag('help')) process.exitCode = exitCodes.wrongUse;
}

/** With the view that stands in place of a website, where one does. */
async function runViewed(line: Line): Promise<void> {
  if (!line.words.some(word => word.startsWith('@'))) return await runLine(line);
  const { withView } = await import('./views/viewedLine.ts');
  const viewed = withView(line);
  await runLine(viewed.line).catch((error: unknown) => {
    throw viewed.errorOf(error);
  });
}

/** Runs the subcommand of a command line. Rejects as that does, and with a UsageError. */
export async function runLine(
  line: Line,
  capabilities: CapabilitiesFor = possibleCapabilities,
): Promise<void> {
  const { subcommand, args, options } = valuesOf(line);
  outputState.isQuiet = options['quiet'] === true;
  delete outputState.changes;
  refuseUnsupported(subcommand, args, options, () => capabilities({ ...options, ...profileOf(subcommand) }));
  await subcommand.run(args, options);
}
