import { sql } from 'kysely';
import { type ServiceKeyKind, serviceAccounts } from '#contract/core/service-accounts.ts';
import type { Context } from '#server/platform/context.ts';
import { actorName } from '#server/platform/db/actor-name.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import './service-accounts.tables.ts';

export const uniqueFields = { service_accounts_name_taken: 'name' };

const utc = (moment: string) =>
  sql`to_char(${sql.ref(moment)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const keys = sql`coalesce((select json_agg(json_build_object('id', k.id, 'kind', k.kind, 'hint', k.hint,
    'createdAt', ${utc('k.created_at')}, 'createdBy', ${actorName('k.created_by')}, 'lastUsedAt', ${utc('k.last_used_at')},
    'expiresAt', ${utc('k.expires_at')}) order by k.created_at desc, k.id desc)
  from service_account_keys k where k.service_account_id = service_accounts.id), '[]'::json)`;

/** The programs of one company. */
export const { list, stream, findById } = recordReaders(serviceAccounts, {
  table: 'service_accounts',
  rows: rowsOf('service_accounts'),
  columns: {
    name: { natural: true, nullable: false },
    active: { sql: 'service_accounts.is_active', nullable: false },
    validUntil: { nullable: true },
    mayApprove: { nullable: false },
    permissions: 'service_accounts.permissions',
    administrationIds: sql`service_accounts.administration_ids::text[]`,
    keys,
    lastUsedAt: sql`(select max(k.last_used_at) from service_account_keys k where k.service_account_id = service_accounts.id)`,
  },
  search: ['service_accounts.name'],
});

/** Stores a key by its hash. */
export async function insertKey(
  tx: Tx,
  ctx: Context,
  serviceAccountId: string,
  key: { readonly kind: ServiceKeyKind; readonly hash: string; readonly hint: string },
): Promise<void> {
  await tx
    .insertInto('service_account_keys')
    .values({
      id: newId(ctx.now().getTime()),
      service_account_id: serviceAccountId,
      ...key,
      created_at: ctx.now().toISOString(),
      created_by: ctx.caller.userId,
      expires_at: null,
      last_used_at: null,
    })
    .execute();
}

/** Ends the keys of a kind at a moment, unless they end before it. */
export async function endKeysAt(tx: Tx, accountId: string, kind: ServiceKeyKind, at: Date): Promise<void> {
  await tx
    .updateTable('service_account_keys')
    .set({ expires_at: sql<string>`least(expires_at, ${at.toISOString()}::timestamptz)` })
    .where('service_account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute();
}

/** Deletes the keys of a kind that have ended. */
export async function forgetEndedKeys(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('service_account_keys')
    .where('service_account_id', '=', accountId)
    .where('expires_at', '<=', now.toISOString())
    .execute();
}

/** Deletes one key, or all keys, of an account. */
export async function removeKeys(tx: Tx, accountId: string, keyId?: string): Promise<void> {
  await tx
    .deleteFrom('service_account_keys')
    .where('service_account_id', '=', accountId)
    .$if(keyId !== undefined, (query) => query.where('id', '=', keyId ?? ''))
    .execute();
}

/** Those of these administrations that the company does not have. */
export async function unknownAdministrations(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id::text = any(${ids}::text[])`)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute();
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
