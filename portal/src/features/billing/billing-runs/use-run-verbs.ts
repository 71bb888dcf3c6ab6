import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { billingRuns, runVerification } from '#contract/billing/billing-runs.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import type { Run } from './billing-run.ts';

const answer = z.object({ result: billingRuns.record });
const verified = z.object({ result: runVerification });

/** What a run can be asked: each answers the run as it is then. */
export type RunVerb = 'recalculate' | 'review' | 'reopen' | 'finalise';

const urlOf = (id: string, verb: string) => `/api/${billingRuns.path}/${encodeURIComponent(id)}/${verb}`;

/** Moves a run on, or back. */
export function useRunVerb({ id, rowVersion }: Pick<Run, 'id' | 'rowVersion'>) {
  const http = useHttp();
  const client = useQueryClient();
  const start = useKeyStart();
  return useMutation({
    mutationFn: async (verb: RunVerb) =>
      (await http.call(urlOf(id, verb), answer, { method: 'POST', body: { rowVersion } })).result,
    onSuccess: (run) => {
      const key = [...start, billingRuns.path, 'one', {}, id];
      client.setQueryData(key, run);
      void invalidateResource(client, billingRuns.path, key);
    },
  });
}

/** Recomputes the hash of a final run from what is stored now. */
export function useVerification(id: string) {
  const http = useHttp();
  return useMutation({
    mutationFn: async () => (await http.call(urlOf(id, 'verify'), verified)).result,
  });
}
