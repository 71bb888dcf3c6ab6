import type { Generated, GeneratedAlways } from 'kysely';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface WorkOrdersTable extends AuditColumns {
  company_id: string;
  id: string;
  year: number;
  number: number;
  year_number: GeneratedAlways<string>;
  administration_id: string;
  customer_relation_id: string | null;
  invoice_number: string;
  reference: string;
  printing_company: string;
  diffuser: string;
  publisher: string;
  status: number;
  first_test_date: string | null;
  printing_company_date: string | null;
  diffuser_date: string | null;
  delivery_date: string | null;
  number_of_offers_sent: Generated<number>;
  estimated_minutes: number | null;
}

interface OrderLinesTable extends AuditColumns {
  company_id: string;
  id: string;
  work_order_id: string;
  position: number;
  description: string;
  edition: string;
  size: string;
  format: string;
  printing: string;
  material: string;
  finish: string;
  purchase_amount: number;
  sales_amount: number;
  note: string;
  custom_id: number | null;
}

interface OrderTimesTable extends AuditColumns {
  company_id: string;
  id: string;
  work_order_id: string;
  user_id: string;
  start_time: string;
  end_time: string;
  duration_in_minutes: GeneratedAlways<number>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    work_orders: WorkOrdersTable;
    work_order_contacts: {
      company_id: string;
      work_order_id: string;
      contact_person_id: string;
      position: number;
    };
    work_order_users: { company_id: string; work_order_id: string; user_id: string; position: number };
    order_lines: OrderLinesTable;
    order_times: OrderTimesTable;
    order_timers: { user_id: string; company_id: string; work_order_id: string; started_at: string };
  }
}
