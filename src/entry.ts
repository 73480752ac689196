import { existsSync } from 'node:fs';
import { useCompiledCode } from '#app/compiledCode.ts';
import { drawFirstFrame } from '#app/firstFrame.ts';

/**
 * Without a listener for SIGUSR1, Node opens its debugger, and with it the key, to every account of the machine. Tools
 * that send the signal mean "reopen your log files"; this program keeps none open, so the listener does nothing.
 *
 * Imported first by the entry. During the 20 to 40 ms in which Node itself starts, the signal still opens the debugger:
 * the option --disable-sigusr1 is unknown to the oldest Node we support. The single executable is built with it.
 */
process.on('SIGUSR1', () => undefined);

/** Prints the version. Ignores EPIPE, since stdout may be closed; any other failed write is one line and exit code 1. */
function printVersion(version: string): void {
  process.stdout.on('error', error => {
    if ('code' in error && (error.code === 'EPIPE' || error.code === 'EIO')) return;
    const words = error.message.replace(/, write$/, '');
    process.stderr.write(`sitedeck: The output could not be written (${words}).\n`);
    process.exitCode = 1;
  });
  process.stdout.write(`sitedeck ${version}\n`);
}

declare const SITEDECK_VERSION: string;
declare const SITEDECK_BUILD: string;

/** What package.json asks for under "engines". */
const oldestNode = { major: 22, minor: 13 };

/** Small, so that --version, or a Node that is too old, is answered at once: the program itself is in other files. */
async function main(): Promise<void> {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < oldestNode.major || (major === oldestNode.major && minor < oldestNode.minor)) {
    const needed = `${oldestNode.major}.${oldestNode.minor}`;
    process.stderr.write(`sitedeck: needs Node ${needed} or newer, and this is ${node}.\n`);
    process.exitCode = 2;
    return;
  }
  const [first, ...more] = process.argv.slice(2);
  if (more.length === 0 && (first === '--version' || first === '-V')) {
    printVersion(SITEDECK_VERSION);
    return;
  }
  // Node 22 warns at each start that its SQLite is experimental.
  process.removeAllListeners('warning');
  // Of a file that it cannot read Node itself writes to the terminal, once it needs it: over the screen, if there is one.
  const { NODE_EXTRA_CA_CERTS: extra = '' } = process.env;
  if (extra !== '' && !existsSync(extra)) (await import('node:tls')).createSecureContext();
  const firstFrame = drawFirstFrame(SITEDECK_BUILD);
  process.on('uncaughtExceptionMonitor', () => firstFrame?.leave());
  const keepCode = useCompiledCode(SITEDECK_BUILD);
  const program = await import('#app/main.ts');
  await program.main({ printVersion, firstFrame, keepCode });
}

void main();
