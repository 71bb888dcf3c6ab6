import type { z } from 'zod';
import { type moveCommand } from '#contract/invoicing/invoices.ts';
import { administrationNames } from '#server/features/core/index.ts';
import type { Context } from '#server/platform/context.ts';
import { updateRow } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { chooseFlowAgain } from '../flows/assign-flow.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { findInvoice, type Invoice } from '../invoices/invoices.service.ts';
import { lock } from './approval.repository.ts';
import { isLocked } from './approval.rules.ts';
import { setAdministration } from './standing.repository.ts';

/** Moves an invoice and its document to another administration: its flow is chosen again (§C13). */
export async function moveInvoice(
  ctx: Context,
  id: string,
  { administrationId }: z.output<typeof moveCommand>,
): Promise<Invoice> {
  return ctx.transaction(async (tx) => {
    const invoice = orNotFound(await lock(tx, ctx, id));
    if (isLocked(invoice)) throw problem.of('wrong-state', { sentence: 'invoice-is-locked' });
    const before = orNotFound(await findInvoice(ctx, id, tx));
    // One that the caller does not see is as unknown as one that is not there.
    const names = await administrationNames(tx, { ...ctx.caller, companyId: invoice.companyId }, [
      administrationId,
    ]);
    const name = names.get(administrationId);
    if (name === undefined) throw problem.validation({ administrationId: ['unknown'] });
    if (before.administration?.id === administrationId) return before;
    await updateRow(tx, ctx, 'invoices', invoice, { administrationId });
    await setAdministration(
      tx,
      ctx,
      { companyId: invoice.companyId, id: invoice.documentId },
      administrationId,
    );
    await chooseFlowAgain(tx, ctx, invoice);
    await auditInvoice(tx, ctx, invoice, {
      verb: 'move',
      before: { administration: before.administration?.name ?? null },
      after: { administration: name },
    });
    return orNotFound(await findInvoice(ctx, id, tx));
  });
}
