import './parts/noDebugger.ts';
import { cacheFolder } from './parts/cacheFolder.ts';
import { compiledCodeIn, type CompiledCode } from './parts/compiledCode.ts';
import { embeddedCode, embeddedFiles } from './parts/embeddedParts.ts';
import { createLoader, filesIn } from './parts/loadParts.ts';
import { printVersion } from './parts/printVersion.ts';

declare const SITEDECK_VERSION: string;
declare const SITEDECK_BUILD: string;

/** What package.json asks for under "engines". */
const oldestNode = { major: 22, minor: 13 };

/** Milliseconds: long enough after the first screen, and before most people leave. */
const settled = 1_500;

/** Small, so that the version, or a Node that is too old, is told at once: the program behind it is in other files. */
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
  // Node 22 calls its SQLite experimental at each start, in the middle of what the program says.
  process.removeAllListeners('warning');
  const files = embeddedFiles() ?? filesIn(import.meta.dirname);
  const { load, keepNew, keepWhole, trust } = createLoader(files, embeddedCode(SITEDECK_BUILD) ?? ownCode());
  let hasFault = false;
  const onFault = () => {
    hasFault = true;
  };
  process.on('uncaughtExceptionMonitor', onFault);
  process.once('exit', () => {
    asStarted(keepNew);
    if (!hasFault) trust();
  });
  setTimeout(trust, settled).unref();
  await program(load('program.js')).main({
    onDrawn() {
      trust();
      stayLean();
      setTimeout(() => asStarted(keepWhole), settled).unref();
    },
    onFault,
    stayLean,
    printVersion,
  });
}

/** What the program tells the entry of, and has of it. */
interface Entry {
  /** The application has drawn its first frame. */
  readonly onDrawn: () => void;
  /** It ends for a fault of its own, which may be one of its compiled code. */
  readonly onFault: () => void;
  readonly stayLean: () => void;
  readonly printVersion: typeof printVersion;
}

function program(part: object): { readonly main: (entry: Entry) => Promise<void> } {
  if (!('main' in part) || typeof part.main !== 'function')
    throw new Error('The build has no program in it.');
  const { main: start } = part;
  return { main: async entry => await start(entry) };
}

let isLean = false;

/**
 * Frames, and large answers one after the other, leave much behind that lives for one of them: left to itself, V8 takes
 * 150 MB more before it cleans up. Not from the start, which would take half as long again. Compiled functions stay: they are to be kept.
 */
function stayLean(): void {
  isLean = true;
  setFlags('--optimize-for-size', '--no-flush-bytecode');
}

/** Compiled code is good for one set of V8's flags: those of a start. */
function asStarted(keep: () => void): void {
  if (isLean) setFlags('--no-optimize-for-size', '--flush-bytecode');
  keep();
  if (isLean) stayLean();
}

/** Read here: node:v8 takes milliseconds, and a first frame does without. */
function setFlags(...flags: readonly string[]): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}

function ownCode(): CompiledCode | undefined {
  const folder = cacheFolder(process.env);
  return folder === undefined ? undefined : compiledCodeIn(folder, SITEDECK_BUILD);
}

void main();
