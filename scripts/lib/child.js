import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './root.js';

/** The environment of everything that we start: our pinned tools first, compiled code kept for the next start. */
export function environment(extra = {}) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [join(root, 'node_modules/.bin'), process.env[key] ?? ''].join(delimiter);
  const cache = join(root, 'node_modules/.cache/node');
  return { NODE_COMPILE_CACHE: cache, ...process.env, [key]: path, ...extra };
}

/**
 * Hears the signals that ask us to stop, each kind once: Ctrl-C reaches our children from the terminal too, and `npm`
 * may repeat it. Call the answer to hear them no more.
 */
export function passSignals(pass) {
  const passed = new Set();
  const hear = (signal) => {
    if (passed.has(signal)) return;
    passed.add(signal);
    pass(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, hear);
  return () => signals.forEach((signal) => process.removeListener(signal, hear));
}

/**
 * Runs a program in our terminal until it ends, passing signals on; gives its exit code. What it starts has its priority
 * too (as `os.setPriority` takes it; absent: ours).
 */
export function run(command, args, { priority, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    const release = passSignals((signal) => child.kill(signal));
    child.once('error', (error) => (release(), reject(error)));
    child.once('exit', (code, signal) => {
      release();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
