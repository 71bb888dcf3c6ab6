import { defineConfig } from 'vitest/config';

/** `npm run test:cluster`: tests of routes on a spread database that stands (docs/scale.md); one file after the other. */
export default defineConfig({
  test: {
    name: 'cluster',
    environment: 'node',
    include: ['server/src/**/*.routes.test.ts', 'server/src/app/routes.test.ts'],
    globalSetup: 'server/src/app/testing/cluster.ts',
    maxWorkers: 1,
    fileParallelism: false,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
