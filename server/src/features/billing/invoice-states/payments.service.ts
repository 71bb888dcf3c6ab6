import { dayOfInstant } from '#contract/dates.ts';
import { companies } from '#contract/core/companies.ts';
import type { issuedInvoices } from '#contract/billing/own-usage.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { problem } from '#server/platform/http/problem.ts';
import { assertProvider } from '../assert-provider.ts';
import { findIssued } from './invoice-mail.service.ts';
import { publishChange, setPaid } from './invoice-states.repository.ts';

/** Marks a final invoice as paid on a day, or as not paid with null. */
export async function payInvoice(
  ctx: Context,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  paidOn: string | null,
): Promise<Rec<typeof issuedInvoices>> {
  assertProvider(ctx);
  if (paidOn !== null && paidOn > dayOfInstant(ctx.now()))
    throw problem.validation({ paid_on: ['in-the-future'] });
  return ctx.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    const before = await findIssued(within, companyId, id);
    if (before.paidOn === paidOn) return before;
    await setPaid(tx, { companyId, invoiceId: id }, paidOn);
    const { invoiceNumber } = before;
    await recordChange(tx, ctx, {
      entity: companies.permission,
      entityId: companyId,
      companyId,
      verb: paidOn === null ? 'undo-payment' : 'pay-invoice',
      after: { invoiceNumber, ...(paidOn === null ? {} : { paidOn }) },
    });
    await publishChange(tx, ctx, before.runId);
    return findIssued(within, companyId, id);
  });
}
