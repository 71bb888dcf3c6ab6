/**
 * Counts requests of a window as the default store of `@fastify/rate-limit` does, by a clock that nobody can set: where
 * the machine's is put back by hours, a window of a minute is still one. Pass it as `store`.
 */
export class SteadyStore {
  readonly #windows = new Map<string, { count: number; readonly since: number }>();

  /** Counts one request under a key; gives how many there were in this window, and how long it lasts, in ms. */
  incr(
    key: string,
    callback: (error: Error | null, result: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = performance.now();
    const found = this.#windows.get(key);
    const window = found && now - found.since < timeWindow ? found : { count: 0, since: now };
    window.count += 1;
    // Whoever came last stands last: the first ones go when there are too many.
    this.#windows.delete(key);
    this.#windows.set(key, window);
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= maxKeys) break;
      this.#windows.delete(oldest);
    }
    callback(null, { current: window.count, ttl: timeWindow - (now - window.since) });
  }

  child(): SteadyStore {
    return new SteadyStore();
  }
}

const maxKeys = 5000;
