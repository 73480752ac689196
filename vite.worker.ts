import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { licencesFile } from './vite.licences.ts';

/** Adds the import's worker to a build of the program. Throws where the list of licences has not all that is in it. */
export const workerInOneFile: Plugin = {
  name: 'worker-in-one-file',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      if (bundle['program.js'] === undefined) return;
      const built = await build({
        configFile: fileURLToPath(new URL('vite.worker.config.ts', import.meta.url)),
        logLevel: 'error',
        build: { write: false, watch: null },
      });
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
};

function headings(list: string | Uint8Array): ReadonlySet<string> {
  return new Set(
    Buffer.from(list)
      .toString('utf8')
      .match(/^## .+/gm),
  );
}
