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
import { startMark } from './startMark.ts';

/** What V8 made of the parts, from one start to the next. */
export interface CompiledCode {
  /** Whether the text of a part is the one that the code is of. */
  fits(text: string): boolean;
  read(part: string): KeptCode | undefined;
  /** Left out where the code is what it is. */
  write?(part: string, kept: KeptCode): void;
  /** The start that uses it has come so far that the next one may use it too. */
  trust?(): void;
}

export interface KeptCode {
  readonly code: Buffer;
  /** Of a start of the application that went on: with less, a start compiles again what is not there. */
  readonly isWhole: boolean;
}

/** A folder of this account's, for the parts of one build: V8 itself looks only at how long they are. */
export function compiledCodeIn(folder: string, build: string): CompiledCode {
  const mark = startMark(folder);
  return {
    // A program that was updated while it runs reads the new one's parts.
    fits: text => text.endsWith(`//${build}\n`),
    read(part) {
      try {
        const file = keptName(part, build);
        const kept = keptIn(readOwn(`${folder}/${file}`), file);
        return kept !== undefined && mark.set() ? kept : undefined;
      } catch {
        return undefined;
      }
    },
    write(part, kept) {
      try {
        const file = keptName(part, build);
        writeWhole(`${folder}/${file}`, fileWith(kept, file));
        // Of other builds, and of programs that were ended while they wrote.
        const others = readdirSync(folder).filter(
          name => name.startsWith(`${part}.`) && !name.endsWith(`.${build}`),
        );
        for (const name of others) rmSync(`${folder}/${name}`, { force: true });
      } catch {
        // The next start compiles again.
      }
    },
    trust: mark.remove,
  };
}

/** The name of a part's code: it is good for one build and one Node. */
export function keptName(part: string, build: string): string {
  const { version, platform, arch } = process;
  return `${part}.${version}-${platform}-${arch}.${build}`;
}

/** It is run as it is: what another account wrote, or could have, is left alone. Whatever lies there, it is not waited for. */
function readOwn(path: string): Buffer {
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
 * On the disk before it has its name: half of it would be compiled again at every start. system/writeFileAtomic does the
 * same for texts: shared, it would be one more file to read for the entry.
 */
function writeWhole(path: string, code: Buffer): void {
  const temporary = `${path}.${process.pid}`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, code);
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
 * V8 does not notice damage, and dies of it: at every start. Undefined where there is any. `name` is what the code was kept
 * as, so that code of another part, Node or build is none, whatever its file is called.
 */
export function keptIn(file: Buffer, name: string): KeptCode | undefined {
  const kept = { code: file.subarray(0, -endBytes), isWhole: file.at(-1) === 1 };
  return kept.code.length > 0 && endOf(kept, name).equals(file.subarray(-endBytes)) ? kept : undefined;
}

/** What keptIn reads. */
export function fileWith(kept: KeptCode, name: string): Buffer {
  return Buffer.concat([kept.code, endOf(kept, name)]);
}

const endBytes = 5;

/** The end of a kept file: a sum of every byte of it, and whether it is whole. */
function endOf({ code, isWhole }: KeptCode, name: string): Buffer {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const flag = isWhole ? 1 : 0;
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(crc32(code, crc32(`${name} ${flag}`)));
  end.writeUInt8(flag, 4);
  return end;
}
