import { findFound, findOrCreateCreditor, setInvoice } from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { notePayment } from '../creditors/note-payment.ts';
import { updateValues } from '../creation/creation.repository.ts';
import { type InvoiceValues, valuesOf } from '../creation/invoice.rules.ts';
import { reviseLines } from '../booking/propose-lines.ts';
import { chooseFlowAgain } from '../flows/assign-flow.ts';
import { decideSupplierAgain } from '../touchless/decide-by-rules.ts';
import { noteUndone } from '../touchless/results.repository.ts';
import { checkWarnings } from '../warnings/check-warnings.ts';
import * as repository from './invoice-hooks.repository.ts';
import { auditInvoice } from './invoices.audit.ts';

type Who = Pick<Context, 'caller' | 'now' | 'events'>;

/** Gives the invoice of a document the values that the document has now (§D2). */
export async function updateFromDocument(
  tx: Tx,
  ctx: Who,
  key: { readonly companyId: string; readonly documentId: string },
): Promise<void> {
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
}

/** A value that a rule had passed was wrong after all (§C16). */
export function noteTouched(
  tx: Tx,
  { caller: { userId, name }, now }: Pick<Context, 'caller' | 'now'>,
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
