import type { Generated } from 'kysely';

interface DeliverySettingsTable {
  company_id: string;
  administration_id: string;
  is_automatic: Generated<boolean>;
  taken_from: string | null;
  pace: Generated<number>;
  target: Generated<string>;
  target_settings: Generated<unknown>;
  target_secret: Generated<string | null>;
  webhook_secret: Generated<string | null>;
  wait_seconds: Generated<number>;
  max_tries: Generated<number>;
  awaits_receipt: Generated<boolean>;
  requires_mapping: Generated<boolean>;
  row_version: Generated<number>;
  updated_at: Generated<string>;
  updated_by: string | null;
}

interface DeliveryMappingsTable {
  company_id: string;
  administration_id: string;
  kind: string;
  ours: string;
  theirs: string;
}

interface DeliveriesTable {
  company_id: string;
  id: string;
  administration_id: string;
  coupling: string;
  replaces: string | null;
  version: Generated<number>;
  key: string;
  state: Generated<number>;
  target: string;
  filename: Generated<string>;
  file_sha256: string | null;
  invoice_count: number;
  tries: Generated<number>;
  next_try_at: string | null;
  error: string | null;
  error_about: Generated<string>;
  error_about_id: Generated<string | null>;
  reason: Generated<string>;
  created_at: Generated<string>;
  created_by: string | null;
  created_by_name: Generated<string>;
  finished_at: string | null;
  row_version: Generated<number>;
}

interface DeliveryInvoicesTable {
  company_id: string;
  delivery_id: string;
  invoice_id: string;
  passed_on: Generated<number | null>;
  ubl_sha256: Generated<string | null>;
  verdict: Generated<number | null>;
  differences: Generated<unknown>;
}

interface DeliveryAttemptsTable {
  company_id: string;
  delivery_id: string;
  number: number;
  started_at: string;
  ended_at: string | null;
  outcome: Generated<number>;
  receipt: Generated<string>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    delivery_settings: DeliverySettingsTable;
    delivery_mappings: DeliveryMappingsTable;
    deliveries: DeliveriesTable;
    delivery_invoices: DeliveryInvoicesTable;
    delivery_attempts: DeliveryAttemptsTable;
  }
}
