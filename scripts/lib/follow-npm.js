import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process's parent and command line, by /proc or else by `ps`. */
function look(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
  } catch {
    const said = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(said) ?? [];
    return { parent: Number(parent), command: command ?? '' };
  }
}

// Many shells stay between npm and us, and live on when npm is killed.
function npmBehind(parent) {
  try {
    const { parent: npm, command } = look(parent);
    return /^\S*sh -c /.test(command) ? npm : undefined;
  } catch {
    return undefined;
  }
}

function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/**
 * Asks us to stop when the `npm` that started us is gone, or the shell in between: that shell dies of the SIGTERM that
 * npm passes on, without telling us. Only under npm: somebody who starts us in the background of a shell may close it.
 */
export function followNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const npm = npmBehind(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || !isGone(npm))) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
