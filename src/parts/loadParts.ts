import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import type { CompiledCode } from './compiledCode.ts';

/** Files of the build by their names. */
export interface PartFiles {
  /** ASCII. */
  read(name: string): string;
  /** Where the file lies, or would. */
  pathOf(name: string): string;
}

export const filesIn = (folder: string): PartFiles => ({
  read: name => readFileSync(join(folder, name), 'latin1'),
  pathOf: name => join(folder, name),
});

type Run = (
  exports: object,
  require: (name: string) => unknown,
  module: { readonly exports: object },
  file: string,
  folder: string,
) => void;

export interface Loader {
  load(name: string): object;
  /** Keeps the compiled code of what is loaded, where any of it was compiled anew. */
  keep(): void;
}

/**
 * Loads parts of the program: CommonJS files of the build. Compiled code is kept with the functions that were called;
 * Node's own cache has only what was compiled while the files were read, and a first screen calls thousands more.
 */
export function createLoader(files: PartFiles, compiled: CompiledCode | undefined): Loader {
  const loaded = new Map<string, { readonly exports: object }>();
  const scripts = new Map<string, Script>();
  let isNew = false;

  function load(name: string): object {
    const known = loaded.get(name);
    if (known) return known.exports;
    const part = { exports: {} };
    loaded.set(name, part);
    const file = files.pathOf(name);
    runOf(name, file)(part.exports, require, part, file, dirname(file));
    return part.exports;
  }

  function require(name: string): unknown {
    if (name.startsWith('./')) return load(name.slice(2));
    return process.getBuiltinModule(name) ?? fail(name);
  }

  function runOf(name: string, filename: string): Run {
    const cachedData = compiled?.read(name);
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) { ${files.read(name)}\n})`,
      {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
        ...(cachedData && { cachedData }),
      },
    );
    scripts.set(name, script);
    if (cachedData === undefined || script.cachedDataRejected === true) isNew = true;
    const run: Run = script.runInThisContext();
    return run;
  }

  function keep(): void {
    if (!isNew || compiled === undefined) return;
    isNew = false;
    for (const [name, script] of scripts) compiled.write(name, script.createCachedData());
  }

  return { load, keep };
}

function fail(name: string): never {
  throw new Error(`The build asks for ${name}, which is no part of Node.`);
}
