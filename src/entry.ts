import { drawFirstFrame } from './app/firstFrame.ts';
import { type BytecodeCache, bytecodeCacheIn } from './loader/bytecodeCache.ts';
import { cacheFolder } from './loader/cacheFolder.ts';
import { createLoader, filesIn } from './loader/createLoader.ts';
import { embeddedBytecode, embeddedFiles } from './loader/embeddedFiles.ts';

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

/** Milliseconds after the first screen: by then it has called its functions, and most people have not left. */
const settled = 1_500;

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
  const firstFrame = drawFirstFrame(SITEDECK_BUILD);
  const files = embeddedFiles() ?? filesIn(import.meta.dirname);
  const loader = createLoader(files, embeddedBytecode(SITEDECK_BUILD) ?? ownBytecode());
  let hasBug = false;
  const onBug = () => {
    hasBug = true;
    firstFrame?.leave();
  };
  process.on('uncaughtExceptionMonitor', onBug);
  process.once('exit', () => {
    withStartupFlags(loader.cacheMissing);
    if (!hasBug) loader.confirmStart();
  });
  setTimeout(loader.confirmStart, settled).unref();
  await program(loader.load('program.js')).main({
    onDrawn() {
      loader.confirmStart();
      hasDrawn = true;
      optimizeForMemory();
      setTimeout(() => withStartupFlags(loader.cacheComplete), settled).unref();
    },
    onBug,
    onComputing,
    optimizeForMemory,
    printVersion,
    firstFrame,
  });
}

/** What the entry gives to the program. */
interface Entry {
  /** Called once, when the application has drawn its first frame. */
  readonly onDrawn: () => void;
  /** Called when the program ends because of a bug, which may be damaged bytecode. */
  readonly onBug: () => void;
  /** Called when the application begins a long computation, and when it ends. */
  readonly onComputing: (isComputing: boolean) => void;
  readonly optimizeForMemory: () => void;
  readonly printVersion: typeof printVersion;
  readonly firstFrame: ReturnType<typeof drawFirstFrame>;
}

function program(chunk: object): { readonly main: (entry: Entry) => Promise<void> } {
  if (!('main' in chunk) || typeof chunk.main !== 'function')
    throw new Error('The build has no program in it.');
  const { main: start } = chunk;
  return { main: async entry => await start(entry) };
}

let isOptimizedForMemory = false;
let hasDrawn = false;
let isComputing = false;

/**
 * Makes V8 collect garbage sooner: else a long session takes over 200 MB, and with it about 100. Not from the start, which
 * would take half as long again. Young garbage is collected between two keys once half of its room is taken: with a
 * fifth left, as by default, a key often takes it all and waits for the collection. Keys would wait for TurboFan too: while
 * the application waits for them it compiles nothing, else no large functions. Bytecode is not flushed, since it is to be
 * cached. CONTRIBUTING.md has the figures, and how switching flags while running was tested.
 */
function optimizeForMemory(): void {
  isOptimizedForMemory = true;
  setFlags(
    '--optimize-for-size',
    '--no-flush-bytecode',
    '--minor-gc-task-trigger=50',
    '--max-optimized-bytecode-size=600',
  );
  if (hasDrawn && hasMaglev) setFlags(isComputing ? '--turbofan' : '--no-turbofan');
}

/** Else code stays as it is compiled at first: Node 22 has no other compiler that optimises. */
const hasMaglev = Number.parseInt(process.versions.node, 10) >= 24;

function onComputing(isBegun: boolean): void {
  isComputing = isBegun;
  if (hasDrawn) optimizeForMemory();
}

/** What Node starts with, in all versions from 22 to 26: with anything else no bytecode fits the next start. */
const startupFlags = [
  '--no-optimize-for-size',
  // Node 22 sets it with the one before, and leaves it.
  '--max-semi-space-size=0',
  '--flush-bytecode',
  '--minor-gc-task-trigger=80',
  '--max-optimized-bytecode-size=61440',
  '--turbofan',
];

/** Bytecode is valid for one set of V8's flags: those of a start. */
function withStartupFlags(work: () => void): void {
  if (isOptimizedForMemory) setFlags(...startupFlags);
  work();
  if (isOptimizedForMemory) optimizeForMemory();
}

/** node:v8 is loaded here: it takes milliseconds, and a first frame does not need it. */
function setFlags(...flags: readonly string[]): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}

/** None with --kiosk, which writes nothing: not even the marker of a start that uses it. */
function ownBytecode(): BytecodeCache | undefined {
  if (process.argv.includes('--kiosk')) return undefined;
  const folder = cacheFolder(process.env);
  return folder === undefined ? undefined : bytecodeCacheIn(folder, SITEDECK_BUILD);
}

void main();
