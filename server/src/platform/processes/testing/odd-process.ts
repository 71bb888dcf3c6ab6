import { ServedError, serve } from '../served.ts';

// A child for tests: it can answer, fail, hang and die.

serve({
  echo: (args) => Promise.resolve(args),
  pid: () => Promise.resolve(process.pid),
  names: () => Promise.resolve(Object.keys(process.env)),
  refuse: () => Promise.reject(new ServedError('no-thanks', 'said so')),
  fail: () => Promise.reject(new Error('a library quotes the document here')),
  hang: () => new Promise(() => undefined),
  die: () => process.exit(3),
});
