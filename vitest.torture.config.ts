import { defineConfig } from 'vitest/config';

/** `npm run torture`: tests that need minutes. Each has a short form in `npm test`. */
export default defineConfig({
  test: {
    name: 'torture',
    environment: 'node',
    include: ['tests/torture/**/*.test.ts'],
    globalSetup: 'server/src/platform/testing/database.ts',
    maxWorkers: 1,
    fileParallelism: false,
    passWithNoTests: true,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
});
