interface DocumentExamplesTable {
  company_id: string;
  document_id: string;
  learnt_at: string;
  example: unknown;
}

interface ForgottenMemoryTable {
  company_id: string;
  creditor_id: string;
  property: string;
  forgotten_at: string;
  forgotten_by: string;
}

interface SharedLayoutsTable {
  id: string;
  company_id: string;
  creditor_id: string;
  kvk: string | null;
  vat_id: string | null;
  layout: unknown;
  shared_at: string;
  shared_by: string;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    document_examples: DocumentExamplesTable;
    forgotten_memory: ForgottenMemoryTable;
    shared_layouts: SharedLayoutsTable;
  }
}
