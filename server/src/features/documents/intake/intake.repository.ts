import { sql } from 'kysely';
import { documents, documentStates, type DocumentReason, type DocumentState } from '#contract/documents/documents.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { historyLines } from '#server/platform/db/history.ts';
import { isId } from '#server/platform/db/ids.ts';
import { type Slot, statement } from '#server/platform/db/statement.ts';
import '../documents.tables.ts';

/** A file that came in and was judged. */
export interface Arrival {
  readonly id: string;
  readonly filename: string;
  /** The zip that it came out of; else empty. */
  readonly archive: string;
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
  return isId(companyId) ? owner.first(db, { companyId }) : undefined;
}

const owner = statement((db, slot: Slot<'companyId'>) =>
  db
    .selectFrom('companies')
    .where('companies.id', '=', slot('companyId'))
    .where('companies.deleted_at', 'is', null)
    .select(
      sql<string[]>`array(select a.id::text from administrations a
        where a.company_id = companies.id and a.deleted_at is null order by a.id limit 2)`.as(
        'administrationIds',
      ),
    ),
);

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
 * Writes the documents with their numbers and their history in one statement that travels with the commit: the counter
 * of the company is held that long only.
 */
export async function insert(
  tx: Tx,
  ctx: Pick<Context, 'caller' | 'now'>,
  owner: Owner & { readonly period: string },
  arrivals: readonly Arrival[],
): Promise<void> {
  const files = arrivals.map((file, at) => ({
    ...file,
    position: at + 1,
    state: documentStates.indexOf(file.state),
  }));
  const lines = historyLines(
    ctx,
    arrivals.map(({ id, filename, state, reasons }) => ({
      entity: documents.permission,
      entityId: id,
      companyId: owner.companyId,
      verb: 'create',
      after: { filename, state, reasons },
    })),
  );
  await write.withNext(tx, {
    companyId: owner.companyId,
    administrationId: owner.administrationId,
    counter: `documents-${owner.period}`,
    start: `${owner.period}-`,
    count: String(files.length),
    files: JSON.stringify(files),
    lines: JSON.stringify(lines),
    at: ctx.now().toISOString(),
    by: ctx.caller.userId,
  });
}

type Written = 'companyId' | 'administrationId' | 'counter' | 'start' | 'count' | 'files' | 'lines' | 'at' | 'by';

const write = statement(
  (_db, slot: Slot<Written>) => sql`
    with numbered as (
      insert into counters (company_id, name, value)
      values (${slot('companyId')}::uuid, ${slot('counter')}, ${slot('count')}::bigint)
      on conflict (company_id, name) do update set value = counters.value + excluded.value
      returning value - ${slot('count')}::bigint as before
    ), file as (
      select f.*, (numbered.before + f.position)::text as number
      from numbered, jsonb_to_recordset(${slot('files')}::jsonb) as f
        (position integer, id uuid, filename text, sha256 text, mime text, bytes integer, state smallint, reasons text[])
    ), kept as (
      insert into documents (company_id, id, number, administration_id, sha256, filename, mime, bytes, source, state,
        reasons, created_at, created_by, updated_at, updated_by)
      select ${slot('companyId')}::uuid, id, ${slot('start')}::text || lpad(number, greatest(4, length(number)), '0'),
        ${slot('administrationId')}::uuid, sha256, filename, mime, bytes, 'upload', state,
        reasons, ${slot('at')}::timestamptz, ${slot('by')}::uuid, ${slot('at')}::timestamptz, ${slot('by')}::uuid
      from file
      returning id, number
    )
    insert into history (company_id, id, entity, entity_id, at, user_id, user_name, verb, changes)
    select l.company_id, l.id, l.entity, l.entity_id, l.at, l.user_id, l.user_name, l.verb,
      l.changes::jsonb || jsonb_build_object('documentId', jsonb_build_object('old', null, 'new', kept.number))
    from kept join jsonb_to_recordset(${slot('lines')}::jsonb) as l
      (company_id uuid, id uuid, entity text, entity_id uuid, at timestamptz, user_id uuid, user_name text, verb text, changes text)
      on l.entity_id = kept.id`,
);
