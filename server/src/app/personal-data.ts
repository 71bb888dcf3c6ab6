import type { NamedColumn, PersonalTables } from '#server/features/core/index.ts';
import { placements } from './placement.ts';

/**
 * Columns that keep the name of a user beside their id: an erased person is called otherwise there (§A21). One that is
 * neither here nor in `keptNames` fails a test.
 */
const names: readonly NamedColumn[] = [
  ['invoices', 'decided_by', 'decided_by_name'],
  ['invoice_exports', 'created_by', 'created_by_name'],
  ['invoice_comments', 'user_id', 'user_name'],
  ['invoice_warnings', 'closed_by', 'closed_by_name'],
  ['invoice_supplier_mails', 'asked_by', 'asked_by_name'],
  ['approval_flow_versions', 'used_by', 'used_by_name'],
  ['creditor_merges', 'merged_by', 'merged_by_name'],
  ['chart_imports', 'created_by', 'created_by_name'],
  ['deliveries', 'created_by', 'created_by_name'],
  ['archive_files', 'created_by', 'created_by_name'],
  ['purchase_links', 'linked_by', 'linked_by_name'],
  ['touchless_rules', 'switched_by', 'switched_by_name'],
  ['touchless_rule_versions', 'made_by', 'made_by_name'],
  ['touchless_results', 'undone_by', 'undone_by_name'],
  ['touchless_results', 'checked_by', 'checked_by_name'],
  ['notes', 'created_by', 'created_by_name'],
  ['attachments', 'created_by', 'created_by_name'],
  ['offers', 'created_by', 'created_by_name'],
  ['document_locks', 'user_id', 'user_name'],
  ['document_retries', 'started_by', 'started_by_name'],
  ['carpet_orders', 'created_by', 'created_by_name'],
  ['carpet_order_steps', 'user_id', 'user_name'],
  ['billing_runs', 'created_by', 'created_by_name'],
];

/** Columns of which the name stays: who moved money, and changed where it goes, for as long as the bookkeeping is kept. */
export const keptNames: readonly NamedColumn[] = [
  ['billing_credits', 'created_by', 'created_by_name'],
  ['creditor_account_events', 'user_id', 'user_name'],
  ['paying_accounts', 'confirmed_by', 'confirmed_by_name'],
  ['payment_files', 'created_by', 'created_by_name'],
  ['payment_files', 'prepared_by', 'prepared_by_name'],
  ['payment_files', 'released_by', 'released_by_name'],
];

/** What all areas keep of people, for an export and to be erased. */
export const personalTables: PersonalTables = {
  names,
  // Answers to what they mailed went there.
  addresses: [['invoice_supplier_mails', 'asked_by', 'reply_to']],
  isSpread: (table) => placements[table] === 'distributed',
  rows: [
    {
      part: 'sessions',
      table: 'sign_in_sessions',
      user: 'user_id',
      columns: ['started_at', 'ip', 'user_agent', 'methods', 'second_factor_at'],
    },
    {
      part: 'signIns',
      table: 'sign_in_events',
      user: 'user_id',
      columns: ['at', 'kind', 'detail', 'ip', 'user_agent'],
    },
    {
      part: 'devices',
      table: 'sign_in_devices',
      user: 'user_id',
      columns: ['first_seen_at', 'last_seen_at', 'name', 'place'],
    },
    {
      part: 'passkeys',
      table: 'passkeys',
      user: 'user_id',
      columns: ['created_at', 'name', 'rp_id', 'last_used_at'],
    },
    { part: 'directories', table: 'identities', user: 'user_id', columns: ['bound_at', 'issuer', 'subject'] },
    {
      part: 'history',
      table: 'history',
      user: 'user_id',
      columns: ['at', 'entity', 'entity_id', 'verb', 'company_id'],
    },
    {
      part: 'notes',
      table: 'notes',
      user: 'created_by',
      columns: ['created_at', 'owner_kind', 'entity_id', 'description'],
    },
    {
      part: 'attachments',
      table: 'attachments',
      user: 'created_by',
      columns: ['created_at', 'owner_kind', 'entity_id', 'name'],
    },
    { part: 'comments', table: 'invoice_comments', user: 'user_id', columns: ['at', 'invoice_id', 'text'] },
    {
      part: 'approvals',
      table: 'invoice_approvals',
      user: 'user_id',
      columns: ['decided_at', 'invoice_id', 'state', 'comment'],
    },
    {
      part: 'absences',
      table: 'approver_absences',
      user: 'user_id',
      columns: ['from_day', 'until_day', 'substitute_id'],
    },
    {
      part: 'hours',
      table: 'order_times',
      user: 'user_id',
      columns: ['start_time', 'end_time', 'work_order_id', 'description'],
    },
    { part: 'views', table: 'saved_views', user: 'user_id', columns: ['created_at', 'screen', 'name'] },
  ],
};
