import { build, mergeConfig, type InlineConfig, type Plugin, type UserConfig } from 'vite';
import { licencesFile } from './licences.ts';

/** The build of one file, with all that it imports at once or later. `shared` is what is the same for all builds. */
export function oneFile(shared: UserConfig, input: string, name: string): InlineConfig {
  return mergeConfig(shared, {
    configFile: false,
    logLevel: 'error',
    build: {
      rolldownOptions: { input, output: { entryFileNames: name, codeSplitting: false } },
    },
  } satisfies InlineConfig);
}

/**
 * Adds the import's worker to a build of the program, in one file: a thread of it would read and compile all chunks of the program,
 * and the single executable starts it from what is embedded, with no files beside it. Throws where the list of licences has not all
 * that is in it.
 */
export const workerInOneFile = (shared: UserConfig): Plugin => ({
  name: 'worker-in-one-file',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const worker = oneFile(shared, 'src/logs/worker.ts', 'importWorker.js');
      const built = await build(mergeConfig(worker, { build: { write: false, watch: null } }));
      if (!('output' in built)) throw new Error('Vite has made no worker.');
      const notices = bundle[licencesFile];
      for (const file of built.output) {
        if (file.type === 'asset' && file.fileName === licencesFile) {
          const missing = headings(file.source).difference(
            headings(notices?.type === 'asset' ? notices.source : ''),
          );
          if (missing.size > 0) throw new Error(`${licencesFile} lacks ${[...missing].join(', ')}.`);
        }
        if (file.type !== 'chunk') continue;
        for (const module of file.moduleIds) this.addWatchFile(module);
        this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code });
      }
    },
  },
});

function headings(list: string | Uint8Array): ReadonlySet<string> {
  return new Set(
    Buffer.from(list)
      .toString('utf8')
      .match(/^## .+/gm),
  );
}
