import type { z } from 'zod';
import type { takeApartCommand } from '#contract/invoicing/invoices.ts';
import { takeApart } from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import { updateRow } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { lock } from '../approval/approval.repository.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { invoiceHooks } from '../invoices/invoice-hooks.ts';
import { findInvoice, type Invoice } from '../invoices/invoices.service.ts';

/** The two files of an invoice are two invoices (§C21): both are read again. Refused once somebody decided. */
export async function takeFilesApart(
  ctx: Context,
  id: string,
  { rowVersion }: z.output<typeof takeApartCommand>,
): Promise<Invoice> {
  return ctx.transaction(async (tx) => {
    const before = orNotFound(await findInvoice(ctx, id, tx));
    const key = { companyId: before.companyId, documentId: before.documentKey };
    // Before the invoice itself: in this order everywhere.
    if ((await invoiceHooks.stageOf(tx, key)) === 'settled')
      throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
    const invoice = orNotFound(await lock(tx, ctx, id));
    if (rowVersion !== undefined && rowVersion !== invoice.rowVersion)
      throw problem.of('stale', { current: await findInvoice(ctx, id, tx) });
    const parts = await takeApart(tx, ctx, key);
    if (!parts) throw problem.of('wrong-state', { sentence: 'document-of-one-file' });
    await updateRow(tx, ctx, 'invoices', invoice, {});
    const documents = parts.map(({ number }) => number);
    await auditInvoice(tx, ctx, invoice, { verb: 'take-apart', after: { documents } });
    return orNotFound(await findInvoice(ctx, id, tx));
  });
}
