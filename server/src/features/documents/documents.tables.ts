import type { Generated } from 'kysely';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface DocumentsTable extends AuditColumns {
  company_id: string;
  id: string;
  number: string;
  administration_id: string | null;
  sha256: string;
  filename: string;
  mime: string;
  bytes: number;
  source: string;
  state: number;
  reasons: string[];
  last_error: Generated<string>;
  tries: Generated<number>;
  page_count: Generated<number>;
  text_length: Generated<number>;
  engine_version: Generated<string>;
  is_credit: Generated<boolean>;
  is_edited: Generated<boolean>;
  invoice_id: string | null;
}

interface DocumentPagesTable {
  company_id: string;
  document_id: string;
  id: string;
  number: number;
  width_px: number;
  height_px: number;
  image_sha256: string;
  thumbnail_sha256: string;
  text_source: string;
  words: Buffer | null;
  text: string;
}

interface DocumentFieldsTable {
  company_id: string;
  document_id: string;
  property: string;
  rank: number;
  value: string;
  raw: string;
  known_id: string | null;
  confidence: number;
  method: string;
  reason: string;
  page: number | null;
  box: number[] | null;
}

interface DocumentLinesTable {
  company_id: string;
  document_id: string;
  line_number: number;
  description: string;
  quantity: number | null;
  unit_price_in_cents: number | null;
  amount_in_cents: number | null;
  vat_percent: number | null;
  page: number | null;
  box: number[] | null;
}

interface CreditorsTable {
  company_id: string;
  id: string;
  name: string;
  name_key: string;
  kvk: string | null;
  vat_id: string | null;
  iban: string | null;
  created_at: Generated<string>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    documents: DocumentsTable;
    document_pages: DocumentPagesTable;
    document_fields: DocumentFieldsTable;
    document_lines: DocumentLinesTable;
    creditors: CreditorsTable;
  }
}
