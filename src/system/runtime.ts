import type sea from 'node:sea';

/**
 * Makes V8 collect garbage sooner from now on: else a long session takes over 200 MB. Not from the start, which would take half
 * as long again; what was compiled is valid for one set of flags, and is loaded before. Young garbage is collected between two
 * keys once half of its room is taken: with a fifth left, as by default, a key often takes it all and waits for the collection.
 * Keys would wait for TurboFan on large functions too.
 */
export function saveMemory(): void {
  // A first frame does not need it.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}

/**
 * Has V8 keep its heap small during the work: of an import of a million lines 197 MB stay in place of 375, for no more of a processor.
 * Taken back afterwards: compiled code is kept for one set of flags.
 */
export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=50']) setFlagsFromString(flag);
  try {
    return await work();
  } finally {
    for (const flag of ['--semi-space-growth-factor=2', '--heap-growing-percent=0']) setFlagsFromString(flag);
  }
}

const flags = ['--optimize-for-size', '--minor-gc-task-trigger=50', '--max-optimized-bytecode-size=600'];

/**
 * To be called before the last that is computed: V8 then begins no more to compile in other threads. Node waits for them as it
 * ends, while they may wait for this thread to collect garbage, and then it never does (nodejs/node, issue 54918).
 */
export function endCompiling(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const name of ['sparkplug', 'maglev', 'turbofan']) setFlagsFromString(`--no-${name}`);
}

/** What the single executable carries beside the program; undefined where the program is files. */
export function singleExecutable(): Pick<typeof sea, 'getAsset'> | undefined {
  const found = process.getBuiltinModule('node:sea');
  return found.isSea() ? found : undefined;
}
