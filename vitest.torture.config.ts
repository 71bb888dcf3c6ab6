import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run torture`: tests that need minutes. Each has a short form in `npm test`. */
export default defineConfig({
  test: {
    name: 'torture',
    environment: 'node',
    include: ['tests/torture/**/*.test.ts'],
    globalSetup: ['server/src/platform/testing/database.ts', 'tests/support/demo-on-demand.ts'],
    // Products start again and again, as `npm start` starts them: with the compiled code of the last start.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)) },
    maxWorkers: 1,
    fileParallelism: false,
    passWithNoTests: true,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
});
