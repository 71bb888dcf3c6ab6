import type { z } from 'zod';
import {
  maxServiceKeys,
  type serviceKeyMade,
  type serviceKeyMake,
  serviceAccounts,
} from '#contract/core/service-accounts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { insertRow, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { storedRecords } from '#server/platform/resource/stored-records.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import { granterOf } from '../rights/grants.service.ts';
import * as repository from './service-accounts.repository.ts';
import {
  accountProblems,
  hashOfServiceKey,
  hintOfServiceKey,
  newServiceKey,
} from './service-accounts.rules.ts';

type Account = Rec<typeof serviceAccounts>;
type AccountWrite = CreateBody<typeof serviceAccounts>;
type Company = Parents<typeof serviceAccounts>;

/** What making keys works with. */
export interface KeyParts {
  /** False where another service does the sign-in: nothing here gives tokens for client credentials then. */
  readonly hasTokenEndpoint: boolean;
}

const dayMs = 24 * 3_600_000;

// By the fields of the form; of a key only how it starts.
const records = storedRecords(serviceAccounts, 'service_accounts', repository.findById, {
  snapshot: ({
    name,
    active,
    validUntil,
    permissions,
    mayApprove,
    administrationIds,
    addresses,
    keys,
  }: Account) => ({
    name,
    active,
    validUntil,
    permissionIds: permissions,
    mayApprove,
    administrationIds,
    addresses,
    keys: keys.map(({ hint, expiresAt }) => (expiresAt === null ? hint : `${hint} (${expiresAt})`)),
  }),
});

export const serviceAccountsService: ResourceService<typeof serviceAccounts> = {
  list,
  find: (ctx, id, { companyId }) => repository.findById(ctx.db, ctx.scope, id, { companyId }),
  create,
  update,
  // It stays for the names of what it made; its keys end with it, for good.
  remove: (ctx, id, { companyId }) =>
    ctx.transaction((tx) => records.remove(tx, ctx, { companyId, id }, () => repository.removeKeys(tx, id))),
};

async function list(ctx: Context, query: ListQuery, { companyId }: Company) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return repository.list(ctx.db, ctx.scope, query, { companyId });
}

async function create(ctx: Context, body: AccountWrite, { companyId }: Company): Promise<Account> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCompany(tx, ctx.scope, companyId));
    const values = await valuesOf(tx, ctx, companyId, body, undefined);
    const id = await insertRow(
      tx,
      ctx,
      'service_accounts',
      { companyId, ...values },
      repository.uniqueFields,
    );
    return records.created(tx, ctx, { companyId, id });
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof serviceAccounts>,
  { companyId }: Company,
): Promise<Account> {
  return ctx.transaction((tx) =>
    records.change(tx, ctx, { companyId, id }, body.rowVersion, async (before) => {
      const values = await valuesOf(tx, ctx, companyId, body, before);
      return updateRow(tx, ctx, 'service_accounts', { id }, values, repository.uniqueFields);
    }),
  );
}

/** A new key; only this answer contains it. The older one of its kind goes on for some days. */
export async function makeKey(
  ctx: Context,
  { hasTokenEndpoint }: KeyParts,
  id: string,
  { kind, overlapDays }: z.output<typeof serviceKeyMake>,
  { companyId }: Company,
): Promise<z.output<typeof serviceKeyMade>> {
  return ctx.transaction(async (tx) => {
    const account = { companyId, id };
    await records.lock(tx, ctx, account);
    if (kind === 'client-secret' && !hasTokenEndpoint)
      throw problem.of('wrong-state', { sentence: 'client-secrets-elsewhere' });
    await repository.forgetEndedKeys(tx, id, ctx.now());
    const before = await records.load(tx, ctx, account);
    const others = before.keys.filter((key) => key.kind === kind);
    if (others.length >= maxServiceKeys) throw problem.of('wrong-state', { sentence: 'service-keys-most' });
    await repository.endKeysAt(tx, id, kind, new Date(ctx.now().getTime() + overlapDays * dayMs));
    const key = newServiceKey(kind);
    const hash = orNotFound(hashOfServiceKey(key));
    await repository.insertKey(tx, ctx, id, { kind, hash, hint: hintOfServiceKey(key) });
    if (overlapDays === 0) await repository.forgetEndedKeys(tx, id, ctx.now());
    const after = await records.load(tx, ctx, account);
    await records.audit(tx, ctx, { verb: 'make-key', before, after });
    return { ...after, key };
  });
}

/** Ends a key at once, for good. */
export async function revokeKey(
  ctx: Context,
  { id, keyId }: { readonly id: string; readonly keyId: string },
  { companyId }: Company,
): Promise<Account> {
  return ctx.transaction(async (tx) => {
    const account = { companyId, id };
    const before = await records.lock(tx, ctx, account);
    if (!before.keys.some((key) => key.id === keyId)) throw problem.notFound();
    await repository.removeKeys(tx, id, keyId);
    return records.audit(tx, ctx, {
      verb: 'revoke-key',
      before,
      after: await records.load(tx, ctx, account),
    });
  });
}

async function valuesOf(
  tx: Tx,
  ctx: Context,
  companyId: string,
  body: AccountWrite,
  before: Account | undefined,
) {
  const permissions = [...new Set(body.permissionIds ?? before?.permissions ?? [])];
  const administrationIds = [...new Set(body.administrationIds ?? before?.administrationIds ?? [])];
  const addresses = [...new Set(body.addresses ?? before?.addresses ?? [])];
  const had = new Set(before?.permissions ?? []);
  const problems = accountProblems(await granterOf(tx, ctx), {
    companyId,
    permissions,
    added: permissions.filter((permission) => !had.has(permission)),
    isNarrowed: administrationIds.length > 0,
    gainsApproval: body.mayApprove === true && !before?.mayApprove,
    unknownAdministrations: await repository.unknownAdministrations(tx, companyId, administrationIds),
    addresses,
  });
  if (Object.keys(problems).length > 0) throw problem.validation(problems);
  return {
    name: body.name,
    permissions,
    administrationIds,
    addresses,
    mayApprove: body.mayApprove,
    validUntil: body.validUntil,
    isActive: body.active,
  };
}
