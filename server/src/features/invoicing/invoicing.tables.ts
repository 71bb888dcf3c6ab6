import type { ColumnType, Generated } from 'kysely';
import type { FlowContent } from '#contract/invoicing/approval-flows.ts';
import type { LinkFacts } from './links/links.rules.ts';
import type { AuditColumns } from '#server/platform/db/schema.ts';
import './charts/charts.tables.ts';
import './comments/comments.tables.ts';
import './creditors/creditors.tables.ts';
import './deliveries/deliveries.tables.ts';
import './payments/payments.tables.ts';
import './warnings/warnings.tables.ts';

interface InvoicesTable extends AuditColumns {
  company_id: string;
  id: string;
  document_id: string;
  document_number: string;
  administration_id: string | null;
  creditor_id: string | null;
  creditor_name: string;
  supplier_key: string;
  invoice_number: string;
  invoice_number_key: string;
  has_turns: Generated<boolean>;
  invoice_date: string;
  due_date: string | null;
  description: Generated<string>;
  currency: string;
  total_in_cents: number;
  excl_in_cents: number | null;
  vat_in_cents: number | null;
  iban: string | null;
  kvk: Generated<string>;
  order_number: Generated<string>;
  payment_reference: string | null;
  status: Generated<number>;
  approval_state: Generated<number>;
  duplicate_of: string | null;
  comments: Generated<string>;
  comments_version: Generated<number>;
  decided_at: string | null;
  decided_by: string | null;
  decided_by_name: string | null;
  export_id: string | null;
  export_error: string | null;
  file_sha256: string;
  picture: string | null;
  round: Generated<number>;
  flow_version: Generated<number | null>;
  flow_rule: Generated<number | null>;
  journal: Generated<string>;
  booking_date: Generated<string | null>;
  book_year: Generated<number | null>;
  book_period: Generated<number | null>;
  is_real_estate: Generated<boolean>;
  payment_status: Generated<number>;
  warning_level: Generated<number>;
  booked_by: Generated<string[]>;
  search: ColumnType<string, never, never>;
}

interface InvoiceLinesTable {
  company_id: string;
  invoice_id: string;
  line_number: number;
  ledger_number: string;
  ledger_name: string;
  cost_center: Generated<string>;
  debit_in_cents: number;
  credit_in_cents: number;
  description: string;
  id: Generated<string>;
  kind: Generated<number>;
  cost_unit: Generated<string>;
  vat_code: Generated<string>;
  vat_rate: Generated<number | null>;
  period: Generated<string>;
  origin: Generated<number>;
  touched_by: Generated<string | null>;
  touched_at: Generated<string | null>;
}

interface InvoiceApprovalsTable {
  company_id: string;
  id: string;
  invoice_id: string;
  user_id: string;
  sequence: number;
  state: number;
  decided_at: string | null;
  on_behalf_of: string | null;
  comment: Generated<string>;
  round: Generated<number>;
  mode: Generated<number>;
  origin: Generated<number>;
  reason: Generated<string>;
  pending_since: Generated<string | null>;
  is_required: Generated<boolean>;
  mailed_at: Generated<string | null>;
}

interface ApprovalFlowsTable {
  company_id: string;
  draft: FlowContent | null;
  version: Generated<number>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  created_by: string | null;
  updated_at: Generated<string>;
  updated_by: string | null;
}

/** Rows are only added. */
interface ApprovalFlowVersionsTable {
  company_id: string;
  version: number;
  content: FlowContent;
  used_from: string;
  used_by: string | null;
  used_by_name: string;
}

interface ApproverAbsencesTable extends AuditColumns {
  company_id: string;
  id: string;
  user_id: string;
  substitute_id: string;
  from_day: string;
  until_day: string;
}

interface ApprovalSettingsTable {
  company_id: string;
  digest_hour: number | null;
  escalate_after: number | null;
  escalate_to: string | null;
  bulk_needs_opened: Generated<boolean>;
  mails_turns: Generated<boolean>;
  row_version: Generated<number>;
  updated_at: Generated<string>;
  updated_by: string | null;
}

interface InvoiceOpeningsTable {
  company_id: string;
  invoice_id: string;
  user_id: string;
  opened_at: string;
}

interface ApprovalLinksTable {
  company_id: string;
  id: string;
  invoice_id: string;
  user_id: string;
  facts: ColumnType<LinkFacts, string, never>;
  made_at: string;
  expires_at: string;
  used_at: string | null;
  used_verb: string | null;
}

interface InvoiceExportsTable {
  company_id: string;
  id: string;
  administration_id: string | null;
  format: string;
  state: Generated<number>;
  invoice_count: Generated<number>;
  file_sha256: string | null;
  filename: Generated<string>;
  error: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  created_by_name: string;
  finished_at: string | null;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    invoices: InvoicesTable;
    invoice_lines: InvoiceLinesTable;
    invoice_approvals: InvoiceApprovalsTable;
    invoice_exports: InvoiceExportsTable;
    approval_flows: ApprovalFlowsTable;
    approval_flow_versions: ApprovalFlowVersionsTable;
    approver_absences: ApproverAbsencesTable;
    approval_settings: ApprovalSettingsTable;
    invoice_openings: InvoiceOpeningsTable;
    approval_links: ApprovalLinksTable;
  }
}
