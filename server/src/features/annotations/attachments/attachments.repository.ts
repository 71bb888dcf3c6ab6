import { attachments } from '#contract/annotations/annotations.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { belongsTo, childReaders, newChild, sharedColumns } from '../child-records.repository.ts';
import type { Owner } from '../owners.ts';

function attachmentsOf(db: Db, owner: Owner) {
  return db
    .selectFrom('attachments')
    .where(belongsTo('attachments', owner))
    .select([
      ...sharedColumns('attachments'),
      'attachments.name',
      'attachments.sha256',
      'attachments.mime as mimeType',
      'attachments.bytes as size',
      'attachments.is_fixed as isFixed',
    ]);
}

export const { list, findById } = childReaders({
  base: attachmentsOf,
  columns: listColumns(attachments.fields, {
    id: 'attachments.id',
    name: { sql: 'attachments.name', natural: true, nullable: false },
    mimeType: { sql: 'attachments.mime', nullable: false },
    size: { sql: 'attachments.bytes', nullable: false },
    'user/fullName': { sql: 'attachments.created_by_name', natural: true, nullable: false },
    createdAt: { sql: 'attachments.created_at', nullable: false },
  }),
  search: searchColumns(['attachments.name', 'attachments.created_by_name']),
});

/** A stored attachment. */
export type StoredAttachment = NonNullable<Awaited<ReturnType<typeof findById>>>;

/** The file of that name and those bytes that another record made, which a client may post again (§E5). */
export async function findFixed(db: Db, owner: Owner, { name, sha256 }: Pick<StoredFile, 'name' | 'sha256'>) {
  return attachmentsOf(db, owner)
    .where('attachments.is_fixed', '=', true)
    .where('attachments.name', '=', name)
    .where('attachments.sha256', '=', sha256)
    .executeTakeFirst();
}

/** Bytes that are stored already, as an attachment. */
export interface StoredFile {
  readonly name: string;
  readonly sha256: string;
  readonly mime: string;
  readonly bytes: number;
  /** Made by another record, and deleted with it only. */
  readonly isFixed?: boolean;
}

export async function insert(
  tx: Tx,
  ctx: Writer,
  owner: Owner,
  { isFixed = false, ...file }: StoredFile,
): Promise<string> {
  const row = { ...newChild(ctx, owner), ...file, is_fixed: isFixed };
  await tx.insertInto('attachments').values(row).execute();
  return row.id;
}
