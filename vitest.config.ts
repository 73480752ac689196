import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/helpers/LongestFirst.ts';
import { stock } from './vite.ink.ts';

/** Where .ci/run wants the figures. */
const report = process.env['SITEDECK_TEST_REPORT'];

export default defineConfig({
  resolve: { alias: stock },
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: 'test/helpers/globalSetup.ts',
    // Tests leave nothing behind in their process: the modules they import are read once for all.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { shuffle: { tests: true }, sequencer: LongestFirst },
    // More than two processors need: most tests wait for a program.
    maxWorkers: 4,
    env: { FORCE_COLOR: '1', NO_COLOR: '', TZ: 'UTC' },
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
