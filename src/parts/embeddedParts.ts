import { dirname, join } from 'node:path';
import { keptIn, keptName, type CompiledCode, type KeptCode } from './compiledCode.ts';
import type { PartFiles } from './loadParts.ts';

/**
 * What the single executable carries; undefined where the program is files. server/import/singleExecutable asks the same:
 * shared, it would be one more file to read for the entry.
 */
function embedded() {
  const sea = process.getBuiltinModule('node:sea');
  return sea.isSea() ? sea : undefined;
}

export function embeddedFiles(): PartFiles | undefined {
  const sea = embedded();
  return (
    sea && {
      read: name => Buffer.from(sea.getRawAsset(name)).toString('latin1'),
      pathOf: name => join(dirname(process.execPath), name),
    }
  );
}

/** The code that was compiled when the executable was built: by the same Node, so it always fits. */
export function embeddedCode(build: string): CompiledCode | undefined {
  const sea = embedded();
  // The build starts the executable without any, to compile it.
  return sea?.getAssetKeys().includes('program.js.code') === true
    ? { fits: () => true, read: part => codeOf(sea, part, keptName(part, build)) }
    : undefined;
}

function codeOf(
  sea: NonNullable<ReturnType<typeof embedded>>,
  part: string,
  name: string,
): KeptCode | undefined {
  try {
    return keptIn(Buffer.from(sea.getRawAsset(`${part}.code`)), name);
  } catch {
    return undefined;
  }
}
