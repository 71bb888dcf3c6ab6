import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.js';
import { findNode24 } from './node24.js';
import { root } from './root.js';
import { giveUp, sayBeside, seconds } from './say.js';

const modules = join(root, 'node_modules');
const stampFile = join(modules, '.balie-install.json');

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function wantedHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of ['package-lock.json', 'package.json']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Whether what npm says it installed is what the lock asks for; packages of other platforms are optional. */
function isInstalledAlready() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const found = readJson(join(modules, '.package-lock.json'))?.packages;
  if (found === undefined) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || found[path]?.version === version || (optional === true && found[path] === undefined),
  );
}

/** The packages that will lie directly under node_modules on this platform: enough for a line of progress. */
function expectedFolders() {
  const libc = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  const fits = (list, name) => list === undefined || list.includes(name);
  return Object.entries(readJson(join(root, 'package-lock.json'))?.packages ?? {})
    .filter(
      ([path, entry]) =>
        path.lastIndexOf('node_modules/') === 0 &&
        fits(entry.os, process.platform) &&
        fits(entry.cpu, process.arch) &&
        fits(entry.libc, libc),
    )
    .map(([path]) => path);
}

function npmCi() {
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { env: process.env, stdio: ['ignore', process.stderr, 'inherit'] };
  const ended =
    npm !== undefined && existsSync(npm)
      ? run(process.execPath, [npm, ...args], options)
      : run('npm', args, { ...options, shell: process.platform === 'win32' });
  return ended.catch(() => 127);
}

async function install() {
  const begin = Date.now();
  const folders = expectedFolders();
  sayBeside(
    `Installing ${folders.length} packages from the lock file; the first time this takes a minute or two…`,
  );
  const ticker = setInterval(() => {
    const unpacked = folders.filter((folder) => existsSync(join(root, folder, 'package.json')));
    sayBeside(`  ${unpacked.length} of ${folders.length} (${seconds(begin)})`);
  }, 5000);
  const code = await npmCi();
  clearInterval(ticker);
  if (code !== 0) giveUp(`The installation failed (npm ended with code ${code}); the lines above say why.`);
  sayBeside(`Installed in ${seconds(begin)}.`);
}

/**
 * Makes sure that what the lock file asks for is installed, and gives the path of the Node that runs the product.
 * When nothing changed since the last time that costs a few milliseconds.
 */
export async function ensureInstalled() {
  const hash = wantedHash();
  const stamp = readJson(stampFile);
  if (stamp?.hash === hash && existsSync(stamp.node)) return stamp.node;
  if (!isInstalledAlready()) await install();
  const node = findNode24();
  try {
    writeFileSync(stampFile, JSON.stringify({ hash, node }));
  } catch {
    // A checkout that cannot be written to works too; it only looks again at every start.
  }
  return node;
}
