import { fileURLToPath } from 'node:url';

/** The built program, or another build of it that SITEDECK_TEST_PROGRAM names. */
export const builtProgram =
  process.env['SITEDECK_TEST_PROGRAM'] ?? fileURLToPath(new URL('../../dist/sitedeck.js', import.meta.url));

/** What is given the program's path to run it: Node, or for the single executable env, which becomes what it starts. */
export const runner = builtProgram.endsWith('.js') ? process.execPath : '/usr/bin/env';

const preloaded = fileURLToPath(new URL('preloaded.cjs', import.meta.url));

/** V8 spends less on what runs for seconds where it optimizes nothing but what is called thousands of times. */
const shortRun = ['--no-opt', '--invocation-count-for-maglev=4000'];

/** The command that runs the program in a terminal; what measures is no test, and runs it as it is. */
export function commandOf({
  command,
  args = [],
}: {
  readonly command?: string;
  readonly args?: readonly string[];
}): {
  command: string;
  args: string[];
} {
  if (command !== undefined) return { command, args: [...args] };
  const isTest = process.env['VITEST'] !== undefined && builtProgram.endsWith('.js');
  const options = isTest ? [...shortRun, '--require', preloaded] : [];
  return { command: runner, args: [...options, builtProgram, ...args] };
}
