// `npm start` and `npm run dev`: from an empty checkout to a running product. See scripts/lib/say.js for the rules.
import { join } from 'node:path';
import { environment } from './lib/child.js';
import { followNpm } from './lib/follow-npm.js';
import { ensureInstalled } from './lib/install.js';
import { ensurePortalBuilt } from './lib/portal.js';
import { root } from './lib/root.js';
import { helpIfAsked, warn } from './lib/say.js';
import { runDevelopment } from './lib/development.js';
import { supervise } from './lib/supervise.js';

helpIfAsked(`Usage: npm start
       npm run dev

Installs, builds and starts the product with a database of its own in ./data, and prints its addresses and logins.
Ctrl-C or SIGTERM stops everything. \`npm run dev\` does the same and reloads after a change of the code. Settings are
variables of the environment, such as PORT, BALIE_DATA and DATABASE_URL: the README lists them.`);
followNpm();
// Whoever reads what is said here may go away; without a listener the next word would end us.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
const isDevelopment = process.argv.includes('--dev');
const node = await ensureInstalled();
const main = join(root, 'server/src/main.ts');

if (isDevelopment) {
  process.exitCode = await runDevelopment(node, main);
} else {
  await ensurePortalBuilt(node);
  const follow = new URL('./lib/follow-parent.js', import.meta.url).href;
  process.exitCode = await supervise(node, ['--import', follow, main], {
    // Relative settings such as BALIE_DATA are relative to where the command was given.
    options: { cwd: process.cwd(), env: environment({ NODE_ENV: process.env.NODE_ENV ?? 'production' }) },
    restartArgs: ['--restarted'],
    warn,
  });
}
