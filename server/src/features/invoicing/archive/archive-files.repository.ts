import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { archiveFiles, archiveFileStates } from '#contract/invoicing/archive.ts';
import type { Language } from '#contract/problem.ts';
import { withinAdministrations } from '#server/features/core/index.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import './archive.tables.ts';

/** Which file. */
export interface ArchiveFileKey {
  readonly companyId: string;
  readonly fileId: string;
}

const number = (state: (typeof archiveFileStates)[number]) => archiveFileStates.indexOf(state);
const unfinished = [number('waiting'), number('running')];

const administration = sql<{ id: string; name: string } | null>`(
  select json_build_object('id', a.id, 'name', a.name) from administrations a
  where a.company_id = archive_files.company_id and a.id = archive_files.administration_id)`;

export const { list, findById } = recordReaders(
  { ...archiveFiles, record: archiveFiles.record.extend({ fileSha256: z.string().nullable() }) },
  {
    table: 'archive_files',
    rows: (db, scope) =>
      db
        .selectFrom('archive_files')
        .where(within(scope, 'archive_files.company_id'))
        // Who is narrowed sees files of theirs, and those that they ordered.
        .where(
          sql<SqlBool>`(${withinAdministrations(scope, 'archive_files.administration_id')}
            or archive_files.created_by = ${scope.userId})`,
        ),
    columns: {
      state: nameAt(archiveFileStates, 'archive_files.state'),
      administration: () => administration,
      finishedAt: { nullable: true },
    },
    search: ['archive_files.filename'],
  },
);

/** What a file is to have. */
export interface Wanted {
  readonly companyId: string;
  readonly administrationId: string | null;
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

export async function insert(tx: Tx, ctx: Context, wanted: Wanted): Promise<string> {
  const id = newId(ctx.now().getTime());
  const at = ctx.now().toISOString();
  await tx
    .insertInto('archive_files')
    .values({
      company_id: wanted.companyId,
      id,
      administration_id: wanted.administrationId,
      from_day: wanted.from,
      to_day: wanted.to,
      language: ctx.language,
      invoice_count: wanted.count,
      file_sha256: null,
      error: null,
      created_at: at,
      updated_at: at,
      created_by: ctx.caller.userId,
      created_by_name: ctx.caller.name,
      finished_at: null,
    })
    .execute();
  return id;
}

/** Takes a file that waits or was interrupted; undefined when it is done. */
export async function take(db: Db, { companyId, fileId }: ArchiveFileKey, at: Date) {
  return db
    .updateTable('archive_files')
    .set({ state: number('running'), done_count: 0, updated_at: at.toISOString() })
    .where('company_id', '=', companyId)
    .where('id', '=', fileId)
    .where('state', 'in', unfinished)
    .returning([
      'administration_id as administrationId',
      'from_day as from',
      'to_day as to',
      sql<Language>`language`.as('language'),
      'created_by as userId',
    ])
    .executeTakeFirst();
}

/** Says how far it is. */
export async function progress(db: Db, { companyId, fileId }: ArchiveFileKey, done: number, at: Date) {
  await db
    .updateTable('archive_files')
    .set({ done_count: done, updated_at: at.toISOString() })
    .where('company_id', '=', companyId)
    .where('id', '=', fileId)
    .where('state', '=', number('running'))
    .execute();
}

/** Ends it with its file, or with the reason why there is none. */
export async function finish(
  tx: Tx,
  { companyId, fileId }: ArchiveFileKey,
  end:
    | { readonly sha256: string; readonly bytes: number; readonly filename: string; readonly count: number }
    | { readonly error: string },
  at: Date,
): Promise<void> {
  const finished_at = at.toISOString();
  await tx
    .updateTable('archive_files')
    .set(
      'error' in end
        ? { state: number('failed'), error: end.error, finished_at }
        : {
            state: number('done'),
            file_sha256: end.sha256,
            bytes: end.bytes,
            filename: end.filename,
            invoice_count: end.count,
            done_count: end.count,
            finished_at,
          },
    )
    .where('company_id', '=', companyId)
    .where('id', '=', fileId)
    .where('state', 'in', unfinished)
    .execute();
}

/** Those whose job was lost: without a sign of life for a while. */
export function listStuck(db: Db, before: Date): Promise<ArchiveFileKey[]> {
  return db
    .selectFrom('archive_files')
    .where('state', 'in', unfinished)
    .where('updated_at', '<', before.toISOString())
    .select(['company_id as companyId', 'id as fileId'])
    .execute();
}

/** Lets go of files that are ready since before a moment: the sweep removes their bytes. */
export async function removeOld(db: Db, before: Date): Promise<void> {
  const old = await db
    .selectFrom('archive_files')
    .where('file_sha256', 'is not', null)
    .where('finished_at', '<', before.toISOString())
    .select(['company_id as companyId', 'id'])
    .execute();
  for (const { companyId, id } of old)
    await db
      .updateTable('archive_files')
      .set({ state: number('removed'), file_sha256: null })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
}
