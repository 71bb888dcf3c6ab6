import { z } from 'zod';
import { bankAccounts } from '#contract/invoicing/bank-accounts.ts';
import { creditorChoice, creditors } from '#contract/invoicing/creditors.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** Lists, single creditors and their changes. */
export const creditorHooks = resourceHooks(creditors);

/** A creditor with what belongs to it. */
export type Creditor = Rec<typeof creditors>;

const url = collectionUrl(creditors, {});

type CreditorVerb =
  | {
      readonly verb: 'block' | 'unblock';
      readonly body: { readonly reason: string; readonly rowVersion: number };
    }
  | { readonly verb: 'merge'; readonly body: { readonly creditorId: string } }
  | { readonly verb: 'undo-merge'; readonly body: { readonly mergeId: string } };

/** Blocks, merges and what undoes them; invoices and accounts change with it. */
export function useCreditorVerb(id: string) {
  return useVerb({
    call: ({ verb, body }: CreditorVerb) => ({ url: `${url}/${encodeURIComponent(id)}/${verb}`, body }),
    result: creditors.record,
    invalidates: [creditors, bankAccounts, invoices],
  });
}

/** Creditors of a company by words of their name, to choose from. */
export function useCreditorChoices(query: string, companyId: string) {
  const parameters = new URLSearchParams({ query, companyId });
  return useAnswer(
    [creditors.path, 'lookup', companyId, query],
    `${url}/lookup?${parameters}`,
    z.array(creditorChoice),
    { keepsPrevious: true },
  );
}
