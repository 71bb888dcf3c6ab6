import { endWithParent } from '../end-with-parent.ts';

// A child for tests whose exit never ends, as when a native thread waits for the one that exits.
process.on('exit', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
endWithParent();
process.send?.('up');
