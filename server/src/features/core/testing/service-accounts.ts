import type { ServiceKeyKind } from '#contract/core/service-accounts.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import {
  hashOfServiceKey,
  hintOfServiceKey,
  newServiceKey,
} from '../service-accounts/service-accounts.rules.ts';
import { buildCompany } from './factories.ts';
import '../service-accounts/service-accounts.tables.ts';

/** What a test says of a program. */
export interface ProgramSeed {
  readonly companyId?: string;
  readonly name?: string;
  readonly may?: readonly string[];
  readonly mayApprove?: boolean;
  readonly administrationIds?: readonly string[];
  readonly addresses?: readonly string[];
  readonly validUntil?: string;
  readonly isActive?: boolean;
}

let made = 0;

/** A service account with an API key. */
export async function buildProgram(
  db: Db,
  seed: ProgramSeed = {},
): Promise<{ id: string; companyId: string; key: string }> {
  made += 1;
  const companyId = seed.companyId ?? (await buildCompany(db)).id;
  const id = newId();
  await db
    .insertInto('service_accounts')
    .values({
      id,
      company_id: companyId,
      name: seed.name ?? `Koppeling ${made}`,
      permissions: [...(seed.may ?? [])],
      may_approve: seed.mayApprove ?? false,
      administration_ids: [...(seed.administrationIds ?? [])],
      addresses: [...(seed.addresses ?? [])],
      valid_until: seed.validUntil ?? null,
      is_active: seed.isActive ?? true,
      created_by: null,
      updated_by: null,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  return { id, companyId, key: await addKey(db, id) };
}

/** Another key of a service account, or a client secret. */
export async function addKey(
  db: Db,
  accountId: string,
  { kind = 'api-key', expiresAt = null }: { kind?: ServiceKeyKind; expiresAt?: string | null } = {},
): Promise<string> {
  const key = newServiceKey(kind);
  await db
    .insertInto('service_account_keys')
    .values({
      id: newId(),
      service_account_id: accountId,
      kind,
      hash: orNotFound(hashOfServiceKey(key)),
      hint: hintOfServiceKey(key),
      created_at: new Date().toISOString(),
      created_by: null,
      expires_at: expiresAt,
      last_used_at: null,
    })
    .execute();
  return key;
}
