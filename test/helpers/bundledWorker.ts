import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, mergeConfig, type Plugin } from 'vite';
import type { VitestPluginContext } from 'vitest/node';
import { oneFile } from '../../build/shared.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What names the file that threads start from. */
const starters = ['src/logs/tasks.ts', 'test/logs/children/startImport.ts'].map(file => join(root, file));
const source = "'./worker.ts'";

let bundle: Promise<string> | undefined;

/**
 * Has the threads of the import start from one file, made of the sources once in a run, where a test first needs it: from
 * the sources each start reads over a hundred files, and takes three times the processor time of a small import.
 */
export const bundledWorker: Plugin & { configureVitest(context: VitestPluginContext): void } = {
  name: 'bundled-worker',
  enforce: 'pre',
  // The next run has another file: Vitest must not keep what is made here.
  configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
    defineCacheKeyGenerator(({ id }) => (starters.includes(id) ? false : undefined));
  },
  async transform(code, id) {
    if (!starters.includes(id)) return undefined;
    if (!code.includes(source)) throw new Error(`${id} names no ${source}.`);
    bundle ??= bundleWorker();
    return { code: code.replace(source, JSON.stringify(await bundle)), map: null };
  },
};

/** The address of the file. It is below the project, where the data of countries are found. */
async function bundleWorker(): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/.sitedeck-tests-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const worker = oneFile('src/logs/worker.ts', 'importWorker.js');
  await build(mergeConfig(worker, { build: { outDir: folder, minify: false } }));
  return pathToFileURL(join(folder, 'importWorker.js')).href;
}
