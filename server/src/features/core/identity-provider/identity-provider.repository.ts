import type { Db, Tx } from '#server/platform/db/database.ts';

/** The directory of a company as it is stored. */
export async function findProvider(db: Db, companyId: string) {
  return db
    .selectFrom('identity_providers')
    .where('company_id', '=', companyId)
    .select([
      'issuer',
      'client_id as clientId',
      'is_active as active',
      'acr_values as acrValues',
      'groups_claim as groupsClaim',
    ])
    .executeTakeFirst();
}

/** The domains that a company asked for. */
export async function listDomains(db: Db, companyId: string) {
  return db
    .selectFrom('identity_domains')
    .where('company_id', '=', companyId)
    .orderBy('domain')
    .select(['domain', 'proof', 'proven_at as provenAt', 'proven_by as provenBy'])
    .execute();
}

/** Stores the directory; without a secret the one of before stays. False: there is none of before. */
export async function saveProvider(
  tx: Tx,
  companyId: string,
  provider: {
    readonly issuer: string;
    readonly clientId: string;
    readonly active: boolean;
    readonly acrValues: readonly string[];
    readonly groupsClaim: string;
    readonly secret: Buffer | null;
    readonly at: Date;
  },
): Promise<boolean> {
  const row = {
    issuer: provider.issuer,
    client_id: provider.clientId,
    is_active: provider.active,
    acr_values: [...provider.acrValues],
    groups_claim: provider.groupsClaim,
    updated_at: provider.at.toISOString(),
  };
  if (provider.secret === null) {
    const { numUpdatedRows } = await tx
      .updateTable('identity_providers')
      .set(row)
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const whole = { ...row, client_secret_encrypted: provider.secret };
  await tx
    .insertInto('identity_providers')
    .values({ company_id: companyId, ...whole })
    .onConflict((on) => on.column('company_id').doUpdateSet(whole))
    .execute();
  return true;
}

/** Which value of the claim is which group here; groups that were deleted are left out. */
export async function listGroupValues(db: Db, companyId: string) {
  return db
    .selectFrom('identity_provider_groups as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .where('m.company_id', '=', companyId)
    .where('g.deleted_at', 'is', null)
    .orderBy('m.value')
    .orderBy('g.name')
    .select(['m.value', 'm.group_id as groupId', 'g.name as groupName'])
    .execute();
}

/** Puts what each value of the claim stands for in the place of what it did. */
export async function saveGroupValues(
  tx: Tx,
  companyId: string,
  groups: readonly { readonly value: string; readonly groupId: string }[],
): Promise<void> {
  await tx.deleteFrom('identity_provider_groups').where('company_id', '=', companyId).execute();
  if (groups.length === 0) return;
  await tx
    .insertInto('identity_provider_groups')
    .values(groups.map(({ value, groupId }) => ({ company_id: companyId, value, group_id: groupId })))
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function removeProvider(tx: Tx, companyId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_providers')
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function addDomain(tx: Tx, companyId: string, domain: string, proof: string): Promise<void> {
  await tx
    .insertInto('identity_domains')
    .values({ company_id: companyId, domain, proof, proven_at: null, proven_by: null })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function removeDomain(tx: Tx, companyId: string, domain: string): Promise<void> {
  await tx
    .deleteFrom('identity_domains')
    .where('company_id', '=', companyId)
    .where('domain', '=', domain)
    .execute();
}

/** Whether a company has proven a domain. */
export async function isProven(db: Db, domain: string): Promise<boolean> {
  const found = await db
    .selectFrom('identity_domains')
    .where('domain', '=', domain)
    .where('proven_at', 'is not', null)
    .select('domain')
    .executeTakeFirst();
  return found !== undefined;
}

/** Notes that a domain is the company's. */
export async function saveProof(
  tx: Tx,
  companyId: string,
  domain: string,
  proven: { readonly at: Date; readonly by: 'dns' | 'staff' },
): Promise<void> {
  await tx
    .updateTable('identity_domains')
    .set({ proven_at: proven.at.toISOString(), proven_by: proven.by })
    .where('company_id', '=', companyId)
    .where('domain', '=', domain)
    .execute();
}

/** Whether a company is the provider's own. */
export async function isProvidersOwn(db: Db, companyId: string): Promise<boolean> {
  const found = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .where('is_provider', '=', true)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
