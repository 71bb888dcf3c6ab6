import type { Generated } from 'kysely';

interface AnnotationTable {
  company_id: string;
  id: string;
  owner_kind: string;
  entity_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  created_by_name: string;
  deleted_at: string | null;
  deleted_by: string | null;
}

interface NotesTable extends AnnotationTable {
  description: string;
}

interface AttachmentsTable extends AnnotationTable {
  name: string;
  sha256: string;
  mime: string;
  bytes: number;
  /** Made by another record, and deleted with it only. */
  is_fixed: Generated<boolean>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    notes: NotesTable;
    attachments: AttachmentsTable;
  }
}
