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
import { assertVersion, insertRow, lockRow, softDelete, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
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

const dayMs = 24 * 3_600_000;

// By the fields of the form; of a key only how it starts.
const audit = auditOf(serviceAccounts, {
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
  remove,
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
    return audit(tx, ctx, { after: await load(tx, ctx, companyId, id) });
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof serviceAccounts>,
  { companyId }: Company,
): Promise<Account> {
  return ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, companyId, id);
    assertVersion(before, body.rowVersion);
    const values = await valuesOf(tx, ctx, companyId, body, before);
    await updateRow(tx, ctx, 'service_accounts', { id }, values, repository.uniqueFields);
    return audit(tx, ctx, { before, after: await load(tx, ctx, companyId, id) });
  });
}

// It stays for the names of what it made; its keys end with it, for good.
async function remove(ctx: Context, id: string, { companyId }: Company): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, companyId, id);
    await repository.removeKeys(tx, id);
    await softDelete(tx, ctx, 'service_accounts', { id });
    await audit(tx, ctx, { before });
  });
}

/** A new key; only this answer contains it. The older one of its kind goes on for some days. */
export async function makeKey(
  ctx: Context,
  id: string,
  { kind, overlapDays }: z.output<typeof serviceKeyMake>,
  { companyId }: Company,
): Promise<z.output<typeof serviceKeyMade>> {
  return ctx.transaction(async (tx) => {
    await lock(tx, ctx, companyId, id);
    await repository.forgetEndedKeys(tx, id, ctx.now());
    const before = await load(tx, ctx, companyId, id);
    const others = before.keys.filter((key) => key.kind === kind);
    if (others.length >= maxServiceKeys) throw problem.of('wrong-state', { sentence: 'service-keys-most' });
    await repository.endKeysAt(tx, id, kind, new Date(ctx.now().getTime() + overlapDays * dayMs));
    const key = newServiceKey(kind);
    const hash = orNotFound(hashOfServiceKey(key));
    await repository.insertKey(tx, ctx, id, { kind, hash, hint: hintOfServiceKey(key) });
    if (overlapDays === 0) await repository.forgetEndedKeys(tx, id, ctx.now());
    const after = await load(tx, ctx, companyId, id);
    await audit(tx, ctx, { verb: 'make-key', before, after });
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
    const before = await lock(tx, ctx, companyId, id);
    if (!before.keys.some((key) => key.id === keyId)) throw problem.notFound();
    await repository.removeKeys(tx, id, keyId);
    return audit(tx, ctx, { verb: 'revoke-key', before, after: await load(tx, ctx, companyId, id) });
  });
}

async function lock(tx: Tx, ctx: Context, companyId: string, id: string): Promise<Account> {
  await lockRow(tx, 'service_accounts', { companyId, id });
  return load(tx, ctx, companyId, id);
}

async function load(tx: Tx, ctx: Context, companyId: string, id: string): Promise<Account> {
  return orNotFound(await repository.findById(tx, ctx.scope, id, { companyId }));
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
