import type { Generated } from 'kysely';

interface InvoiceSupplierMailsTable {
  company_id: string;
  id: string;
  invoice_id: string;
  state: Generated<number>;
  mail_to: string;
  subject: string;
  text: string;
  language: 'nl' | 'en';
  asked_by: string | null;
  asked_by_name: string;
  reply_to: string;
  asked_at: string;
  ended_at: string | null;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    invoice_supplier_mails: InvoiceSupplierMailsTable;
  }
}
