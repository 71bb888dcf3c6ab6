import { spawnSync } from 'node:child_process';

/** Whether a program of the machine is there for tests; as root on Debian its packages are installed first. */
export function isThereOrInstalled(isThere: () => boolean, packages: readonly string[]): boolean {
  if (isThere()) return true;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: 'ignore', timeout: 240_000 } as const;
  // Two test files may ask at once.
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  const install = [...wait, 'install', '-y', '-q', '--no-install-recommends', ...packages];
  if (spawnSync('apt-get', install, quiet).status !== 0) {
    spawnSync('apt-get', ['update', '-q'], quiet);
    spawnSync('apt-get', install, quiet);
  }
  return isThere();
}
