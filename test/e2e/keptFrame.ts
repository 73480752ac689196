import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Home } from '../helpers/home.ts';
import { builtProgram, commandOf } from '../helpers/program.ts';
import { backgroundQuestion, type TerminalOptions } from '../helpers/terminal.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

/** What a session keeps for the next start. */
export interface Frame {
  readonly of: string;
  readonly enter: string;
  readonly frame: string;
  readonly until: number;
  readonly files: Readonly<Record<string, string>>;
}

export const framesOf = (home: Home) => join(home.path, 'data', 'sitedeck', 'seen', '.frames');

const readFrame = (path: string): Frame => JSON.parse(readFileSync(path, 'utf8'));

export function frameIn(home: Home, { cols, rows }: { readonly cols: number; readonly rows: number }): Frame {
  return readFrame(join(framesOf(home), `${cols}x${rows}.json`));
}

/** The only frame that is kept. */
export function frameOf(home: Home): Frame & { readonly path: string } {
  const [name = '', ...others] = readdirSync(framesOf(home));
  expect(others).toEqual([]);
  const path = join(framesOf(home), name);
  return { ...readFrame(path), path };
}

/** A copy of a home, for one test, with its frame as if the session had been in the copy: paths and files are its own. */
export function copyOf(looked: Home): Home {
  const home = temporaryHome();
  for (const folder of ['config', 'data'].filter(name => existsSync(join(looked.path, name))))
    cpSync(join(looked.path, folder), join(home.path, folder), { recursive: true });
  const { path, ...kept } = frameOf(home);
  const moved: Frame = JSON.parse(JSON.stringify(kept).replaceAll(looked.path, home.path));
  const files = Object.fromEntries(Object.keys(moved.files).map(file => [file, stampOf(file)]));
  writeFileSync(path, JSON.stringify({ ...moved, files }));
  return home;
}

/** As the program has it. */
function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.ctimeMs}`;
}

/** As the program does after its own first frame. */
const asksForBackground = `process.stdout.write(${JSON.stringify(backgroundQuestion)});`;

/**
 * Starts the entry of the build, which draws a kept frame, on a program that is these lines. The single executable has its program
 * in it, and is started as it is.
 */
export function entryAlone(folder: string, lines = asksForBackground): TerminalOptions {
  if (!builtProgram.endsWith('.js')) return {};
  const entry = join(folder, 'sitedeck.js');
  copyFileSync(builtProgram, entry);
  // By whatever name the build exports it.
  const program = `module.exports = new Proxy({}, { get: () => ({ async main() { ${lines} } }) });`;
  writeFileSync(join(folder, 'service.js'), program);
  const { command } = commandOf({});
  return { command, args: [entry] };
}
