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
  read(part: string): Buffer | undefined;
  /** Left out where the code is what it is. */
  write?(part: string, code: Buffer): void;
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
        return withoutSum(readOwn(`${folder}/${fileOf(part)}`));
      } catch {
        return undefined;
      }
    },
    write(part, code) {
      try {
        writeWhole(`${folder}/${fileOf(part)}`, Buffer.concat([code, sumOf(code)]));
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

/** The code of a kept file. V8 does not notice damage, and dies of it: at every start. */
export function withoutSum(kept: Buffer): Buffer | undefined {
  const code = kept.subarray(0, -sumBytes);
  return sumOf(code).equals(kept.subarray(-sumBytes)) ? code : undefined;
}

const sumBytes = 4;

/** Of four bytes in 512: what a disk damages it damages in blocks, and a sum of all would take milliseconds. */
function sumOf(code: Buffer): Buffer {
  let sum = code.length;
  for (let at = 0; at + 4 <= code.length; at += 512) sum = (Math.imul(sum, 31) + code.readInt32LE(at)) | 0;
  const bytes = Buffer.alloc(sumBytes);
  bytes.writeInt32LE(sum);
  return bytes;
}
