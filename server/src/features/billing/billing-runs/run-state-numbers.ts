import type { RunState } from '#contract/billing/billing-runs.ts';

/** The state of a billing run as a number in the database. */
export const RunStateNumber = { concept: 0, review: 1, final: 2 } as const satisfies Record<RunState, number>;
