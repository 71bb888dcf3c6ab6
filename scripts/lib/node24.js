import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.js';
import { giveUp, sayBeside } from './say.js';

const oldest = 24;
const folder = join(root, 'node_modules/node');
const pinned = join(folder, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');

function works(command) {
  if (command !== process.execPath && !existsSync(command)) return false;
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= oldest;
}

/**
 * The Node that runs the product: the pinned one of the package `node`, whose binary arrives by a preinstall script.
 * Where npm was told not to run scripts we run that one ourselves; failing that, the Node that runs us will do if it
 * is new enough.
 */
export function findNode24() {
  if (works(pinned)) return pinned;
  if (existsSync(folder)) {
    sayBeside('Fetching Node 24…');
    spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: 'ignore' });
    if (works(pinned)) return pinned;
  }
  if (works(process.execPath)) {
    sayBeside(
      `Node 24 could not be installed here; Balie runs on the Node ${process.versions.node} of this machine instead.`,
    );
    return process.execPath;
  }
  return giveUp(
    `Balie needs Node ${oldest} and could neither install it nor find it (this is Node ${process.versions.node}): install it from nodejs.org and try again.`,
  );
}
