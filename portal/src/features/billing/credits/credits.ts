import type { z } from 'zod';
import { ownCredits, runCredits } from '#contract/billing/credits.ts';
import { billingRuns, type billingLine } from '#contract/billing/billing-runs.ts';
import { collectionUrl, type CreateBody, type Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

export const creditHooks = resourceHooks(runCredits);
export const ownCreditHooks = resourceHooks(ownCredits);
/** A credit invoice. */
export type Credit = Row<typeof runCredits>;
type Line = z.output<typeof billingLine>;

/** Makes a credit invoice to an invoice of a run. */
export function useCreateCredit(runId: string) {
  return useVerb({
    call: (body: CreateBody<typeof runCredits>) => ({ url: collectionUrl(runCredits, { runId }), body }),
    result: runCredits.record,
    // The invoice shows how much of it was credited.
    invalidates: [billingRuns],
  });
}

/** What is left of each line of an invoice, in its order. */
export function leftOf(lines: readonly Line[], credits: readonly Credit[]): number[] {
  const before = credits.flatMap((credit) => credit.lines);
  return lines.map(({ amount }, place) =>
    before.filter((line) => line.place === place).reduce((left, line) => left - line.amount, amount),
  );
}
