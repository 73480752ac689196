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
  read(part: string): Buffer | undefined;
  write(part: string, code: Buffer): void;
}

/** A folder of this account's, for the parts of one build: V8 itself looks only at how long they are. */
export function compiledCodeIn(folder: string, build: string): CompiledCode {
  const { version, arch } = process;
  const fileOf = (part: string) => `${part}.${version}-${arch}.${build}`;
  return {
    read(part) {
      try {
        return readOwn(`${folder}/${fileOf(part)}`);
      } catch {
        return undefined;
      }
    },
    write(part, code) {
      try {
        const file = fileOf(part);
        writeWhole(`${folder}/${file}`, code);
        const older = readdirSync(folder).filter(
          name => name !== file && name.startsWith(`${part}.${version}-${arch}.`),
        );
        for (const name of older) rmSync(`${folder}/${name}`);
      } catch {
        // The next start compiles again.
      }
    },
  };
}

/** It is run as it is: what another account wrote is left alone. */
function readOwn(path: string): Buffer | undefined {
  const file = openSync(path, 'r');
  try {
    return fstatSync(file).uid === (process.getuid?.() ?? 0) ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

/** On the disk before it has its name: half of it would end the program at every start. */
function writeWhole(path: string, code: Buffer): void {
  const temporary = `${path}.${process.pid}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeFileSync(file, code);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
