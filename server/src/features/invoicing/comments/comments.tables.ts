import type { Generated } from 'kysely';

interface InvoiceCommentsTable {
  company_id: string;
  id: string;
  invoice_id: string;
  kind: Generated<number>;
  at: string;
  user_id: string | null;
  user_name: string;
  text: string;
  mentions: Generated<string[]>;
  answers: string | null;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    invoice_comments: InvoiceCommentsTable;
  }
}
