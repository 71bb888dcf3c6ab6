import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ownCredits, runCredits } from '#contract/billing/credits.ts';
import { billingRuns, type billingLine } from '#contract/billing/billing-runs.ts';
import { collectionUrl, type CreateBody, type Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, resourceHooks } from '#portal/kit/data/resource-hooks.ts';

export const creditHooks = resourceHooks(runCredits);
export const ownCreditHooks = resourceHooks(ownCredits);
/** A credit invoice. */
export type Credit = Row<typeof runCredits>;
type Line = z.output<typeof billingLine>;

const answer = z.object({ result: runCredits.record });

/** Makes a credit invoice to an invoice of a run. */
export function useCreateCredit(runId: string) {
  const http = useHttp();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateBody<typeof runCredits>) =>
      (await http.call(collectionUrl(runCredits, { runId }), answer, { method: 'POST', body })).result,
    // Its invoice says what was taken back of it.
    onSuccess: () => void invalidateResource(client, billingRuns.path),
  });
}

/** What is left of each line of an invoice, in its order. */
export function leftOf(lines: readonly Line[], credits: readonly Credit[]): number[] {
  const before = credits.flatMap((credit) => credit.lines);
  return lines.map(({ amount }, place) =>
    before.filter((line) => line.place === place).reduce((left, line) => left - line.amount, amount),
  );
}
