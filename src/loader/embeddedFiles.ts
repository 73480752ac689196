import { cacheFileName, decodeCacheFile, type BytecodeCache, type CachedBytecode } from './bytecodeCache.ts';
import type { ChunkFiles } from './createLoader.ts';

/**
 * The single executable; undefined where the program is files. server/import/singleExecutable asks the same: importing it
 * would make the entry read one more file.
 */
function singleExecutable() {
  const sea = process.getBuiltinModule('node:sea');
  return sea.isSea() ? sea : undefined;
}

/** The chunks inside the single executable; undefined where the program is files. */
export function embeddedFiles(): ChunkFiles | undefined {
  const sea = singleExecutable();
  return (
    sea && {
      read: name => Buffer.from(sea.getRawAsset(name)).toString('latin1'),
      // The same wherever it is built and run: bytecode has it in it.
      pathOf: name => `/sitedeck/${name}`,
    }
  );
}

/** The bytecode made when the executable was built. The same Node runs it, so it always fits. */
export function embeddedBytecode(build: string): BytecodeCache | undefined {
  const sea = singleExecutable();
  // The build starts the executable once without bytecode, to make it.
  return sea?.getAssetKeys().includes('program.js.code') === true
    ? { isOfBuild: () => true, read: chunk => bytecodeOf(sea, chunk, cacheFileName(chunk, build)) }
    : undefined;
}

function bytecodeOf(
  sea: NonNullable<ReturnType<typeof singleExecutable>>,
  chunk: string,
  name: string,
): CachedBytecode | undefined {
  try {
    return decodeCacheFile(Buffer.from(sea.getRawAsset(`${chunk}.code`)), name);
  } catch {
    return undefined;
  }
}
