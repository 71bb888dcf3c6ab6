import { spawnSync } from 'node:child_process';
import { printHelp } from '../server/src/commands/command.ts';

const usage = `Usage: npm run test:cluster -- OWNER_URL URL [files]

Runs the tests of routes and the isolation walk on a spread database, one file after the other. The database is emptied
for each.`;
if (printHelp(usage)) process.exit(0);
const [owner, url, ...files] = process.argv.slice(2);
if (owner === undefined || url === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const skipped = [
  ['kill tests', 'they start an embedded database'],
  ['journeys', 'they start an embedded database'],
  ['tests of what the database itself keeps', 'they make databases, and triggers are not there'],
];
for (const [what, why] of skipped) process.stdout.write(`skipped: ${what}, since ${why}\n`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.cluster.config.ts', ...files],
  {
    cwd: new URL('..', import.meta.url),
    stdio: 'inherit',
    env: { ...process.env, CLUSTER_OWNER_URL: owner, CLUSTER_URL: url },
  },
);
process.exit(status ?? 1);
