import type { Generated } from 'kysely';

interface PayingAccountsTable {
  company_id: string;
  administration_id: string;
  iban: string;
  bic: Generated<string>;
  holder: string;
  is_confirmed: Generated<boolean>;
  confirmed_at: string | null;
  confirmed_by: string | null;
  confirmed_by_name: Generated<string>;
  is_on: Generated<boolean>;
  pays_from: string | null;
  row_version: Generated<number>;
  updated_at: Generated<string>;
  updated_by: string | null;
}

interface PaymentFilesTable {
  company_id: string;
  id: string;
  administration_id: string;
  number: string;
  state: Generated<number>;
  execution_day: string;
  payment_count: Generated<number>;
  total_in_cents: Generated<number>;
  filename: Generated<string>;
  file_sha256: string | null;
  prepared_at: string | null;
  prepared_by: string | null;
  prepared_by_name: Generated<string>;
  released_at: string | null;
  released_by: string | null;
  released_by_name: Generated<string>;
  cancelled_at: string | null;
  cancelled_by: string | null;
  reason: Generated<string>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  created_by: string | null;
  created_by_name: Generated<string>;
  updated_at: Generated<string>;
  updated_by: string | null;
}

interface PaymentFilePartsTable {
  company_id: string;
  payment_file_id: string;
  invoice_id: string;
  part: number;
  iban: string;
  amount_in_cents: number;
  reference: string;
  is_live: Generated<boolean>;
  kind: Generated<number>;
  is_structured: Generated<boolean>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    paying_accounts: PayingAccountsTable;
    payment_files: PaymentFilesTable;
    payment_file_parts: PaymentFilePartsTable;
  }
}
