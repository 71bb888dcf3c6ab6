import type { Placement } from '#server/platform/db/distribute.ts';
import type { Tables } from '#server/platform/db/schema.ts';

/** The tables that no code reads by their types. */
type OtherTable = 'schema_migrations' | 'work_order_counts';

/** Where the rows of every table live when the database is spread (decision 0075): one without an entry does not compile, and one unknown to the database fails a test. */
export const placements: Readonly<Record<keyof Tables | OtherTable, Placement>> = {
  // platform
  schema_migrations: 'local',
  demo_parts: 'local',
  history: 'distributed',
  counters: 'distributed',
  idempotency_keys: 'local',
  company_idempotency_keys: 'distributed',

  // identity
  oidc_state: 'local',
  signing_keys: 'local',
  credentials: 'local',
  identities: 'local',
  login_attempts: 'local',
  unknown_sign_ins: 'local',
  sign_in_links: 'local',
  sign_in_invitations: 'local',
  sign_in_events: 'distributed',

  // core
  companies: 'reference',
  users: 'reference',
  user_permissions: 'reference',
  groups: 'reference',
  group_users: 'reference',
  group_permissions: 'reference',
  modules: 'reference',
  company_modules: 'reference',
  administrations: 'distributed',
  customer_relations: 'distributed',
  contact_persons: 'distributed',
  saved_views: 'distributed',

  // annotations
  notes: 'distributed',
  attachments: 'distributed',

  // documents
  documents: 'distributed',
  document_pages: 'distributed',
  document_fields: 'distributed',
  document_lines: 'distributed',
  document_files: 'distributed',
  document_rejections: 'distributed',
  document_locks: 'distributed',
  document_batches: 'distributed',
  document_retries: 'distributed',
  document_retry_items: 'distributed',
  creditors: 'distributed',
  intake_mails: 'distributed',
  intake_log: 'distributed',
  intake_mailboxes: 'distributed',
  intake_receipts: 'distributed',
  usage_events: 'distributed',
  usage_days: 'distributed',
  // General ones have no company and read the documents of all.
  triggers: 'reference',

  // invoicing
  invoices: 'distributed',
  invoice_lines: 'distributed',
  invoice_approvals: 'distributed',
  invoice_exports: 'distributed',
  approval_flows: 'distributed',
  approval_flow_versions: 'distributed',
  approver_absences: 'distributed',
  invoice_comments: 'distributed',
  invoice_warnings: 'distributed',
  warning_settings: 'distributed',
  creditor_numbers: 'distributed',
  creditor_merges: 'distributed',
  creditor_accounts: 'distributed',
  creditor_account_events: 'distributed',
  invoice_payments: 'distributed',
  invoice_vat_lines: 'distributed',
  chart_entries: 'distributed',
  vat_codes: 'distributed',
  vat_code_rates: 'distributed',
  booking_periods: 'distributed',
  chart_imports: 'distributed',
  imported_bookings: 'distributed',
  delivery_settings: 'distributed',
  delivery_mappings: 'distributed',
  deliveries: 'distributed',
  delivery_invoices: 'distributed',
  delivery_attempts: 'distributed',
  paying_accounts: 'distributed',
  payment_files: 'distributed',
  payment_file_parts: 'distributed',

  // releases
  builds: 'reference',
  releases: 'reference',
  release_settings: 'reference',
  release_companies: 'reference',
  release_users: 'reference',
  update_keys: 'distributed',
  installations: 'distributed',
  installation_versions: 'distributed',
  release_offers: 'distributed',
  release_failures: 'distributed',

  // billing
  price_agreements: 'reference',
  billing_settings: 'reference',
  billing_runs: 'reference',
  final_runs: 'reference',
  customer_settings: 'distributed',
  customer_agreements: 'distributed',
  draft_invoices: 'distributed',
  billing_invoices: 'distributed',
  billing_final_days: 'distributed',
  one_off_lines: 'distributed',
  billing_papers: 'distributed',
  billing_invoice_states: 'distributed',
  billing_credits: 'distributed',
  // Unique over all companies, which only the coordinator can see to.
  billing_numbers: 'local',
  billing_series: 'local',

  // workorders
  work_orders: 'distributed',
  work_order_contacts: 'distributed',
  work_order_users: 'distributed',
  work_order_search: 'distributed',
  work_order_counts: 'distributed',
  order_lines: 'distributed',
  order_times: 'distributed',
  order_timers: 'distributed',
  offer_settings: 'distributed',
  offers: 'distributed',
  offer_lines: 'distributed',
  offer_links: 'distributed',

  // carpetline
  semi_finishes: 'distributed',
  carpet_color_photos: 'distributed',
  carpet_orders: 'distributed',
  carpet_order_lines: 'distributed',
  carpet_order_steps: 'distributed',
  carpet_closing_days: 'distributed',
  carpet_drawings: 'distributed',
  user_customer_relations: 'distributed',
  carpet_portal_groups: 'reference',
  carpet_mail_opt_outs: 'local',
};
