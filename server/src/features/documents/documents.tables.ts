import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AuditColumns } from '#server/platform/db/schema.ts';
import type { RecognisedVatRate } from '#server/recognition/index.ts';

/** Where a supplier is, as an electronic invoice says it; empty where it does not. */
export interface SupplierPlace {
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  readonly country: string;
}

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
  edited_by_customer: Generated<boolean>;
  has_edited_lines: Generated<boolean>;
  invoice_id: string | null;
  is_duplicate: Generated<boolean>;
  question: Generated<string>;
  question_at: Generated<string | null>;
  question_by: Generated<string>;
  trigger_id: Generated<string | null>;
  creditor_id: Generated<string | null>;
  is_correct: Generated<boolean | null>;
  verdict_at: Generated<string | null>;
  verdict_by: Generated<string | null>;
  was_corrected: Generated<boolean>;
  skips_validation: Generated<boolean>;
  was_rejected: Generated<boolean>;
  reasons_before: Generated<string[]>;
  source_sha256: Generated<string>;
  source_mime: Generated<string>;
  source_filename: Generated<string>;
  mail_id: Generated<string | null>;
  batch_id: Generated<string | null>;
  retry_id: Generated<string | null>;
  split_before: Generated<number[] | null>;
  addressed_to: Generated<string | null>;
  supplier_place: ColumnType<SupplierPlace | null, string | null | undefined, string | null>;
  vat_rates: ColumnType<readonly RecognisedVatRate[] | null, string | null | undefined, string | null>;
  joined_into: Generated<string | null>;
  apart_from: Generated<string | null>;
  attached_files: Generated<string[]>;
}

/** Pages as they were read. */
export interface DocumentPagesTable {
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
  ocr_text: Generated<string | null>;
  ocr_words: Generated<Buffer | null>;
}

/** The stems of everything read on a page, by which it is found; `words` is a tsvector. */
interface PageSearchTable {
  company_id: string;
  document_id: string;
  number: number;
  words: string;
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
  positives_in_a_row: Generated<number>;
  is_name_confirmed: Generated<boolean>;
  street: Generated<string>;
  postal_code: Generated<string>;
  city: Generated<string>;
  country: Generated<string>;
  email: Generated<string>;
  blocked_at: Generated<string | null>;
  blocked_by: Generated<string | null>;
  block_reason: Generated<string>;
  merged_into: Generated<string | null>;
  row_version: Generated<number>;
  created_by: Generated<string | null>;
  updated_at: Generated<string>;
  updated_by: Generated<string | null>;
  deleted_at: Generated<string | null>;
  deleted_by: Generated<string | null>;
}

interface DocumentFilesTable {
  company_id: string;
  document_id: string;
  number: number;
  role: number;
  sha256: string;
  filename: string;
  mime: string;
  bytes: number;
  added_at: string;
  /** What the picture says where that differs from the data. */
  picture_total_in_cents: number | null;
}

interface DocumentRejectionsTable {
  company_id: string;
  document_id: string;
  rejected_at: string;
  property: string;
  value: string;
  is_named: boolean;
}

interface DocumentLocksTable {
  company_id: string;
  document_id: string;
  user_id: string;
  user_name: string;
  until: string;
}

interface DocumentBatchesTable {
  company_id: string;
  id: string;
  user_id: string;
  created_at: string;
}

interface DocumentRetriesTable {
  company_id: string;
  id: string;
  scope: string;
  document_count: number;
  started_at: string;
  started_by: string;
  started_by_name: string;
}

interface DocumentRetryItemsTable {
  company_id: string;
  document_id: string;
  retry_id: string;
  state: number | null;
  reasons: Generated<string[]>;
  ended_at: string | null;
}

interface IntakeMailsTable {
  company_id: string;
  id: string;
  administration_id: string;
  mailbox: string;
  uid_validity: string;
  uid: number;
  message_id: string;
  fingerprint: string;
  sha256: string;
  bytes: number;
  sender: string;
  subject: string;
  received_at: string;
  taken_at: string;
}

interface IntakeLogTable {
  company_id: string;
  id: string;
  administration_id: string | null;
  source: string;
  received_at: string;
  mail_id: string | null;
  filename: string;
  archive: Generated<string>;
  bytes: number;
  document_id: string | null;
  reason: Generated<string>;
}

interface IntakeMailboxesTable {
  company_id: string;
  administration_id: string;
  sends_receipts: Generated<boolean>;
  senders: Generated<string[]>;
  mailbox: Generated<string>;
  uid_validity: Generated<string>;
  last_uid: Generated<number>;
  last_read_at: Generated<string | null>;
  last_verdict: Generated<string>;
}

interface IntakeReceiptsTable {
  company_id: string;
  administration_id: string;
  sender: string;
  sent_at: string;
}

interface UsageEventsTable {
  company_id: string;
  kind: string;
  subject_id: string;
  document_id: string;
  administration_id: string | null;
  at: string;
  /** The day of it in Amsterdam. */
  day: GeneratedAlways<string>;
  is_trial: Generated<boolean>;
  /** `duplicate` or `unprocessable`; empty when it counts. */
  mark: Generated<string>;
}

/** Sums of the uses of a day, kept by the database. */
interface UsageDaysTable {
  company_id: string;
  day: string;
  kind: string;
  total: number;
  marked: number;
  trial: number;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    documents: DocumentsTable;
    document_pages: DocumentPagesTable;
    page_search: PageSearchTable;
    document_fields: DocumentFieldsTable;
    document_lines: DocumentLinesTable;
    document_files: DocumentFilesTable;
    creditors: CreditorsTable;
    document_rejections: DocumentRejectionsTable;
    document_locks: DocumentLocksTable;
    document_batches: DocumentBatchesTable;
    document_retries: DocumentRetriesTable;
    document_retry_items: DocumentRetryItemsTable;
    intake_mails: IntakeMailsTable;
    intake_log: IntakeLogTable;
    intake_mailboxes: IntakeMailboxesTable;
    intake_receipts: IntakeReceiptsTable;
    usage_events: UsageEventsTable;
    usage_days: UsageDaysTable;
  }
}
