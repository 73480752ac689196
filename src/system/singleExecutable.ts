import type sea from 'node:sea';

/** What the single executable carries beside the program; undefined where the program is files. */
export function singleExecutable(): Pick<typeof sea, 'getAsset'> | undefined {
  const found = process.getBuiltinModule('node:sea');
  return found.isSea() ? found : undefined;
}
