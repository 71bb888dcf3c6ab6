import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from '../../start-problem.ts';
import { type Server, stopServer } from './server.ts';

const maxFailures = 5;
const firstPauseMs = 250;
const fullPauseMs = 2000;
/** What a start needs for its WAL and its files. */
const roomBytes = 64 * 1024 * 1024;
/** A server that ran this long is well: the failures before it are forgotten. */
const wellAfterMs = 60_000;

/**
 * Starts the server again when it ends although nobody stopped it, with a growing pause. After five times, none of
 * which it ran for a minute, `onLost` receives the reason and no further start is tried. While its disk is full it goes
 * on trying.
 */
export function keepRunning(
  first: Server,
  hooks: {
    readonly restart: () => Promise<Server>;
    readonly onEnded: (why: string) => void;
    readonly onLost: (why: StartProblem) => void;
    /** Called once, after the last server was stopped. */
    readonly release: () => void;
  },
): { readonly current: () => Server; readonly stop: () => Promise<void> } {
  let server = first;
  let failures = 0;
  let reviving: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  const stopped = new AbortController();

  function watch(started: Server): void {
    server = started;
    const since = performance.now();
    const ended = (how: string) => {
      if (stopped.signal.aborted) return;
      if (performance.now() - since > wellAfterMs) failures = 0;
      hooks.onEnded(`The database ended by itself (${how}).`);
      reviving = revive(how);
    };
    const { child } = started;
    // It may have ended before anybody listened.
    if (started.hasEnded()) ended(describe(child.exitCode, child.signalCode));
    else child.once('exit', (code, signal) => ended(describe(code, signal)));
  }

  async function revive(how: string): Promise<void> {
    let problem = new StartProblem('database-keeps-ending', {
      why: how,
      log: join(first.home.folder, 'postgres.log'),
    });
    for (;;) {
      // Without room no try succeeds, and with room again one will: they do not count.
      const isFull = hasNoRoom(first.home.folder);
      if (!isFull && (failures += 1) >= maxFailures) break;
      const pauseMs = isFull ? fullPauseMs : firstPauseMs * 2 ** (failures - 1);
      try {
        await sleep(pauseMs, undefined, { signal: stopped.signal });
        const started = await hooks.restart();
        if (!stopped.signal.aborted) watch(started);
        else await stopServer(started);
        return;
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (error instanceof StartProblem) problem = error;
        hooks.onEnded(error instanceof Error ? error.message : String(error));
      }
    }
    hooks.onLost(problem);
  }

  watch(first);
  return {
    current: () => server,
    stop() {
      stopped.abort();
      stopping ??= Promise.resolve(reviving)
        .then(() => stopServer(server))
        .finally(hooks.release);
      return stopping;
    },
  };
}

function hasNoRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < roomBytes;
}

function describe(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ?? `exit code ${code}`;
}
