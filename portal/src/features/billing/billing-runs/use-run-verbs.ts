import { billingRuns, runVerification } from '#contract/billing/billing-runs.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { runHooks, type Run } from './billing-run.ts';

/** The verbs of a run; each answers the changed run. */
export type RunVerb = 'recalculate' | 'review' | 'reopen' | 'finalise';

const urlOf = (id: string, verb: string) => `/api/${billingRuns.path}/${encodeURIComponent(id)}/${verb}`;

/** Moves a run to its next or previous state. */
export function useRunVerb({ id, rowVersion }: Pick<Run, 'id' | 'rowVersion'>) {
  return useVerb({
    call: (verb: RunVerb) => ({ url: urlOf(id, verb), body: { rowVersion } }),
    result: billingRuns.record,
    onSuccess: runHooks.useCacheRecord({}),
  });
}

/** Recomputes the hash of a final run from what is stored now. */
export function useVerification(id: string) {
  return useVerb({ call: () => ({ url: urlOf(id, 'verify'), method: 'GET' }), result: runVerification });
}
