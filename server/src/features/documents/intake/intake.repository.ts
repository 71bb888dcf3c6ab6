import { sql } from 'kysely';
import { documentStates, type DocumentReason, type DocumentState } from '#contract/documents/documents.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import '../documents.tables.ts';

/** A file that came in and was judged. */
export interface Arrival {
  readonly id: string;
  readonly filename: string;
  /** Empty when nothing was kept. */
  readonly sha256: string;
  readonly mime: string;
  readonly bytes: number;
  readonly state: DocumentState;
  readonly reasons: readonly DocumentReason[];
}

/** The company with the first two of its administrations, or undefined without such a company. */
export async function findOwner(
  db: Db,
  companyId: string,
): Promise<{ administrationIds: string[] } | undefined> {
  if (!isId(companyId)) return undefined;
  return db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .where('companies.deleted_at', 'is', null)
    .select(
      sql<string[]>`array(select a.id::text from administrations a
        where a.company_id = companies.id and a.deleted_at is null order by a.id limit 2)`.as(
        'administrationIds',
      ),
    )
    .executeTakeFirst();
}

export async function hasAdministration(db: Db, companyId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const found = await db
    .selectFrom('administrations')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Writes the documents and their numbers in one statement, and gives the number by id. The counter is held until the
 * transaction ends.
 */
export async function insert(
  tx: Tx,
  ctx: Context,
  owner: { readonly companyId: string; readonly administrationId: string | null; readonly period: string },
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<string, string>> {
  const files = arrivals.map((file, at) => ({
    ...file,
    position: at + 1,
    state: documentStates.indexOf(file.state),
  }));
  const at = ctx.now().toISOString();
  const { rows } = await sql<{ id: string; number: string }>`
    with numbered as (
      insert into counters (company_id, name, value)
      values (${owner.companyId}::uuid, ${`documents-${owner.period}`}, ${files.length}::bigint)
      on conflict (company_id, name) do update set value = counters.value + excluded.value
      returning value - ${files.length}::bigint as before
    ), file as (
      select f.*, (numbered.before + f.position)::text as number
      from numbered, jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as f
        (position integer, id uuid, filename text, sha256 text, mime text, bytes integer, state smallint, reasons text[])
    )
    insert into documents (company_id, id, number, administration_id, sha256, filename, mime, bytes, source, state,
      reasons, created_at, created_by, updated_at, updated_by)
    select ${owner.companyId}::uuid, id, ${`${owner.period}-`}::text || lpad(number, greatest(4, length(number)), '0'),
      ${owner.administrationId}::uuid, sha256, filename, mime, bytes, 'upload', state,
      reasons, ${at}::timestamptz, ${ctx.caller.userId}::uuid, ${at}::timestamptz, ${ctx.caller.userId}::uuid
    from file
    returning id, number`.execute(tx);
  return new Map(rows.map(({ id, number }) => [id, number]));
}
