import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two cores are what the slowest machine of ours has; more workers would only make each test slower.
    maxWorkers: 2,
    // Files share modules: loading them anew for each file was a quarter of the run (decision 0072).
    isolate: false,
    // `--changed` follows imports; migrations are read as files.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/server/src/platform/db/migrations/**'],
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{contract,server,scripts,bench}/**/*.test.ts'],
          globalSetup: 'server/src/platform/testing/database.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'portal',
          environment: 'jsdom',
          include: ['portal/src/**/*.test.{ts,tsx}'],
          setupFiles: 'portal/src/test-setup.ts',
          testTimeout: 120_000,
        },
      },
    ],
  },
});
