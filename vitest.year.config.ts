import { defineConfig } from 'vitest/config';

/** `npm run year`: a simulated year of one company, which prints its figures. Its short form is in `npm test`. */
export default defineConfig({
  test: {
    name: 'year',
    environment: 'node',
    include: ['tests/year/**/*.test.ts'],
    globalSetup: 'server/src/platform/testing/database.ts',
    maxWorkers: 1,
    fileParallelism: false,
    // A scan takes some seconds.
    testTimeout: 14_400_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
  },
});
