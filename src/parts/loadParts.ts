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
  /** Keeps the compiled code of parts that have none. */
  keepNew(): void;
  /** For a start of the application that goes on. What is kept may come from a command, or one that was ended at once. */
  keepWhole(): void;
  /** The start went well: without it the next one discards the code that this one used. */
  trust(): void;
}

/**
 * Loads parts of the program: CommonJS files of the build. Compiled code is kept with the functions that were called;
 * Node's own cache has only what was compiled while the files were read, and a first screen calls thousands more.
 */
export function createLoader(files: PartFiles, compiled: CompiledCode | undefined): Loader {
  const loaded = new Map<string, { readonly exports: object }>();
  const toKeep: { readonly name: string; readonly script: Script; kept: 'nothing' | 'some' | 'whole' }[] = [];

  function load(name: string): object {
    const known = loaded.get(name);
    if (known) return known.exports;
    const file = files.pathOf(name);
    // What cannot be read now may be there at the next call.
    const run = runOf(name, file);
    const part = { exports: {} };
    loaded.set(name, part);
    run(part.exports, require, part, file, dirname(file));
    return part.exports;
  }

  function require(name: string): unknown {
    if (name.startsWith('./')) return load(name.slice(2));
    return process.getBuiltinModule(name) ?? fail(name);
  }

  function runOf(name: string, filename: string): Run {
    const text = files.read(name);
    const hasCode = compiled?.fits(text) === true;
    const known = hasCode ? compiled.read(name) : undefined;
    const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${text}\n})`, {
      filename,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(known && { cachedData: known.code }),
    });
    const isUsed = known !== undefined && script.cachedDataRejected !== true;
    if (hasCode) toKeep.push({ name, script, kept: !isUsed ? 'nothing' : known.isWhole ? 'whole' : 'some' });
    const run: Run = script.runInThisContext();
    return run;
  }

  function keepNew(): void {
    keep(['nothing'], false);
  }

  function keepWhole(): void {
    keep(['nothing', 'some'], true);
  }

  function keep(instead: readonly string[], isWhole: boolean): void {
    if (compiled?.write === undefined) return;
    for (const part of toKeep) {
      if (!instead.includes(part.kept)) continue;
      compiled.write(part.name, { code: part.script.createCachedData(), isWhole });
      part.kept = isWhole ? 'whole' : 'some';
    }
  }

  return { load, keepNew, keepWhole, trust: () => compiled?.trust?.() };
}

function fail(name: string): never {
  throw new Error(`The build asks for ${name}, which is no part of Node.`);
}
