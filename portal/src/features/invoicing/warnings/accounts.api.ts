import {
  bankAccounts,
  type blockAccountCommand,
  type confirmAccountCommand,
} from '#contract/invoicing/bank-accounts.ts';
import { creditors } from '#contract/invoicing/creditors.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import type { z } from 'zod';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** Lists and single bank accounts of creditors. */
export const accountHooks = resourceHooks(bankAccounts);

/** A bank account with what happened to it. */
export type BankAccount = Rec<typeof bankAccounts>;

type AccountVerb =
  | { readonly verb: 'confirm'; readonly body: z.input<typeof confirmAccountCommand> }
  | { readonly verb: 'block'; readonly body: z.input<typeof blockAccountCommand> };

/** Confirms or blocks an account; invoices and creditors that name it change with it. */
export function useAccountVerb(id: string) {
  return useVerb({
    call: ({ verb, body }: AccountVerb) => ({
      url: `${collectionUrl(bankAccounts, {})}/${encodeURIComponent(id)}/${verb}`,
      body,
    }),
    result: bankAccounts.record,
    invalidates: [bankAccounts, creditors, invoices],
  });
}
