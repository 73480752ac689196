import { readCapabilities } from '#terminal/capabilities.ts';
import { parseArguments, usage } from './arguments.ts';

declare const SITEDECK_VERSION: string;

/** Exit codes: 0 done, 1 the service refused, 2 wrong use, 3 could not reach it or sign in, 130 interrupted. */
const wrongUse = 2;

async function main(): Promise<void> {
  const parsed = parseArguments(process.argv.slice(2));
  if ('error' in parsed) return complain(parsed.error);
  const { options } = parsed;
  if (options.version) return void process.stdout.write(`sitedeck ${SITEDECK_VERSION}\n`);
  if (options.help) return void process.stdout.write(usage);
  const capabilities = readCapabilities(process.env, {
    stdinIsTTY: process.stdin.isTTY,
    stdoutIsTTY: process.stdout.isTTY,
    args: options,
  });
  if (capabilities.problem !== undefined) return complain(capabilities.problem);
  const { startApplication } = await import('./startApplication.tsx');
  await startApplication({ capabilities, readOnly: options.readOnly });
}

function complain(line: string): void {
  process.stderr.write(`sitedeck: ${line}\n`);
  process.exitCode = wrongUse;
}

await main();
