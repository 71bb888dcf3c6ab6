import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** A trigger, as a document names it. */
export interface TriggerOf {
  readonly id: string;
  readonly name: string;
  /** Its pattern for the invoice number. */
  readonly regex: string;
}

/** The trigger that recognised a document, also one that was deleted since; null without one. */
export async function findTriggerOf(db: Db, id: string | null): Promise<TriggerOf | null> {
  if (id === null) return null;
  const { rows } =
    await sql<TriggerOf>`select id, naam as name, factuurnummer as regex from triggers where id = ${id}::uuid`.execute(
      db,
    );
  return rows[0] ?? null;
}
