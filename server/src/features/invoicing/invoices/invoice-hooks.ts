import { sql } from 'kysely';
import { invoices } from '#contract/invoicing/invoices.ts';
import {
  findFound,
  findOrCreateCreditor,
  type InvoiceHooks,
  setInvoice,
  supplierKey,
} from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { changedBy, removedBy } from '#server/platform/db/record.ts';
import { proposeBooking } from '../creation/booking.rules.ts';
import { numberKey, valuesOf } from '../creation/invoice.rules.ts';
import { insertLines, lockCreation } from '../creation/creation.repository.ts';
import { StatusNumber, TurnNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

const decided = [TurnNumber.approved, TurnNumber.rejected];

interface Key {
  readonly companyId: string;
  readonly documentId: string;
}

/** What happens to an invoice when the recognition of its document changes (§D2). */
export const invoiceHooks: InvoiceHooks = {
  async stageOf(tx, key) {
    await lockCreation(tx, key.companyId);
    const found = await current(tx, key);
    if (!found) return 'none';
    return found.status < StatusNumber.ReadyForProcessing && !found.isDecided ? 'open' : 'settled';
  },

  async withdraw(tx, ctx, key) {
    const found = await current(tx, key);
    if (!found) return;
    await tx
      .updateTable('invoices')
      .set({ ...removedBy(ctx), ...changedBy(ctx) })
      .where('company_id', '=', key.companyId)
      .where('id', '=', found.id)
      .execute();
    await told(tx, ctx, key, found.id, 'withdraw');
  },

  async restore(tx, ctx, key) {
    const { rows } = await sql<{ id: string }>`
      update invoices set deleted_at = null, deleted_by = null, updated_at = ${ctx.now().toISOString()}::timestamptz,
        updated_by = ${ctx.caller.userId}::uuid, row_version = row_version + 1
      where company_id = ${key.companyId}::uuid and id = (select d.invoice_id from documents d
          where d.company_id = ${key.companyId}::uuid and d.id = ${key.documentId}::uuid)
        and deleted_at is not null
      returning id`.execute(tx);
    const [back] = rows;
    if (!back) return false;
    await told(tx, ctx, key, back.id, 'restore');
    return true;
  },

  async update(tx, ctx, key) {
    const present = await current(tx, key);
    const found = await findFound(tx, key);
    const values = found && valuesOf(found);
    if (!present || !found || !values) return;
    const creditor = await findOrCreateCreditor(tx, key.companyId, values.supplier, ctx.now());
    const after = {
      administration_id: found.administrationId,
      creditor_id: creditor?.id ?? null,
      creditor_name: values.supplier.name || (creditor?.name ?? ''),
      supplier_key: supplierKey(values.supplier),
      invoice_number: values.invoiceNumber,
      invoice_number_key: numberKey(values.invoiceNumber),
      invoice_date: values.invoiceDate,
      due_date: values.dueDate,
      currency: values.currency,
      total_in_cents: values.totalInCents,
      excl_in_cents: values.exclInCents,
      vat_in_cents: values.vatInCents,
      iban: values.iban,
      payment_reference: values.paymentReference,
    };
    await tx
      .updateTable('invoices')
      .set({ ...after, ...changedBy(ctx) })
      .where('company_id', '=', key.companyId)
      .where('id', '=', present.id)
      .execute();
    await rebook(tx, key, present.id, found, values);
    await setInvoice(tx, key.companyId, key.documentId, present.id, creditor?.id ?? null);
    await told(tx, ctx, key, present.id, 'update', {
      before: { invoiceNumber: present.invoiceNumber, totalAmount: present.totalInCents },
      after: { invoiceNumber: values.invoiceNumber, totalAmount: values.totalInCents },
    });
  },
};

async function current(tx: Tx, { companyId, documentId }: Key) {
  return tx
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .where('document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'status',
      'invoice_number as invoiceNumber',
      'total_in_cents as totalInCents',
      sql<boolean>`exists (select from invoice_approvals a where a.company_id = invoices.company_id
        and a.invoice_id = invoices.id and a.state = any(${decided}::smallint[]))`.as('isDecided'),
    ])
    .forUpdate()
    .executeTakeFirst();
}

// The proposal was made from the values: other values, another proposal.
async function rebook(
  tx: Tx,
  { companyId }: Key,
  invoiceId: string,
  found: NonNullable<Awaited<ReturnType<typeof findFound>>>,
  values: NonNullable<ReturnType<typeof valuesOf>>,
): Promise<void> {
  const reference = `${values.supplier.name} ${values.invoiceNumber}`.trim();
  await tx
    .deleteFrom('invoice_lines')
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', invoiceId)
    .execute();
  const proposal = proposeBooking({
    ...values,
    description: values.description || reference,
    reference,
    lines: found.lines,
  });
  await insertLines(tx, companyId, invoiceId, proposal);
}

async function told(
  tx: Tx,
  ctx: Context,
  { companyId }: Key,
  id: string,
  verb: string,
  change: { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> } = {},
): Promise<void> {
  await recordChange(tx, ctx, { entity: invoices.permission, entityId: id, companyId, verb, ...change });
  await ctx.events.publish(tx, { resource: invoices.path, companyId, id });
}
