import { spawn } from 'node:child_process';
import { constants } from 'node:os';
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
 * Runs a program in our terminal until it ends; gives its exit code. Ctrl-C reaches it from the terminal too, and
 * `npm` may repeat it, so a signal is handed on once: the program needs no more than that to stop in order.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
    const passed = new Set();
    const pass = (signal) => {
      if (passed.has(signal)) return;
      passed.add(signal);
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const done = () => signals.forEach((signal) => process.removeListener(signal, pass));
    child.once('error', (error) => (done(), reject(error)));
    child.once('exit', (code, signal) => {
      done();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
