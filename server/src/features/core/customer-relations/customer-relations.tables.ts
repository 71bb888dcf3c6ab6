import type { Generated, GeneratedAlways } from 'kysely';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface CustomerRelationsTable extends AuditColumns {
  company_id: string;
  id: string;
  tag: string;
  name: string;
  street: string;
  city: string;
  zip_code: string;
  post_box: string;
  country: Generated<string>;
  email: string;
  phone: string;
  website_url: string;
  kvk_number: string;
  oin: Generated<string>;
  vat_id: string;
  iban: string;
  search_text: GeneratedAlways<string>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    customer_relations: CustomerRelationsTable;
  }
}
