// `node scripts/run.js <file.ts> [arguments]`: runs one of our TypeScript programs, installing first if need be.
import { resolve } from 'node:path';
import { environment, run } from './lib/child.js';
import { ensureInstalled } from './lib/install.js';
import { root } from './lib/root.js';
import { giveUp } from './lib/say.js';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) giveUp('Usage: node scripts/run.js <file.ts> [arguments]');
const node = await ensureInstalled();
process.exitCode = await run(node, [resolve(root, file), ...args], {
  cwd: process.cwd(),
  env: environment(),
});
