import { sql } from 'kysely';
import type { WarningSeverity } from '#contract/invoicing/warnings.ts';
import { StateNumber } from '#server/features/documents/document-state.ts';
import type { Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { createInvoiceIn } from '../../creation/create-invoice.job.ts';
import { change } from '../../creditors/accounts.repository.ts';
import { AccountStateNumber, StatusNumber } from '../../state-numbers.ts';
import { checkWarnings } from '../../warnings/check-warnings.ts';
import type { RaisedWarning } from '../../warnings/warning.rules.ts';
import type { StreamInvoice } from './stream.ts';

/** What became of one invoice. */
export interface Scored extends StreamInvoice {
  readonly codes: readonly string[];
  /** The gravest; `none` without any. */
  readonly severity: WarningSeverity | 'none';
}

const by = { userId: newId(), name: 'Petra' };

/**
 * Lets invoices come in one by one, each as the worker makes it of a document that was read, and gives what was noticed.
 * Honest ones are processed; where a stop asks for it a person confirms the account. Frauds are taken out again.
 */
export async function runStream(
  services: Pick<Services, 'db' | 'events'>,
  companyId: string,
  {
    history,
    scored,
  }: { readonly history: readonly StreamInvoice[]; readonly scored: readonly StreamInvoice[] },
): Promise<Scored[]> {
  const results: Scored[] = [];
  await services.db.transaction().execute(async (tx) => {
    for (const invoice of history) await arrive(services, tx, companyId, invoice);
    await sql`update creditor_accounts set state = ${AccountStateNumber.imported} where company_id = ${companyId}`.execute(
      tx,
    );
    for (const invoice of scored) {
      const raised = await arrive(services, tx, companyId, invoice);
      const severity = raised[0]?.severity ?? 'none';
      results.push({ ...invoice, codes: raised.map(({ code }) => code), severity });
    }
  });
  return results;
}

async function arrive(
  { events }: Pick<Services, 'events'>,
  tx: Tx,
  companyId: string,
  invoice: StreamInvoice,
): Promise<readonly RaisedWarning[]> {
  const now = () => new Date(`${invoice.arrives}T09:00:00.000Z`);
  const documentId = await storeDocument(tx, companyId, invoice, now());
  await createInvoiceIn({ events, now }, tx, { companyId, documentId, by });
  const { rows } = await sql<{ id: string }>`select id from invoices
    where company_id = ${companyId} and document_id = ${documentId}`.execute(tx);
  const id = rows[0]?.id ?? '';
  const raised = await checkWarnings(tx, { now }, { companyId, id });
  if (invoice.kind === 'honest') {
    for (const { severity, details } of raised) {
      if (severity !== 'stop' || typeof details['accountId'] !== 'string') continue;
      const account = { companyId, id: details['accountId'] };
      await change(tx, { caller: by, now }, account, {
        state: 'confirmed',
        method: 'called',
        reason: 'Gebeld',
      });
    }
    await sql`update invoices set status = ${StatusNumber.Processed}
      where company_id = ${companyId} and id = ${id} and status = ${StatusNumber.Concept}`.execute(tx);
  } else {
    await sql`update invoices set deleted_at = ${now().toISOString()} where company_id = ${companyId} and id = ${id}`.execute(
      tx,
    );
  }
  return raised;
}

// What recognition leaves behind for an invoice: the document with its values and one line.
async function storeDocument(tx: Tx, companyId: string, invoice: StreamInvoice, at: Date): Promise<string> {
  const id = newId(at.getTime());
  const made = at.toISOString();
  await tx
    .insertInto('documents')
    .values({
      company_id: companyId,
      id,
      number: id,
      administration_id: null,
      sha256: id.replaceAll('-', '').padEnd(64, '0'),
      filename: 'factuur.pdf',
      mime: 'application/pdf',
      bytes: 1000,
      source: 'upload',
      state: StateNumber.Recognised,
      reasons: [],
      addressed_to: invoice.addressedTo,
      invoice_id: null,
      created_at: made,
      created_by: by.userId,
      updated_at: made,
      updated_by: by.userId,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  const values = {
    number: invoice.number,
    date: invoice.date,
    total: String(invoice.total),
    excl: String(invoice.excl),
    vat: String(invoice.vat),
    creditor: invoice.supplier,
    kvk: invoice.kvk,
    vatId: invoice.vatId,
    iban: invoice.iban,
    gAccount: invoice.gAccount,
  };
  const fields = Object.entries(values).flatMap(([property, value]) =>
    value === null ? [] : [{ property, value }],
  );
  await tx
    .insertInto('document_fields')
    .values(
      fields.map((field) => ({
        company_id: companyId,
        document_id: id,
        ...field,
        rank: 0,
        raw: field.value,
        known_id: null,
        confidence: 0.99,
        method: 'heuristic',
        reason: '',
        page: null,
        box: null,
      })),
    )
    .execute();
  await tx
    .insertInto('document_lines')
    .values({
      company_id: companyId,
      document_id: id,
      line_number: 1,
      description: 'Werkzaamheden',
      quantity: 1,
      unit_price_in_cents: invoice.excl,
      amount_in_cents: invoice.excl,
      vat_percent: invoice.vatPercent,
      page: null,
      box: null,
    })
    .execute();
  return id;
}

/** How many of each kind raised a warning or a stop. */
export function tally(
  results: readonly Scored[],
): Map<string, { readonly all: number; readonly found: number }> {
  const counts = new Map<string, { all: number; found: number }>();
  for (const { kind, severity } of results) {
    const { all, found } = counts.get(kind) ?? { all: 0, found: 0 };
    const isFound = severity === 'stop' || severity === 'warning';
    counts.set(kind, { all: all + 1, found: found + (isFound ? 1 : 0) });
  }
  return counts;
}
