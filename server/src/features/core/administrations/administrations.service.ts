import { administrations } from '#contract/core/administrations.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import { seal } from '#server/platform/auth/seal.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, lockRow, softDelete } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { assertUnused } from '#server/platform/resource/record-links.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import * as repository from './administrations.repository.ts';

type Administration = Rec<typeof administrations>;
type AdministrationWrite = CreateBody<typeof administrations>;
type Company = Parents<typeof administrations>;

const audit = auditOf(administrations, {
  snapshot: ({ updatedBy: _editor, ...record }: Administration) => record,
});

export const administrationsService: ResourceService<typeof administrations> = {
  list,
  find: (ctx, id, { companyId }) => repository.findById(ctx.db, ctx.scope, companyId, id),
  create,
  update,
  remove,
};

async function list(ctx: Context, query: Parameters<typeof repository.list>[3], { companyId }: Company) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return repository.list(ctx.db, ctx.scope, companyId, query);
}

async function create(
  ctx: Context,
  body: AdministrationWrite,
  { companyId }: Company,
): Promise<Administration> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCompany(tx, ctx.scope, companyId));
    const withHost = { ...body, mailHostname: body.mailHostname || ctx.mailboxes.defaultHost };
    const id = await repository.insert(tx, ctx, companyId, valuesOf(ctx, withHost, undefined));
    return audit(tx, ctx, { after: orNotFound(await repository.findById(tx, ctx.scope, companyId, id)) });
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof administrations>,
  { companyId }: Company,
): Promise<Administration> {
  return ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, companyId, id);
    assertVersion(before, body.rowVersion);
    await repository.update(tx, ctx, companyId, id, valuesOf(ctx, withStored(body, before), before));
    const after = orNotFound(await repository.findById(tx, ctx.scope, companyId, id));
    return audit(tx, ctx, { before, after });
  });
}

function withStored(body: UpdateBody<typeof administrations>, before: Administration): AdministrationWrite {
  const { mailHostname, mailUsername, mailbox, mailIsActive } = before;
  return {
    ...body,
    mailHostname: body.mailHostname ?? mailHostname,
    mailUsername: body.mailUsername ?? mailUsername,
    mailbox: body.mailbox ?? mailbox,
    mailIsActive: body.mailIsActive ?? mailIsActive,
  };
}

async function remove(ctx: Context, id: string, { companyId }: Company): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, companyId, id);
    await assertUnused(tx, ctx, administrations, before);
    await softDelete(tx, ctx, 'administrations', { companyId, id });
    await audit(tx, ctx, { before });
  });
}

async function lock(tx: Tx, ctx: Context, companyId: string, id: string): Promise<Administration> {
  await lockRow(tx, 'administrations', { companyId, id });
  return orNotFound(await repository.findById(tx, ctx.scope, companyId, id));
}

function valuesOf(
  ctx: Context,
  body: AdministrationWrite,
  before: Administration | undefined,
): repository.AdministrationValues {
  const { mailPassword, ...rest } = body;
  // A password belongs to one host and user; it never goes to another (§J1).
  const moved =
    before !== undefined &&
    (before.mailHostname !== rest.mailHostname || before.mailUsername !== rest.mailUsername);
  const keeps = mailPassword === undefined && !moved && (before?.hasPassword ?? false);
  refuseIncompleteMail(rest, keeps || Boolean(mailPassword));
  const values = {
    ...rest,
    modules: rest.modules,
    kvkNumber: rest.kvkNumber,
    vatId: rest.vatId,
    iban: rest.iban,
  };
  if (mailPassword) return { ...values, mailPasswordEncrypted: seal(ctx.secretKey, 'mailbox', mailPassword) };
  return keeps ? values : { ...values, mailPasswordEncrypted: null };
}

// An active mailbox that cannot be opened would fail silently later (§J1).
function refuseIncompleteMail(body: Omit<AdministrationWrite, 'mailPassword'>, hasPassword: boolean): void {
  if (!body.mailIsActive) return;
  const missing = {
    ...(body.mailHostname === '' ? { 'mail-hostname': ['required'] as const } : {}),
    ...(body.mailUsername === '' ? { 'mail-username': ['required'] as const } : {}),
    ...(hasPassword ? {} : { 'mail-password': ['required'] as const }),
  };
  if (Object.keys(missing).length > 0) throw problem.validation(missing);
}
