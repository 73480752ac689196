import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import type { BytecodeCache } from './bytecodeCache.ts';

/** The chunks of the build, by file name ("service.js"). Both throw the system's error. */
export interface ChunkFiles {
  /** The source, ASCII only. */
  read(name: string): string;
  /** The absolute path of the file, or the path it would have. */
  pathOf(name: string): string;
}

/** Chunks that are files in a folder. */
export const filesIn = (folder: string): ChunkFiles => ({
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
  /** Runs a chunk once and returns its exports. Throws what reading or running it throws. */
  load(name: string): object;
  /** Writes the bytecode of chunks that have none in the cache. */
  cacheMissing(): void;
  /**
   * The same also for chunks whose bytecode is not complete (of a command, or of a start that ended at once). To be called
   * while the application is running.
   */
  cacheComplete(): void;
  /** The start went well. Else the next start discards the bytecode that this one used. */
  confirmStart(): void;
}

/**
 * Loads chunks of the build, which are CommonJS. Bytecode is cached with the functions that were called: Node's own cache
 * has only what was compiled while the files were read, and a first screen calls thousands of functions more.
 */
export function createLoader(files: ChunkFiles, cache: BytecodeCache | undefined): Loader {
  const loaded = new Map<string, { readonly exports: object }>();
  const scripts: {
    readonly name: string;
    readonly script: Script;
    cached: 'nothing' | 'partial' | 'complete';
  }[] = [];

  function load(name: string): object {
    const known = loaded.get(name);
    if (known) return known.exports;
    const file = files.pathOf(name);
    // A file that cannot be read now may be there at the next call.
    const run = compile(name, file);
    const chunk = { exports: {} };
    loaded.set(name, chunk);
    run(chunk.exports, require, chunk, file, dirname(file));
    return chunk.exports;
  }

  function require(name: string): unknown {
    if (name.startsWith('./')) return load(name.slice(2));
    return process.getBuiltinModule(name) ?? fail(name);
  }

  function compile(name: string, filename: string): Run {
    const source = files.read(name);
    const canCache = cache?.isOfBuild(source) === true;
    const found = canCache ? cache.read(name) : undefined;
    const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${source}\n})`, {
      filename,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(found && { cachedData: found.bytecode }),
    });
    const isUsed = found !== undefined && script.cachedDataRejected !== true;
    if (canCache)
      scripts.push({
        name,
        script,
        cached: !isUsed ? 'nothing' : found.isComplete ? 'complete' : 'partial',
      });
    const run: Run = script.runInThisContext();
    return run;
  }

  function cacheMissing(): void {
    write(['nothing'], false);
  }

  function cacheComplete(): void {
    write(['nothing', 'partial'], true);
  }

  function write(insteadOf: readonly string[], isComplete: boolean): void {
    if (cache?.write === undefined) return;
    for (const chunk of scripts) {
      if (!insteadOf.includes(chunk.cached)) continue;
      cache.write(chunk.name, { bytecode: chunk.script.createCachedData(), isComplete });
      chunk.cached = isComplete ? 'complete' : 'partial';
    }
  }

  return { load, cacheMissing, cacheComplete, confirmStart: () => cache?.confirmStart?.() };
}

function fail(name: string): never {
  throw new Error(`The build asks for ${name}, which is no module of Node.`);
}
