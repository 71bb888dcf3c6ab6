import type { z } from 'zod';
import type { paymentStatusCommand } from '#contract/invoicing/invoices.ts';
import type { Context } from '#server/platform/context.ts';
import { updateRow } from '#server/platform/db/record.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { lock } from '../approval/approval.repository.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { findInvoice, type Invoice } from '../invoices/invoices.service.ts';
import { PaymentNumber } from '../state-numbers.ts';

/** Says whether and how an invoice is paid, in any status. */
export async function setPaymentStatus(
  ctx: Context,
  id: string,
  { paymentStatus }: z.output<typeof paymentStatusCommand>,
): Promise<Invoice> {
  return ctx.transaction(async (tx) => {
    const invoice = orNotFound(await lock(tx, ctx, id));
    const before = orNotFound(await findInvoice(ctx, id, tx));
    if (before.paymentStatus === paymentStatus) return before;
    await updateRow(tx, ctx, 'invoices', invoice, { paymentStatus: PaymentNumber[paymentStatus] });
    await auditInvoice(tx, ctx, invoice, {
      verb: 'payment-status',
      before: { paymentStatus: before.paymentStatus },
      after: { paymentStatus },
    });
    return orNotFound(await findInvoice(ctx, id, tx));
  });
}
