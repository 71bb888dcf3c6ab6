import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** What is taken away while rows go in, and how far putting it back is. */
export interface LiftedTables {
  readonly tables: readonly string[];
  /** Primary keys too: for rows that come in another order than their key. Nothing may refer to them. */
  readonly hasPrimaryKeys?: boolean;
}

/**
 * Takes away what the database would keep row by row while very many rows go in: indexes, and references to other tables.
 * The answer rebuilds the indexes and checks every reference. Needs the owner of the tables; whoever else asks for
 * their rows waits until the transaction ends.
 */
export async function liftIndexes(
  tx: Tx,
  { tables, hasPrimaryKeys = false }: LiftedTables,
): Promise<(onProgress: (text: string) => void) => Promise<void>> {
  const kinds = hasPrimaryKeys ? ['f', 'p'] : ['f'];
  const { rows: constraints } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype::text = any(${kinds}) and conrelid::regclass::text = any(${[...tables]})
    order by contype desc`.execute(tx);
  for (const { table, name } of constraints)
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(tx);
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid::regclass::text = any(${[...tables]}) and not indisprimary`.execute(tx);
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(tx);
  return async (onProgress) => {
    for (const { name, definition } of indexes) {
      await sql.raw(definition).execute(tx);
      onProgress(`index ${name}`);
    }
    for (const { table, name, definition } of constraints) {
      await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(tx);
      onProgress(`constraint ${name}`);
    }
  };
}
