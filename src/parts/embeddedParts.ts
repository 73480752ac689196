import { dirname, join } from 'node:path';
import type { CompiledCode } from './compiledCode.ts';
import type { PartFiles } from './loadParts.ts';

/** What the single executable carries; undefined where the program is files. */
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
export function embeddedCode(): CompiledCode | undefined {
  const sea = embedded();
  // The build starts the executable without any, to compile it.
  return sea?.getAssetKeys().includes('program.js.code') === true
    ? { read: part => codeOf(sea, part), write: () => undefined }
    : undefined;
}

function codeOf(sea: NonNullable<ReturnType<typeof embedded>>, part: string): Buffer | undefined {
  try {
    return Buffer.from(sea.getRawAsset(`${part}.code`));
  } catch {
    return undefined;
  }
}
