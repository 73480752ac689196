import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { shuffle: { tests: true } },
    maxWorkers: 2,
    env: { FORCE_COLOR: '1', NO_COLOR: '', TZ: 'UTC' },
  },
});
