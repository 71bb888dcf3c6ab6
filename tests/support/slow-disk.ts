import { existsSync, mkdirSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is said where a disk cannot be slowed down. */
export const slowDiskMissing =
  'A slow disk needs root and control groups of block devices: the test of one is skipped.';

/** A disk that is slow for some processes and what they start. */
export interface SlowDisk {
  /** From now on at most so many writes a second reach the disk. */
  writes(perSecond: number): void;
  add(pids: readonly number[]): void;
  /** As fast as ever; the processes go back to where they were. */
  remove(): void;
}

// The kernel's two ways: of one tree for everything, and of a tree for block devices.
const trees = [
  {
    root: '/sys/fs/cgroup',
    needs: 'io.max',
    setting: 'io.max',
    value: (device: string, count: number) => `${device} wiops=${count}`,
  },
  {
    root: '/sys/fs/cgroup/blkio',
    needs: 'blkio.throttle.write_iops_device',
    setting: 'blkio.throttle.write_iops_device',
    value: (device: string, count: number) => `${device} ${count}`,
  },
];

/** Slows down the disk of a folder for chosen processes; undefined where the kernel does not let us. */
export function makeSlowDisk(folder: string): SlowDisk | undefined {
  const { dev } = statSync(folder);
  // As Linux packs them.
  const device = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
  for (const { root, needs, setting, value } of trees) {
    const group = join(root, `balie-slow-${process.pid}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    if (!existsSync(join(group, needs))) {
      rmdirSync(group);
      continue;
    }
    const moved: number[] = [];
    const move = (to: string, pids: readonly number[]) => {
      for (const pid of pids)
        try {
          writeFileSync(join(to, 'cgroup.procs'), String(pid));
        } catch {
          // It ended meanwhile.
        }
    };
    return {
      writes: (perSecond) => writeFileSync(join(group, setting), value(device, perSecond)),
      add(pids) {
        moved.push(...pids);
        move(group, pids);
      },
      remove() {
        writeFileSync(join(group, setting), value(device, 1_000_000));
        move(root, moved);
        try {
          rmdirSync(group);
        } catch {
          // What they started is in it still; it costs nothing.
        }
      },
    };
  }
  return undefined;
}
