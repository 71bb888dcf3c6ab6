import { type InvoiceHooks, markUsage } from '#server/features/documents/index.ts';
import { softDelete } from '#server/platform/db/record.ts';
import { lockCreation } from '../creation/creation.repository.ts';
import { StatusNumber } from '../state-numbers.ts';
import { keptWithDocument } from '../retention/kept-until.ts';
import { checkWarnings } from '../warnings/check-warnings.ts';
import * as repository from './invoice-hooks.repository.ts';
import { auditInvoice } from './invoices.audit.ts';
import { noteTouched, updateFromDocument } from './update-from-document.ts';

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

  update: updateFromDocument,
};
