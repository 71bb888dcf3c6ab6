import {
  findFound,
  findOrCreateCreditor,
  type InvoiceHooks,
  markUsage,
  setInvoice,
} from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { softDelete } from '#server/platform/db/record.ts';
import { notePayment } from '../creditors/note-payment.ts';
import { lockCreation, updateValues } from '../creation/creation.repository.ts';
import { type InvoiceValues, valuesOf } from '../creation/invoice.rules.ts';
import { reviseLines } from '../booking/propose-lines.ts';
import { StatusNumber } from '../state-numbers.ts';
import { chooseFlowAgain } from '../flows/assign-flow.ts';
import { decideSupplierAgain } from '../touchless/decide-by-rules.ts';
import { noteUndone } from '../touchless/results.repository.ts';
import { keptWithDocument } from '../retention/kept-until.ts';
import { checkWarnings } from '../warnings/check-warnings.ts';
import * as repository from './invoice-hooks.repository.ts';
import { auditInvoice } from './invoices.audit.ts';

/** What happens to an invoice when the recognition of its document changes (§D2). */
export const invoiceHooks: InvoiceHooks = {
  async stageOf(tx, key) {
    await lockCreation(tx, key.companyId);
    const invoice = await repository.lockOfDocument(tx, key);
    if (!invoice) return 'none';
    return invoice.status < StatusNumber.ReadyForProcessing && !invoice.isDecided ? 'open' : 'settled';
  },

  keptUntil: (tx, key) => keptWithDocument(tx, key),

  async withdraw(tx, ctx, key) {
    const invoice = await repository.lockOfDocument(tx, key);
    if (!invoice) return;
    await softDelete(tx, ctx, 'invoices', invoice);
    await noteTouched(tx, ctx, invoice, ['document']);
    if (invoice.status === StatusNumber.Duplicate) await markUsage(tx, key.companyId, [key.documentId]);
    await auditInvoice(tx, ctx, invoice, { verb: 'withdraw' });
  },

  async restore(tx, ctx, key) {
    const invoice = await repository.restoreOfDocument(tx, ctx, key);
    if (!invoice) return false;
    await markUsage(tx, key.companyId, [key.documentId]);
    await checkWarnings(tx, ctx, invoice, true);
    await auditInvoice(tx, ctx, invoice, { verb: 'restore' });
    return true;
  },

  async update(tx, ctx, key) {
    const invoice = await repository.lockOfDocument(tx, key);
    const found = await findFound(tx, key);
    const values = found && valuesOf(found);
    if (!invoice || !found || !values) return;
    const creditor = await findOrCreateCreditor(tx, key.companyId, values.supplier, ctx.now());
    const { administrationId } = found;
    await updateValues(tx, ctx, invoice, { administrationId, creditor, values });
    await notePayment(
      tx,
      ctx,
      { ...values, companyId: key.companyId, id: invoice.id, creditorId: creditor?.id ?? null },
      false,
    );
    await reviseLines(tx, { ...invoice, administrationId, creditor, values }, found.lines);
    await setInvoice(tx, key, { id: invoice.id, creditorId: creditor?.id ?? null });
    await checkWarnings(tx, ctx, invoice, true);
    // A value that a rule had passed was wrong after all (§C16).
    await noteTouched(tx, ctx, invoice, changedValues(invoice, values));
    await decideSupplierAgain(tx, invoice, ctx.now());
    // Nobody decided yet, so other values may give it to other people (§C13).
    await chooseFlowAgain(tx, ctx, invoice);
    await auditInvoice(tx, ctx, invoice, {
      verb: 'update',
      before: { invoiceNumber: invoice.invoiceNumber, totalAmount: invoice.totalInCents },
      after: { invoiceNumber: values.invoiceNumber, totalAmount: values.totalInCents },
    });
  },
};

function noteTouched(
  tx: Tx,
  { caller: { userId, name }, now }: Context,
  key: { readonly companyId: string; readonly id: string },
  wrong: readonly string[],
): Promise<void> {
  return noteUndone(tx, key, { userId, name, at: now(), wrong });
}

function changedValues(
  was: NonNullable<Awaited<ReturnType<typeof repository.lockOfDocument>>>,
  values: InvoiceValues,
): string[] {
  return [
    ...(was.invoiceNumber === values.invoiceNumber ? [] : ['number']),
    ...(was.invoiceDate === values.invoiceDate ? [] : ['date']),
    ...(was.totalInCents === values.totalInCents ? [] : ['total']),
    ...(was.iban === values.iban ? [] : ['iban']),
  ];
}
