/** Servers of one database, and a clock that is kept by NTP, may differ by so much. */
const muchMs = 60_000;

/**
 * Calls back when the machine's clock is put back by more than a minute while this process runs, with the milliseconds.
 * Whoever waits for a moment of that clock would wait so much longer.
 */
export function onClockPutBack(hear: (ms: number) => void, everyMs = 5_000): { stop(): void } {
  // How far the clock is ahead of one that nobody can set.
  let ahead = Date.now() - performance.now();
  const timer = setInterval(() => {
    const now = Date.now() - performance.now();
    const put = ahead - now;
    ahead = now;
    if (put > muchMs) hear(put);
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
