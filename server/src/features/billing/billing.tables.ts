import type { Generated } from 'kysely';
import type { AgreementType, BillingCycle, InvoiceType, SubscriptionType } from '#contract/billing/codes.ts';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface CustomerSettingsTable extends Omit<AuditColumns, 'deleted_at' | 'deleted_by'> {
  company_id: string;
  start_on: string | null;
  subscription: SubscriptionType;
}

interface AgreementColumns extends AuditColumns {
  id: string;
  name: string;
  kind: AgreementType;
  price_in_cents: number;
  is_variable: boolean;
  invoice_type: InvoiceType;
  cycle_in_months: BillingCycle;
  starts_on: string | null;
  ends_on: string | null;
}

interface CustomerAgreementsTable extends AgreementColumns {
  company_id: string;
  price_agreement_id: string;
  quantity: number;
}

interface BillingRunsTable extends Omit<AuditColumns, 'deleted_at' | 'deleted_by'> {
  id: string;
  period: string;
  from_on: string;
  to_on: string;
  state: Generated<number>;
  figures_version: Generated<number>;
  figures_done: Generated<number>;
  figures_total: Generated<number>;
  error: Generated<string>;
  created_by_name: string;
  company_ids: Generated<string[]>;
}

interface FinalRunsTable {
  id: string;
  period: string;
  from_on: string;
  to_on: string;
  snapshot: string;
  hash: string;
  left_out: string[];
  finalised_at: string;
  finalised_by_name: string;
}

interface OneOffLinesTable extends AuditColumns {
  company_id: string;
  id: string;
  description: string;
  quantity: number;
  price_in_cents: number;
  on_day: string;
  invoice_id: string | null;
}

interface BillingFinalDaysTable {
  company_id: string;
  from_on: string;
  to_on: string;
  run_id: string;
}

interface DraftInvoicesTable {
  company_id: string;
  id: string;
  run_id: string;
  name: string;
  fm_customer_id: number;
  /** JSON text on the way in. */
  buyer: string;
  missing: string[];
  lines: string;
  fixed_in_cents: number;
  variable_in_cents: number;
  total_in_cents: number;
  vat_in_cents: number;
}

interface BillingInvoicesTable extends DraftInvoicesTable {
  invoice_number: string;
  invoiced_on: string | null;
  due_on: string | null;
}

interface BillingPapersTable {
  company_id: string;
  invoice_id: string;
  run_id: string;
  pdf_sha256: string;
  ubl_sha256: string | null;
  made_at: string;
}

interface BillingInvoiceStatesTable {
  company_id: string;
  invoice_id: string;
  mail_state: Generated<number>;
  mail_id: string | null;
  mail_to: Generated<string>;
  mailed_at: string | null;
  paid_on: string | null;
}

interface BillingCreditsTable {
  company_id: string;
  id: string;
  invoice_id: string;
  run_id: string;
  credit_number: string;
  reason: string;
  /** JSON text on the way in. */
  lines: string;
  total_in_cents: number;
  vat_in_cents: number;
  credited_on: string;
  pdf_sha256: string;
  ubl_sha256: string | null;
  created_at: string;
  created_by: string | null;
  created_by_name: string;
}

interface BillingSettingsTable {
  is_only: Generated<boolean>;
  name: string;
  street: string;
  zip_code: string;
  city: string;
  kvk_number: string;
  vat_id: string;
  iban: string;
  email: string;
  phone: string;
  vat_rate: number;
  payment_days: number;
  row_version: Generated<number>;
  updated_at: string;
  updated_by: string | null;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    customer_settings: CustomerSettingsTable;
    price_agreements: AgreementColumns;
    customer_agreements: CustomerAgreementsTable;
    billing_runs: BillingRunsTable;
    final_runs: FinalRunsTable;
    draft_invoices: DraftInvoicesTable;
    one_off_lines: OneOffLinesTable;
    billing_final_days: BillingFinalDaysTable;
    billing_invoices: BillingInvoicesTable;
    billing_papers: BillingPapersTable;
    billing_invoice_states: BillingInvoiceStatesTable;
    billing_credits: BillingCreditsTable;
    billing_settings: BillingSettingsTable;
    /** Every number that was given to an invoice or a credit, over all companies. */
    billing_numbers: { number: string; company_id: string; given_at: Generated<string> };
    /** The last of them in each year. */
    billing_series: { year: string; value: number };
  }
}
