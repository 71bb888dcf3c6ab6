import {
  findFound,
  findOrCreateCreditor,
  type InvoiceHooks,
  markUsage,
  setInvoice,
} from '#server/features/documents/index.ts';
import { softDelete } from '#server/platform/db/record.ts';
import { notePayment } from '../creditors/note-payment.ts';
import { lockCreation, updateValues } from '../creation/creation.repository.ts';
import { valuesOf } from '../creation/invoice.rules.ts';
import { reviseLines } from '../booking/propose-lines.ts';
import { StatusNumber } from '../state-numbers.ts';
import { chooseFlowAgain } from '../flows/assign-flow.ts';
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

  async withdraw(tx, ctx, key) {
    const invoice = await repository.lockOfDocument(tx, key);
    if (!invoice) return;
    await softDelete(tx, ctx, 'invoices', invoice);
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
    // Nobody decided yet, so other values may give it to other people (§C13).
    await chooseFlowAgain(tx, ctx, invoice);
    await auditInvoice(tx, ctx, invoice, {
      verb: 'update',
      before: { invoiceNumber: invoice.invoiceNumber, totalAmount: invoice.totalInCents },
      after: { invoiceNumber: values.invoiceNumber, totalAmount: values.totalInCents },
    });
  },
};
