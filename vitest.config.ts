import { defineConfig } from 'vitest/config';
import { bundledWorker } from './test/helpers/bundledWorker.ts';
import { LongestFirst } from './test/helpers/LongestFirst.ts';
import { memoryFolder } from './test/helpers/memoryFolder.ts';
import { publishedInk } from './build/ink.ts';

// For this process and those of the tests.
const inMemory = memoryFolder();
if (inMemory !== undefined) process.env['TMPDIR'] ??= inMemory;

/** Where .ci/run wants the figures. */
const report = process.env['SITEDECK_TEST_REPORT'];

/** `npm run test:fast`: folders whose tests start no built program, so that nothing is built or compiled for them. */
const fast = ['model', 'charts', 'store', 'api'].map(folder => `test/${folder}/**/*.test.ts`);

export default defineConfig(({ mode }) => ({
  plugins: [bundledWorker],
  resolve: { alias: publishedInk },
  test: {
    include: mode === 'fast' ? fast : ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    setupFiles: 'test/helpers/keyNames.ts',
    globalSetup: mode === 'fast' ? [] : 'test/helpers/globalSetup.ts',
    // Tests leave nothing behind in their process: the modules they import are read once for all.
    isolate: false,
    // Ends a test that hangs; no test is slow for a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { shuffle: { tests: true }, sequencer: LongestFirst },
    // Three for each of two processors: most tests wait for a program.
    maxWorkers: 6,
    env: { FORCE_COLOR: '1', NO_COLOR: '', TZ: 'UTC' },
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
}));
