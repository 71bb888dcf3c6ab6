import { join } from 'node:path';
import { environment, run } from './child.js';
import { ensurePortalBuilt } from './portal.js';
import { root } from './root.js';

/**
 * The product with reload: the server starts again when its code changes, and the portal is built again, in a second
 * or two, when its code does. One address as in the real thing, so that sign-in, hosts and cookies are the same.
 */
export async function runDevelopment(node, main) {
  await ensurePortalBuilt(node);
  const env = environment({ BALIE_DEVELOPMENT: 'true' });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const watched = ['server/src', 'contract/src'].map((folder) => `--watch-path=${join(root, folder)}`);
  const [code] = await Promise.all([
    run(node, [...watched, '--watch-preserve-output', main], { cwd: process.cwd(), env }),
    run(node, [vite, 'build', '--watch', '--logLevel', 'warn'], { env }),
  ]);
  return code;
}
