// A page asks for what it missed while it was being drawn; behind another tab that takes longer than one would think.
const rememberedMs = 120_000;
const maxRemembered = 10_000;

/** What was heard of late, and since when all of it was heard. */
export interface Recent<T> {
  /** From here on all is heard: what was said before may have been missed. */
  begin(): void;
  /** Nothing is heard until it begins again. */
  end(): void;
  add(heard: T): void;
  /** What was heard in the last so many milliseconds, the same only once; undefined where that is not known. */
  since(ms: number): readonly T[] | undefined;
}

/** Keeps what is heard for two minutes, shorter where it is more than 10,000 things. */
export function rememberRecent<T>(now: () => number = () => performance.now()): Recent<T> {
  let all: { readonly at: number; readonly heard: T }[] = [];
  let completeFrom = Number.POSITIVE_INFINITY;

  function forgetUntil(at: number): void {
    if (at <= completeFrom) return;
    all = all.filter((one) => one.at > at);
    completeFrom = at;
  }

  return {
    begin() {
      all = [];
      completeFrom = now();
    },
    end() {
      completeFrom = Number.POSITIVE_INFINITY;
    },
    add(heard) {
      if (all.length >= maxRemembered) forgetUntil(all[maxRemembered / 2]?.at ?? now());
      all.push({ at: now(), heard });
    },
    since(ms) {
      const from = now() - ms;
      forgetUntil(now() - rememberedMs);
      if (from < completeFrom) return undefined;
      const found = all
        .filter(({ at }) => at >= from)
        .map(({ heard }) => [JSON.stringify(heard), heard] as const);
      return [...new Map(found).values()];
    },
  };
}
