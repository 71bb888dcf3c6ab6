/** How many wrong tries are allowed, and how long a lock lasts. */
export interface AttemptPolicy {
  /** Tries before the first lock. */
  readonly allowed: number;
  /** The first lock; each further try doubles it, up to `longestMs`. */
  readonly firstLockMs: number;
  readonly longestMs: number;
  /** Without a try for this long, the count starts from zero. */
  readonly forgetAfterMs: number;
}

/** The stored state of the tries under one key. */
export interface AttemptState {
  readonly failures: number;
  readonly lastAt: number;
  readonly lockedUntil: number | null;
}

/** Whether a try is let through. It counts as failed from the start; a right password takes it back. */
export type AttemptVerdict =
  | { readonly isAllowed: true; readonly next: AttemptState; readonly left: number }
  | { readonly isAllowed: false; readonly until: number };

const minute = 60_000;
/** Servers of one database may disagree by so much. */
const clocksApartMs = minute;

/** The three counts of a try: the address from one place, all addresses from that place, the address from anywhere. */
export const attemptPolicies = {
  pair: { allowed: 5, firstLockMs: minute, longestMs: 60 * minute, forgetAfterMs: 24 * 60 * minute },
  place: { allowed: 50, firstLockMs: minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute },
  // High enough that nobody can lock out a colleague by hand, low enough against guessing from many places.
  address: { allowed: 100, firstLockMs: minute, longestMs: 15 * minute, forgetAfterMs: 24 * 60 * minute },
} as const satisfies Record<string, AttemptPolicy>;

/** Counts a try that is about to be made. */
export function countAttempt(state: AttemptState | null, policy: AttemptPolicy, now: number): AttemptVerdict {
  // A clock that was put back by hours must not make a lock of minutes one of hours.
  const isPutBack = state !== null && state.lastAt > now + clocksApartMs;
  if (!isPutBack && state?.lockedUntil && state.lockedUntil > now)
    return { isAllowed: false, until: state.lockedUntil };
  const isForgotten = state === null || now - state.lastAt > policy.forgetAfterMs;
  const failures = (isForgotten ? 0 : state.failures) + 1;
  const over = failures - policy.allowed;
  // Capped exponent: 2 to the power of a thousand tries is no number.
  const lockMs = Math.min(policy.firstLockMs * 2 ** Math.min(Math.max(over, 0), 30), policy.longestMs);
  return {
    isAllowed: true,
    left: Math.max(policy.allowed - failures, 0),
    next: { failures, lastAt: now, lockedUntil: over >= 0 ? now + lockMs : null },
  };
}
