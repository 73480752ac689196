import { defineConfig, mergeConfig } from 'vite';
import shared from './vite.config.ts';

/**
 * For the single executable: Node runs one CommonJS file there, and reads the import's worker from what is embedded
 * beside it.
 */
export default defineConfig(({ mode }) => {
  const { build, ...rest } = shared;
  const worker = mode === 'worker';
  return mergeConfig(rest, {
    build: {
      ...build,
      emptyOutDir: !worker,
      rolldownOptions: {
        input: worker ? 'src/server/import/importWorker.ts' : 'src/entry.ts',
        output: {
          format: 'cjs',
          entryFileNames: worker ? 'importWorker.js' : 'sitedeck.cjs',
          codeSplitting: false,
        },
      },
    },
  });
});
