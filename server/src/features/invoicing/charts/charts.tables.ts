import type { Generated } from 'kysely';

interface ChartEntriesTable {
  company_id: string;
  administration_id: string;
  kind: number;
  number: string;
  name: string;
  is_open: Generated<boolean>;
  role: Generated<number>;
  import_id: string | null;
}

interface VatCodesTable {
  company_id: string;
  administration_id: string;
  code: string;
  name: string;
  kind: Generated<number>;
  deductible: Generated<number>;
  account_number: Generated<string>;
  due_account_number: Generated<string>;
  is_open: Generated<boolean>;
  is_confirmed: Generated<boolean>;
  import_id: string | null;
}

interface VatCodeRatesTable {
  company_id: string;
  administration_id: string;
  code: string;
  from_day: string;
  rate: number;
}

interface BookingPeriodsTable {
  company_id: string;
  administration_id: string;
  year: number;
  period: number;
  from_day: string;
  until_day: string;
  is_closed: Generated<boolean>;
}

interface ChartImportsTable {
  company_id: string;
  id: string;
  administration_id: string;
  format: string;
  filename: string;
  file_sha256: string;
  state: Generated<number>;
  progress: Generated<number>;
  counts: Generated<Readonly<Record<string, number>>>;
  error: string | null;
  error_about: Generated<string>;
  created_at: Generated<string>;
  created_by: string | null;
  created_by_name: string;
  finished_at: string | null;
}

interface ImportedBookingsTable {
  company_id: string;
  administration_id: string;
  source_key: string;
  import_id: string;
  creditor_number: Generated<string>;
  creditor_id: string | null;
  invoice_number: Generated<string>;
  booked_on: string;
  account_number: string;
  cost_center: Generated<string>;
  vat_code: Generated<string>;
  amount_in_cents: number;
  description: Generated<string>;
}

interface InvoiceVatLinesTable {
  company_id: string;
  invoice_id: string;
  line_number: number;
  rate: number;
  category: string;
  base_in_cents: number | null;
  vat_in_cents: number;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    chart_entries: ChartEntriesTable;
    vat_codes: VatCodesTable;
    vat_code_rates: VatCodeRatesTable;
    booking_periods: BookingPeriodsTable;
    chart_imports: ChartImportsTable;
    imported_bookings: ImportedBookingsTable;
    invoice_vat_lines: InvoiceVatLinesTable;
  }
}
