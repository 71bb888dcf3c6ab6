import type { z } from 'zod';
import type { realEstateCommand } from '#contract/invoicing/invoices.ts';
import type { Context } from '#server/platform/context.ts';
import { updateRow } from '#server/platform/db/record.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { lock } from '../approval/approval.repository.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { findInvoice, type Invoice } from '../invoices/invoices.service.ts';
import { shorter } from './kept-until.ts';

/** Says that an invoice is about real estate, so that it is kept for ten years; with a Processed one that stays (§C9). */
export async function setRealEstate(
  ctx: Context,
  id: string,
  { isRealEstate }: z.output<typeof realEstateCommand>,
): Promise<Invoice> {
  return ctx.transaction(async (tx) => {
    const invoice = orNotFound(await lock(tx, ctx, id));
    const before = orNotFound(await findInvoice(ctx, id, tx));
    if (before.isRealEstate === isRealEstate) return before;
    if (!isRealEstate && before.keptUntil !== null) throw shorter(before.keptUntil);
    await updateRow(tx, ctx, 'invoices', invoice, { isRealEstate });
    await auditInvoice(tx, ctx, invoice, {
      verb: 'real-estate',
      before: { isRealEstate: before.isRealEstate },
      after: { isRealEstate },
    });
    return orNotFound(await findInvoice(ctx, id, tx));
  });
}
