import { sql } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import { type Db, executeLater, type Tx } from './database.ts';
import { listRows, type ListSource } from './list-page.ts';
import { matchesNothing } from './list-sql.ts';

const unlimited = sql`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;

/**
 * Lifts the timeouts of requests for one transaction that only reads: it waits for its client between two chunks, and
 * blocks nothing but its connection.
 */
export async function withoutTimeouts(tx: Tx): Promise<void> {
  await executeLater(tx, unlimited);
}

const rowsPerFetch = 500;
// As many as one sheet takes, with some rows to spare for heads.
const maxRows = 1_000_000;

/**
 * All rows of a list, in its order, through a cursor: one moment of the database, a few hundred rows in memory. A
 * connection is in use until the last row was read or the loop is left, so never leave one half read. It ends after a
 * million rows.
 */
export async function* streamList<DB, TB extends keyof DB, Row>(
  db: Db,
  query: ListQuery,
  source: ListSource<DB, TB, Row>,
): AsyncGenerator<Row> {
  if (matchesNothing(query.filter, source.columns)) return;
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await withoutTimeouts(transaction);
    await sql`declare export_rows no scroll cursor for ${listRows(query, source).limit(maxRows)}`.execute(
      transaction,
    );
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(rowsPerFetch)} from export_rows`.execute(transaction);
      yield* rows;
      if (rows.length < rowsPerFetch) return;
    }
  } finally {
    await transaction.rollback().execute();
  }
}
