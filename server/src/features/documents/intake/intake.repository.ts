import { sql } from 'kysely';
import {
  documents,
  documentStates,
  type DocumentReason,
  type DocumentState,
} from '#contract/documents/documents.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, executeLater, type Tx } from '#server/platform/db/database.ts';
import { historyLines, recordEventsOf } from '#server/platform/db/history.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { type Slot, statement } from '#server/platform/db/statement.ts';
import { spreadOver } from '#server/platform/db/spread.ts';
import type { Limits } from './limits.ts';
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
  /** The pages that nobody read yet; absent for all of them. */
  readonly readsOnly?: readonly number[];
}

/** The company with its limits and the first two of its administrations, or undefined without such a company. */
export async function findOwner(
  db: Db,
  companyId: string,
): Promise<({ administrationIds: string[] } & Limits) | undefined> {
  return isId(companyId) ? owner.first(db, { companyId }) : undefined;
}

const owner = statement((db, slot: Slot<'companyId'>) =>
  db
    .selectFrom('companies')
    .where('companies.id', '=', slot('companyId'))
    .where('companies.deleted_at', 'is', null)
    .select([
      'documents_per_day as documentsPerDay',
      'pages_per_day as pagesPerDay',
      'storage_mb as storageMb',
      sql<string[]>`array(select a.id::text from administrations a
        where a.company_id = ${slot('companyId')} and a.deleted_at is null order by a.id limit 2)`.as(
        'administrationIds',
      ),
    ]),
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

/** Whose what comes in is, and how it came. */
export interface Owner {
  readonly companyId: string;
  readonly administrationId: string | null;
  readonly source: 'upload' | 'mail' | 'split';
  readonly mailId: string | null;
  readonly receivedAt: Date;
}

/**
 * Writes the documents with their numbers, their lines in the intake log and their history in one statement, sent with
 * the commit: so the counter of the company is locked for a short time only.
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
    log_id: newId(ctx.now().getTime()),
    reason: file.reasons[0] ?? '',
    state: documentStates.indexOf(file.state),
  }));
  const changes = arrivals.map(({ id, filename, state, reasons }) => ({
    entity: documents.permission,
    entityId: id,
    companyId: owner.companyId,
    verb: 'create',
    after: { filename, state, reasons },
  }));
  const lines = historyLines(ctx, changes);
  await recordEventsOf(tx, ctx, changes);
  if (spreadOver() > 0) return insertApart(tx, ctx, owner, { files, lines });
  await write.later(tx, {
    companyId: owner.companyId,
    administrationId: owner.administrationId,
    counter: `documents-${owner.period}`,
    start: `${owner.period}-`,
    count: String(files.length),
    files: JSON.stringify(files),
    lines: JSON.stringify(lines),
    at: ctx.now().toISOString(),
    by: ctx.caller.userId,
    source: owner.source,
    mailId: owner.mailId,
    receivedAt: owner.receivedAt.toISOString(),
  });
}

/** `insert` by a statement for each table, for a database that is spread (decision 0076): it takes none that writes several. */
async function insertApart(
  tx: Tx,
  ctx: Pick<Context, 'caller' | 'now'>,
  owner: Owner & { readonly period: string },
  {
    files,
    lines,
  }: {
    readonly files: readonly (Omit<Arrival, 'state'> & {
      readonly position: number;
      readonly log_id: string;
      readonly reason: string;
      readonly state: number;
    })[];
    readonly lines: ReturnType<typeof historyLines>;
  },
): Promise<void> {
  const { companyId, administrationId, mailId } = owner;
  const { rows } = await sql<{ before: number }>`
    insert into counters (company_id, name, value)
    values (${companyId}::uuid, ${`documents-${owner.period}`}, ${files.length}::bigint)
    on conflict (company_id, name) do update set value = counters.value + excluded.value
    returning value - ${files.length}::bigint as before`.execute(tx);
  const before = rows[0]?.before ?? 0;
  const numberOf = (position: number) => `${owner.period}-${String(before + position).padStart(4, '0')}`;
  const sourceOf = (archive: string) => (archive === '' ? owner.source : 'zip');
  const numbers = new Map(files.map(({ id, position }) => [id, numberOf(position)]));
  const at = ctx.now().toISOString();
  await executeLater(
    tx,
    tx.insertInto('documents').values(
      files.map(({ id, filename, archive, sha256, mime, bytes, state, reasons }) => ({
        company_id: companyId,
        id,
        number: numbers.get(id) ?? '',
        administration_id: administrationId,
        sha256,
        filename,
        mime,
        bytes,
        source: sourceOf(archive),
        mail_id: mailId,
        state,
        reasons: [...reasons],
        created_at: at,
        created_by: ctx.caller.userId,
        updated_at: at,
        updated_by: ctx.caller.userId,
      })),
    ),
  );
  await executeLater(
    tx,
    tx.insertInto('intake_log').values(
      files.map(({ id, log_id, filename, archive, bytes, reason }) => ({
        company_id: companyId,
        id: log_id,
        administration_id: administrationId,
        source: sourceOf(archive),
        received_at: owner.receivedAt.toISOString(),
        mail_id: mailId,
        filename,
        archive,
        bytes,
        document_id: id,
        reason,
      })),
    ),
  );
  const told = lines.map((line) => ({
    ...line,
    changes: sql<string>`${line.changes}::jsonb || ${JSON.stringify({ documentId: { old: null, new: numbers.get(line.entity_id) } })}::jsonb`,
  }));
  if (told.length > 0) await executeLater(tx, tx.insertInto('history').values(told));
}

type Written =
  | 'companyId'
  | 'administrationId'
  | 'counter'
  | 'start'
  | 'count'
  | 'files'
  | 'lines'
  | 'at'
  | 'by'
  | 'source'
  | 'mailId'
  | 'receivedAt';

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
        (position integer, id uuid, filename text, archive text, sha256 text, mime text, bytes integer, state smallint,
          reasons text[], log_id uuid, reason text)
    ), kept as (
      insert into documents (company_id, id, number, administration_id, sha256, filename, mime, bytes, source, mail_id, state,
        reasons, created_at, created_by, updated_at, updated_by)
      select ${slot('companyId')}::uuid, id, ${slot('start')}::text || lpad(number, greatest(4, length(number)), '0'),
        ${slot('administrationId')}::uuid, sha256, filename, mime, bytes,
        case when archive = '' then ${slot('source')} else 'zip' end, ${slot('mailId')}::uuid, state,
        reasons, ${slot('at')}::timestamptz, ${slot('by')}::uuid, ${slot('at')}::timestamptz, ${slot('by')}::uuid
      from file
      returning id, number
    ), logged as (
      insert into intake_log (company_id, id, administration_id, source, received_at, mail_id, filename, archive, bytes, document_id, reason)
      select ${slot('companyId')}::uuid, log_id, ${slot('administrationId')}::uuid,
        case when archive = '' then ${slot('source')} else 'zip' end, ${slot('receivedAt')}::timestamptz, ${slot('mailId')}::uuid,
        filename, archive, bytes, id, reason
      from file
    )
    insert into history (company_id, id, entity, entity_id, at, user_id, user_name, verb, changes)
    select l.company_id, l.id, l.entity, l.entity_id, l.at, l.user_id, l.user_name, l.verb,
      l.changes::jsonb || jsonb_build_object('documentId', jsonb_build_object('old', null, 'new', kept.number))
    from kept join jsonb_to_recordset(${slot('lines')}::jsonb) as l
      (company_id uuid, id uuid, entity text, entity_id uuid, at timestamptz, user_id uuid, user_name text, verb text, changes text)
      on l.entity_id = kept.id`,
);

/** A line of the intake log about what became no document: a file of a mail, or a mail as a whole. */
export interface LogLine {
  readonly filename: string;
  readonly archive: string;
  readonly bytes: number;
  readonly reason: string;
}

export async function insertLog(tx: Tx, from: Owner, lines: readonly LogLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insertInto('intake_log')
    .values(
      lines.map((line) => ({
        company_id: from.companyId,
        id: newId(from.receivedAt.getTime()),
        administration_id: from.administrationId,
        source: line.archive === '' ? from.source : 'zip',
        received_at: from.receivedAt.toISOString(),
        mail_id: from.mailId,
        filename: line.filename,
        archive: line.archive,
        bytes: line.bytes,
        document_id: null,
        reason: line.reason,
      })),
    )
    .execute();
}
