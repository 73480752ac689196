import type { Worker } from 'node:worker_threads';
import { singleExecutable } from '#server/import/singleExecutable.ts';

/** Starts importWorker.ts, a file of the sources and of the build, with its task. */
export function startWorker(workerData: object): Worker {
  // Loaded here: every start of the application would wait a millisecond for it.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const source = singleExecutable()?.getAsset('importWorker.js', 'utf8');
  if (source !== undefined) return new Worker(source, { eval: true, workerData, resourceLimits });
  const here = import.meta.url;
  // In the sources it is one folder up, in the build beside this.
  const file = here.endsWith('.ts') ? '../importWorker.ts' : 'importWorker.js';
  // Not a single expression: Vite would take it for an asset.
  const url = new URL(file, here);
  // Its own output (a warning of Node) is dropped: it must not write on the screen.
  return new Worker(url, { workerData, resourceLimits, stdout: true, stderr: true });
}

/** The import needs far less; the limit makes V8 collect garbage earlier. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 12 };
