import { defineConfig } from 'vitest/config';

/** The slow part of `npm test`: the whole product, one test file at a time. */
const serial = {
  environment: 'node' as const,
  fileParallelism: false,
  hookTimeout: 120_000,
  // A page on a busy machine takes its time.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: 1,
    globalSetup: 'tests/support/demo.ts',
    projects: [
      {
        // No retry in here: a step done twice on one product is another story. scripts/test.js plays a file again, whole.
        test: { ...serial, name: 'journeys', include: ['tests/journeys/**/*.test.ts'], testTimeout: 120_000 },
      },
      { test: { ...serial, name: 'kill', include: ['tests/kill/**/*.test.ts'], testTimeout: 600_000 } },
    ],
  },
});
