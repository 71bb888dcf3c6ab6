import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isThereOrInstalled } from '#server/platform/testing/debian.ts';

const libraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);
const library = () => libraries.find((path) => existsSync(path));

/** What is said where there is none. */
export const falseClockMissing =
  'A false clock needs libfaketime (Debian: faketime): the test of clock jumps is skipped.';

/** A clock for whole processes, database included, that can be set while they run; timers go on as they were. */
export interface FalseClock {
  /** For the environment of a process. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets it so many hours ahead of the real one, or behind it. */
  set(hours: number): void;
  /** What it says now. */
  now(): Date;
  remove(): void;
}

/** A clock that says the right time at first; undefined where the library is not there. */
export function makeFalseClock(): FalseClock | undefined {
  if (!isThereOrInstalled(() => library() !== undefined, ['faketime'])) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'balie-clock-'));
  // The account of the database reads it too.
  chmodSync(folder, 0o755);
  const file = join(folder, 'offset');
  let ahead = 0;
  const set = (hours: number) => {
    ahead = hours;
    writeFileSync(`${file}.new`, `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    env: {
      LD_PRELOAD: library() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
    },
    set,
    now: () => new Date(Date.now() + ahead * 3_600_000),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
