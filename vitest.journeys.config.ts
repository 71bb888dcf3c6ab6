import { defineConfig } from 'vitest/config';

/** The slow part of `npm test`, and `npm run stories`: the whole product. */
const slow = {
  environment: 'node' as const,
  hookTimeout: 120_000,
  // A page on a busy machine takes its time.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // A journey mostly waits for its browser and its product.
    maxWorkers: 2,
    // Files share the browser and the modules that start products; each has a product of its own (tests/support/stage.ts).
    isolate: false,
    projects: [
      {
        // No retry in here: a step done twice on one product is another story. scripts/test.js plays a file again, whole.
        test: {
          ...slow,
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: 'tests/support/demo.ts',
          // A busy machine is slow; a step that is missed fails within its own time.
          testTimeout: 300_000,
        },
      },
      {
        // Longer than `npm test` has time for: `npm run stories`.
        test: {
          ...slow,
          name: 'stories',
          include: ['tests/stories/**/*.test.ts'],
          globalSetup: 'tests/support/demo.ts',
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...slow,
          name: 'kill',
          include: ['tests/kill/**/*.test.ts'],
          globalSetup: 'server/src/platform/testing/database.ts',
          fileParallelism: false,
          testTimeout: 600_000,
        },
      },
    ],
  },
});
