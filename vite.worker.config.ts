import { defineConfig, mergeConfig } from 'vite';
import shared from './vite.config.ts';

/**
 * The import's worker in one file, which vite.worker.ts adds to the build: a thread of it would read and compile all chunks of
 * the program, and the single executable starts it from what is embedded, with no files beside it.
 */
const { build, ...rest } = shared;
export default defineConfig(
  mergeConfig(rest, {
    build: {
      ...build,
      rolldownOptions: {
        input: 'src/logs/worker.ts',
        output: { format: 'cjs', entryFileNames: 'importWorker.js', codeSplitting: false },
      },
    },
  }),
);
