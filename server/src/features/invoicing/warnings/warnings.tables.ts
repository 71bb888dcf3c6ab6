import type { Generated } from 'kysely';

interface InvoiceWarningsTable {
  company_id: string;
  invoice_id: string;
  code: string;
  subject: Generated<string>;
  severity: number;
  details: Generated<Readonly<Record<string, unknown>>>;
  state: Generated<number>;
  raised_at: string;
  closed_at: string | null;
  closed_by: string | null;
  closed_by_name: Generated<string>;
  reason: Generated<string>;
}

interface WarningSettingsTable {
  company_id: string;
  code: string;
  is_on: boolean;
  updated_at: Generated<string>;
  updated_by: string | null;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    invoice_warnings: InvoiceWarningsTable;
    warning_settings: WarningSettingsTable;
  }
}
