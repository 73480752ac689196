import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { startMarker } from './startMarker.ts';

/** What V8 compiled of the chunks of the build, from one start to the next. */
export interface BytecodeCache {
  /** Whether the source of a chunk is of the build that the cache is of. */
  isOfBuild(source: string): boolean;
  /** Undefined where there is none, or none that can be trusted. */
  read(chunk: string): CachedBytecode | undefined;
  /** Left out where the cache is read-only. */
  write?(chunk: string, cached: CachedBytecode): void;
  /** The start that uses the cache has come far enough for the next one to use it too. */
  confirmStart?(): void;
}

export interface CachedBytecode {
  readonly bytecode: Buffer;
  /** Taken while the application was running. Else a start of the application compiles again what is missing. */
  readonly isComplete: boolean;
}

/** A cache in a folder of this account, for the chunks of one build: V8 itself compares only the length of the source. */
export function bytecodeCacheIn(folder: string, build: string): BytecodeCache {
  const marker = startMarker(folder);
  return {
    // A program that was updated while it runs reads chunks of the new build.
    isOfBuild: source => source.endsWith(`//${build}\n`),
    read(chunk) {
      try {
        const file = cacheFileName(chunk, build);
        const cached = decodeCacheFile(readTrusted(`${folder}/${file}`), file);
        return cached !== undefined && marker.set() ? cached : undefined;
      } catch {
        return undefined;
      }
    },
    write(chunk, cached) {
      try {
        const file = cacheFileName(chunk, build);
        writeAtomic(`${folder}/${file}`, encodeCacheFile(cached, file));
        // Files of other builds, and of programs that ended while they wrote.
        const others = readdirSync(folder).filter(
          name => name.startsWith(`${chunk}.`) && !name.endsWith(`.${build}`),
        );
        for (const name of others) rmSync(`${folder}/${name}`, { force: true });
      } catch {
        // The next start compiles again.
      }
    },
    confirmStart: marker.remove,
  };
}

/** The cache file of a chunk: bytecode is valid for one build and one version of Node. */
export function cacheFileName(chunk: string, build: string): string {
  const { version, platform, arch } = process;
  return `${chunk}.${version}-${platform}-${arch}.${build}`;
}

/**
 * V8 executes the bytecode unchecked, so a file that another account wrote, or may write, is refused. Never blocks,
 * whatever kind of file it is. Throws where the file is missing or refused.
 */
function readTrusted(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.uid !== (process.getuid?.() ?? 0) || (found.mode & 0o022) !== 0)
      throw new Error('not written by this account alone');
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * On the disk before it has its name: half a file would be compiled again at every start. system/writeFileAtomic does the
 * same for texts; importing it would make the entry read one more file.
 */
function writeAtomic(path: string, content: Buffer): void {
  const temporary = `${path}.${process.pid}`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Undefined where a single byte is wrong: V8 does not notice damaged bytecode, and crashes. `name` is the file name it was
 * written under, so that bytecode of another chunk, build or version of Node is refused, whatever its file is called.
 */
export function decodeCacheFile(content: Buffer, name: string): CachedBytecode | undefined {
  const cached = { bytecode: content.subarray(0, -trailerBytes), isComplete: content.at(-1) === 1 };
  if (cached.bytecode.length === 0) return undefined;
  return trailerOf(cached, name).equals(content.subarray(-trailerBytes)) ? cached : undefined;
}

/** What decodeCacheFile reads: the bytecode, its checksum, and a byte for isComplete. */
export function encodeCacheFile(cached: CachedBytecode, name: string): Buffer {
  return Buffer.concat([cached.bytecode, trailerOf(cached, name)]);
}

const trailerBytes = 5;

/** CRC-32 of the name, isComplete and all of the bytecode; then isComplete. */
function trailerOf({ bytecode, isComplete }: CachedBytecode, name: string): Buffer {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const flag = isComplete ? 1 : 0;
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(crc32(bytecode, crc32(`${name} ${flag}`)));
  trailer.writeUInt8(flag, 4);
  return trailer;
}
