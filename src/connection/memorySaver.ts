import { runInNewContext } from 'node:vm';

/** Megabytes of one page, garbage included, from which on it is large. */
const large = 4;

let optimize: (() => void) | undefined;
let collect: (() => void) | undefined;
let heldBefore = 0;

/** Sets the function that makes V8 collect garbage sooner, at the cost of time. */
export function setMemorySaver(optimizeForMemory: () => void): void {
  optimize = optimizeForMemory;
}

/**
 * To be called after each page of many. By default V8 keeps garbage for too long, and that of large pages on a busy machine
 * for longer still: it is collected at once. Not that of small pages: a collection looks at all rows that are held.
 */
export function saveMemory(): void {
  optimize?.();
  optimize = undefined;
  const heldNow = held();
  if (heldNow - heldBefore < large) {
    heldBefore = heldNow;
    return;
  }
  collect ??= garbageCollector();
  collect();
  heldBefore = held();
}

/** In megabytes, garbage included. `process.memoryUsage` asks the system too. */
function held(): number {
  const { used_heap_size, external_memory } = process.getBuiltinModule('node:v8').getHeapStatistics();
  return (used_heap_size + external_memory) / 1e6;
}

/** The flag is taken back at once: bytecode is valid for one set of flags. node:v8 is loaded here, as in entry.ts. */
function garbageCollector(): () => void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof gc === 'function' ? () => void gc() : () => undefined;
}
