import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.js';
import { root } from './root.js';
import { giveUp, say, seconds } from './say.js';

const sources = [
  'portal',
  'contract/src',
  'vite.config.ts',
  'scripts/vite-plugins.ts',
  'package.json',
  'package-lock.json',
];
const output = 'dist/portal';
const stampFile = join(root, output, '.balie-build.json');

function* filesUnder(path) {
  const full = join(root, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats === undefined || path === output) return;
  if (!stats.isDirectory()) {
    if (!/\.test\.tsx?$/.test(path)) yield { path, full, stats };
    return;
  }
  for (const name of readdirSync(full).toSorted()) yield* filesUnder(`${path}/${name}`);
}

function hashOf(describe) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(source)) hash.update(`${file.path}\0${describe(file)}\n`);
  }
  return hash.digest('hex');
}

/** Sizes and times: some milliseconds for the whole portal. */
const listing = () => hashOf(({ stats }) => `${stats.size} ${stats.mtimeMs}`);
/** What is in them: asked only when the listing changed, as it does after every checkout. */
const contents = () => hashOf(({ full }) => createHash('sha256').update(readFileSync(full)).digest('hex'));

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return undefined;
  }
}

function writeStamp(stamp) {
  try {
    writeFileSync(stampFile, JSON.stringify(stamp));
  } catch {
    // Not writable: the next start looks again.
  }
}

/** Builds the portal when its sources changed since the last build. */
export async function ensurePortalBuilt(node) {
  const stamp = readStamp();
  const listed = listing();
  if (stamp?.listing === listed) return;
  const content = contents();
  if (stamp?.contents === content) return writeStamp({ listing: listed, contents: content });
  const begin = Date.now();
  say('Building the portal…');
  rmSync(stampFile, { force: true });
  const code = await run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
  if (code !== 0) giveUp('The portal could not be built; the lines above say why.');
  if (!existsSync(join(root, output, 'index.html'))) giveUp(`The build left no ${output}/index.html.`);
  writeStamp({ listing: listed, contents: content });
  say(`Portal built in ${seconds(begin)}.`);
}
