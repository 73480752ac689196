import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runProcess } from '../cli/fixture.ts';
import type { Home } from './home.ts';

/** Loaded before the program: says at its end which files it has read. */
const spy = `process.on('exit', () =>
  require('node:fs').writeFileSync(process.env.FOUND, JSON.stringify(Object.keys(require.cache))));`;

/** The files of the build that a command line loads, by their names. */
export async function loadedFiles(args: readonly string[], home: Home, env = {}): Promise<string[]> {
  const [script, found] = [join(home.path, 'spy.cjs'), join(home.path, 'found.json')];
  writeFileSync(script, spy);
  await runProcess(args, { home, env: { ...env, NODE_OPTIONS: `--require=${script}`, FOUND: found } });
  const paths: string[] = JSON.parse(readFileSync(found, 'utf8'));
  return paths.map(path => basename(path));
}
