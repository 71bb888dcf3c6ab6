import type { GeneratedAlways } from 'kysely';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface ContactPersonsTable extends AuditColumns {
  company_id: string;
  id: string;
  customer_relation_id: string;
  first_name: string;
  last_name: string;
  function: string;
  landline: string;
  mobile: string;
  email: string;
  search_text: GeneratedAlways<string>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    contact_persons: ContactPersonsTable;
  }
}
