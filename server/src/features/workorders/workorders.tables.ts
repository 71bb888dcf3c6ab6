import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { VatKind, VatRate } from '#contract/workorders/vat.ts';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface WorkOrdersTable extends AuditColumns {
  company_id: string;
  id: string;
  year: number;
  number: number;
  year_number: GeneratedAlways<string>;
  administration_id: string;
  customer_relation_id: string | null;
  invoice_number: Generated<string>;
  reference: string;
  printing_company: Generated<string>;
  diffuser: Generated<string>;
  publisher: Generated<string>;
  status: Generated<number>;
  first_test_date: Generated<string | null>;
  printing_company_date: Generated<string | null>;
  diffuser_date: Generated<string | null>;
  delivery_date: Generated<string | null>;
  number_of_offers_sent: Generated<number>;
  estimated_minutes: Generated<number | null>;
  discount_percentage: Generated<number | null>;
}

interface OrderLinesTable extends AuditColumns {
  company_id: string;
  id: string;
  work_order_id: string;
  position: number;
  description: string;
  edition: Generated<string>;
  size: Generated<string>;
  format: Generated<string>;
  printing: Generated<string>;
  material: Generated<string>;
  finish: Generated<string>;
  purchase_amount: Generated<number>;
  sales_amount: Generated<number>;
  quantity: Generated<number | null>;
  unit_amount: Generated<number | null>;
  discount_percentage: Generated<number | null>;
  vat: Generated<VatKind>;
  note: Generated<string>;
  custom_id: Generated<number | null>;
  is_accepted: Generated<boolean | null>;
}

interface OrderTimesTable extends AuditColumns {
  company_id: string;
  id: string;
  work_order_id: string;
  user_id: string;
  start_time: string;
  end_time: string;
  description: Generated<string>;
  duration_in_minutes: GeneratedAlways<number>;
}

interface OfferSettingsTable {
  company_id: string;
  name: string;
  street: string;
  zip_code: string;
  city: string;
  phone: string;
  email: string;
  website: string;
  kvk_number: string;
  vat_id: string;
  iban: string;
  vat_rate: number;
  vat_rates: JSONColumnType<VatRate[]>;
  valid_days: number;
  terms_nl: string;
  terms_en: string;
  row_version: Generated<number>;
  created_at: Generated<string>;
  created_by: string | null;
  updated_at: Generated<string>;
  updated_by: string | null;
}

interface OffersTable {
  company_id: string;
  id: string;
  work_order_id: string;
  count: number;
  name: string;
  language: string;
  valid_until: string;
  introduction: string;
  terms: Generated<string | null>;
  customer_relation_id: string | null;
  vat_rate: number;
  discount_rate: Generated<number>;
  pdf_sha256: string;
  sent_at: string | null;
  sent_by: string | null;
  sent_to: Generated<string[]>;
  withdrawn_at: string | null;
  replaced_at: string | null;
  answer: string | null;
  answered_at: string | null;
  answered_by: Generated<string>;
  answered_from: Generated<string>;
  answered_email: Generated<string>;
  reason: Generated<string>;
  created_at: Generated<string>;
  created_by: string | null;
  created_by_name: string;
}

interface OfferLinesTable {
  company_id: string;
  offer_id: string;
  position: number;
  order_line_id: string;
  description: string;
  specification: string;
  sales_amount: number;
  vat: Generated<VatKind>;
  vat_rate: number | null;
  is_optional: boolean;
  choice: Generated<number | null>;
  is_accepted: boolean | null;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    work_orders: WorkOrdersTable;
    work_order_contacts: {
      company_id: string;
      work_order_id: string;
      contact_person_id: string;
      position: number;
    };
    work_order_users: {
      company_id: string;
      work_order_id: string;
      user_id: string;
      position: number;
    };
    work_order_search: {
      company_id: string;
      work_order_id: string;
      created_at: string;
      number: number;
      text: string;
    };
    order_lines: OrderLinesTable;
    order_times: OrderTimesTable;
    offer_settings: OfferSettingsTable;
    offers: OffersTable;
    offer_lines: OfferLinesTable;
    offer_links: {
      token_hash: string;
      company_id: string;
      offer_id: string;
      email: string;
      created_at: Generated<string>;
    };
    order_timers: { user_id: string; company_id: string; work_order_id: string; started_at: string };
  }
}
