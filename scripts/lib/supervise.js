import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { passSignals } from './child.js';

// Whoever started a process starts it again (decision 0067); what dies this often is broken.
const maxDeaths = 5;
const deathsWithinMs = 60_000;
const maxPauseMs = 8000;

/** Runs the program once; `isReady` tells whether it said so over its channel. */
function runOnce(command, args, options, onStart) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    let isReady = false;
    child.on('message', (message) => (isReady ||= message === 'ready'));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal, isReady }));
    onStart(child);
  });
}

// Windows has no signals, and killing a program there gives it no time to stop in order.
function askToStop(child, signal) {
  if (process.platform !== 'win32') child.kill(signal);
  else if (child.connected) child.send('stop', () => undefined);
}

/**
 * Runs a program in our terminal, and again after it crashed, with a growing pause; gives its last exit code. It says
 * `ready` over its channel when it has started. Not started again:
 * - what ended by itself with exit code 0, or because we were asked to stop;
 * - what ended before it was ready: it cannot start, and has said why;
 * - what ended five times within a minute.
 *
 * Signals are passed on. When started again the program gets `restartArgs` as well.
 */
export async function supervise(command, args, { options = {}, restartArgs = [], pauseMs = 500, warn }) {
  const stopping = new AbortController();
  let running;
  const release = passSignals((signal) => {
    stopping.abort();
    if (running !== undefined) askToStop(running, signal);
  });
  try {
    let deaths = [];
    let hasBeenReady = false;
    for (;;) {
      const runArgs = hasBeenReady ? [...args, ...restartArgs] : args;
      const { code, signal, isReady } = await runOnce(
        command,
        runArgs,
        options,
        (child) => (running = child),
      );
      running = undefined;
      const exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
      hasBeenReady ||= isReady;
      // A restart that was killed from outside, as when memory runs out, did not say that it cannot start.
      const cannotStart = !isReady && (code !== null || !hasBeenReady);
      if (stopping.signal.aborted || code === 0 || cannotStart) return exitCode;

      const now = performance.now();
      deaths = [...deaths.filter((at) => now - at < deathsWithinMs), now];
      const how = signal ?? `exit code ${code}`;
      if (deaths.length >= maxDeaths) {
        warn(
          `The server ended ${maxDeaths} times within a minute, the last time with ${how}; it is not started again.`,
        );
        return exitCode;
      }
      const pause = Math.min(pauseMs * 2 ** (deaths.length - 1), maxPauseMs);
      warn(`The server ended with ${how}; it starts again in ${pause / 1000} s.`);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return 0;
    }
  } finally {
    release();
  }
}
