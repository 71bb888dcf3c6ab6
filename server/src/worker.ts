import { z } from 'zod';
import { createLog } from './app/log.ts';
import { endOnUnhandled } from './app/unhandled.ts';
import type { WorkerStart } from './app/worker-process.ts';
import { runWorker } from './app/run-worker.ts';
import { onClockPutBack } from './platform/processes/clock-put-back.ts';
import { endWithParent } from './platform/processes/end-with-parent.ts';

// Only the parent stops this process: Ctrl-C reaches the whole group, and jobs must be given back in order.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
endWithParent();

process.once('message', (message) => {
  const start = z.custom<WorkerStart>((value) => typeof value === 'object' && value !== null).parse(message);
  const log = createLog(start.logLevel);
  endOnUnhandled(log);
  const running = runWorker(start, log);
  running.catch((err: unknown) => {
    log.fatal({ err }, 'the worker cannot start');
    process.exit(1);
  });
  const stop = () => void running.then((worker) => worker.close()).finally(() => process.exit(0));
  // The queue waits for moments that are hours ahead then. Another worker, which the parent starts, does not.
  onClockPutBack((ms) => {
    log.warn({ ms }, 'the clock was put back, the worker starts again');
    stop();
  });
  process.on('message', (next) => {
    if (next === 'stop') stop();
  });
});
