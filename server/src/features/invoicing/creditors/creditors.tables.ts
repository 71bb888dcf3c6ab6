import type { Generated } from 'kysely';

interface CreditorNumbersTable {
  company_id: string;
  administration_id: string;
  creditor_id: string;
  number: string;
  origin: Generated<number>;
}

interface CreditorMergesTable {
  company_id: string;
  id: string;
  creditor_id: string;
  into_id: string;
  moved: unknown;
  merged_at: string;
  merged_by: string;
  merged_by_name: string;
  undone_at: string | null;
  undone_by: string | null;
}

interface CreditorAccountsTable {
  company_id: string;
  id: string;
  creditor_id: string;
  iban: string;
  kind: Generated<number>;
  state: Generated<number>;
  first_invoice_id: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  created_by: string | null;
  updated_at: Generated<string>;
  updated_by: string | null;
}

interface CreditorAccountEventsTable {
  company_id: string;
  id: string;
  account_id: string;
  at: string;
  state: number;
  user_id: string | null;
  user_name: string;
  method: Generated<string>;
  reason: Generated<string>;
  invoice_id: string | null;
}

interface InvoicePaymentsTable {
  company_id: string;
  invoice_id: string;
  part: number;
  iban: string;
  amount_in_cents: number;
  kind: Generated<number>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    creditor_numbers: CreditorNumbersTable;
    creditor_merges: CreditorMergesTable;
    creditor_accounts: CreditorAccountsTable;
    creditor_account_events: CreditorAccountEventsTable;
    invoice_payments: InvoicePaymentsTable;
  }
}
