import type { AuditColumns } from '#server/platform/db/schema.ts';
import type { Generated } from 'kysely';

interface TriggersTable extends AuditColumns {
  id: string;
  company_id: string | null;
  naam: string;
  keywords: string;
  factuurnummer: string;
  factuurdatum: string;
  totaalbedrag: string;
  creditmodifier: string;
  is_pdf: Generated<boolean>;
  crediteur: Generated<string>;
  valuta: Generated<string>;
  decimaalteken: Generated<string>;
  datumvolgorde: Generated<string>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    triggers: TriggersTable;
  }
}
