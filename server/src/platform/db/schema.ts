import type { Generated } from 'kysely';

/**
 * The tables of the database. Each slice adds its own beside its repository:
 *
 * @example
 * declare module '#server/platform/db/schema.ts' {
 *   interface Tables { groups: GroupsTable }
 * }
 */
export interface Tables {
  history: HistoryTable;
  counters: { company_id: string; name: string; value: number };
  idempotency_keys: IdempotencyKeysTable;
  /** Those of work on one company, where the database is spread (decision 0102). */
  company_idempotency_keys: IdempotencyKeysTable & { company_id: string };
}

interface HistoryTable {
  company_id: string;
  id: string;
  entity: string;
  entity_id: string;
  at: Generated<string>;
  user_id: string | null;
  user_name: string;
  verb: string;
  /** Old and new value by field, as JSON text. */
  changes: string;
}

interface IdempotencyKeysTable {
  user_id: string;
  path: string;
  key: string;
  body_hash: string | null;
  /** Null until the work that claimed the key is answered. */
  status: number | null;
  answer: string | null;
  /** What the committed transactions of the request returned, by number; see `KeyedWork`. */
  steps: Generated<unknown>;
  /** Of an answer that is a file, in base64; null is JSON. */
  media_type: Generated<string | null>;
  created_at: Generated<string>;
}

/** The columns of every record that people change: version, who and when, trash. */
export interface AuditColumns {
  row_version: Generated<number>;
  created_at: Generated<string>;
  created_by: string | null;
  updated_at: Generated<string>;
  updated_by: string | null;
  deleted_at: string | null;
  deleted_by: string | null;
}
