import type { Generated } from 'kysely';

interface ArchiveFilesTable {
  company_id: string;
  id: string;
  administration_id: string | null;
  from_day: string;
  to_day: string;
  language: string;
  state: Generated<number>;
  invoice_count: Generated<number>;
  done_count: Generated<number>;
  file_sha256: string | null;
  filename: Generated<string>;
  bytes: Generated<number>;
  error: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  created_by_name: Generated<string>;
  updated_at: Generated<string>;
  finished_at: string | null;
}

interface ArchiveChecksTable {
  company_id: string;
  began_at: string;
  after_document: string | null;
  is_done: Generated<boolean>;
  planned_count: number;
  checked_count: Generated<number>;
  seen_at: string | null;
  seen_count: Generated<number>;
  whole_at: string | null;
  updated_at: string;
}

interface DamagedOriginalsTable {
  company_id: string;
  document_id: string;
  file_sha256: string;
  filename: string;
  state: number;
  found_at: string;
  checked_at: string;
  mended_at: string | null;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    archive_files: ArchiveFilesTable;
    archive_checks: ArchiveChecksTable;
    damaged_originals: DamagedOriginalsTable;
  }
}
