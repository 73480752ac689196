import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';

/** What V8 made of the parts, from one start to the next. */
export interface CompiledCode {
  /** Whether the text of a part is the one that the code is of. */
  fits(text: string): boolean;
  read(part: string): KeptCode | undefined;
  /** Left out where the code is what it is. */
  write?(part: string, kept: KeptCode): void;
}

export interface KeptCode {
  readonly code: Buffer;
  /** Of a start of the application that went on: with less, a start compiles again what is not there. */
  readonly isWhole: boolean;
}

/** A folder of this account's, for the parts of one build: V8 itself looks only at how long they are. */
export function compiledCodeIn(folder: string, build: string): CompiledCode {
  const { version, platform, arch } = process;
  const fileOf = (part: string) => `${part}.${version}-${platform}-${arch}.${build}`;
  return {
    // A program that was updated while it runs reads the new one's parts.
    fits: text => text.endsWith(`//${build}\n`),
    read(part) {
      try {
        return keptIn(readOwn(`${folder}/${fileOf(part)}`));
      } catch {
        return undefined;
      }
    },
    write(part, kept) {
      try {
        writeWhole(`${folder}/${fileOf(part)}`, Buffer.concat([kept.code, endOf(kept)]));
        // Of other builds, and of programs that were ended while they wrote.
        const others = readdirSync(folder).filter(
          name => name.startsWith(`${part}.`) && !name.endsWith(`.${build}`),
        );
        for (const name of others) rmSync(`${folder}/${name}`, { force: true });
      } catch {
        // The next start compiles again.
      }
    },
  };
}

/** It is run as it is: what another account wrote is left alone. */
function readOwn(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).uid !== (process.getuid?.() ?? 0)) throw new Error('written by another account');
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

/** V8 does not notice damage, and dies of it: at every start. Undefined where there is any. */
export function keptIn(file: Buffer): KeptCode | undefined {
  const kept = { code: file.subarray(0, -endBytes), isWhole: file.at(-1) === 1 };
  return endOf(kept).equals(file.subarray(-endBytes)) ? kept : undefined;
}

const endBytes = 5;

/**
 * The end of a kept file: a sum of its code, and whether it is whole. The sum is of four bytes in 512: what a disk damages
 * it damages in blocks, and a sum of all would take milliseconds.
 */
function endOf({ code, isWhole }: KeptCode): Buffer {
  let sum = code.length;
  for (let at = 0; at + 4 <= code.length; at += 512) sum = (Math.imul(sum, 31) + code.readInt32LE(at)) | 0;
  const end = Buffer.alloc(endBytes);
  end.writeInt32LE(sum);
  end.writeUInt8(isWhole ? 1 : 0, 4);
  return end;
}
