import { sql } from 'kysely';
import { lineKinds } from '#contract/invoicing/booking-rules.ts';
import type { Db } from '#server/platform/db/database.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import { StatusNumber } from '../state-numbers.ts';
import { type Evidence, maxEvidence } from './suggestions.rules.ts';
import '../charts/charts.tables.ts';
import '../invoicing.tables.ts';

/** Whose bookings are looked for. */
export interface EvidenceKey {
  readonly companyId: string;
  readonly administrationId: string | null;
  readonly creditorId: string | null;
  /** The invoice itself is no evidence. */
  readonly invoiceId: string;
}

/**
 * The last bookings of a creditor in an administration, the newest first: invoices that a person approved here, or
 * checked after a rule did, and those of imported audit files.
 */
export async function listEvidence(
  db: Db,
  { companyId, administrationId, creditorId, invoiceId }: EvidenceKey,
): Promise<Evidence[]> {
  if (creditorId === null || administrationId === null) return [];
  const costs = sql.lit(lineKinds.indexOf('costs'));
  const { rows } = await sql<Evidence>`
    (select coalesce(i.booking_date, i.invoice_date)::text as "bookedOn",
      json_build_object('id', i.id, 'documentId', i.document_number) as invoice,
      (select json_agg(json_build_object('account', l.ledger_number, 'costcenter', l.cost_center, 'vatCode', l.vat_code,
          'cents', l.debit_in_cents - l.credit_in_cents, 'description', l.description) order by l.line_number)
        from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id and l.kind = ${costs}) as lines
      from invoices i
      where i.company_id = ${companyId} and i.creditor_id = ${creditorId} and i.administration_id = ${administrationId}
        and i.status in (${sql.lit(StatusNumber.ReadyForProcessing)}, ${sql.lit(StatusNumber.Processed)})
        and i.deleted_at is null and i.id <> ${invoiceId}
        and not exists (select from touchless_results t where t.company_id = ${companyId} and t.invoice_id = i.id
          and t.approval_rule is not null and t.undone_at is null and t.checked_at is null)
        and exists (select from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id and l.kind = ${costs})
      order by 1 desc, i.id desc limit ${maxEvidence})
    union all
    (select b.booked_on::text, null, json_agg(json_build_object('account', b.account_number, 'costcenter', b.cost_center,
        'vatCode', b.vat_code, 'cents', b.amount_in_cents, 'description', b.description) order by b.source_key)
      from imported_bookings b
      where b.company_id = ${companyId} and b.administration_id = ${administrationId} and b.creditor_id = ${creditorId}
      group by b.booked_on, b.invoice_number, regexp_replace(b.source_key, '/[^/]*$', '')
      order by b.booked_on desc limit ${maxEvidence})`.execute(inOneCompany(db, companyId));
  return rows.toSorted((one, other) => other.bookedOn.localeCompare(one.bookedOn)).slice(0, maxEvidence);
}
