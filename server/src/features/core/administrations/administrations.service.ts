import { administrations } from '#contract/core/administrations.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import { seal } from '#server/platform/auth/seal.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { refuseStale } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import { type RecordUse, refuseInUse } from '../uses.ts';
import * as repository from './administrations.repository.ts';

type Administration = Rec<typeof administrations>;
type AdministrationWrite = CreateBody<typeof administrations>;
type Company = Parents<typeof administrations>;

/** Administrations, with what may keep one from being deleted. */
export function administrationsService(uses: readonly RecordUse[]): ResourceService<typeof administrations> {
  return { list, find, create, update, remove: (ctx, id, company) => remove(ctx, id, company, uses) };
}

async function list(ctx: Context, query: Parameters<typeof repository.list>[3], { companyId }: Company) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return repository.list(ctx.db, ctx.scope, companyId, query);
}

async function find(ctx: Context, id: string, { companyId }: Company): Promise<Administration | null> {
  return (await repository.findById(ctx.db, ctx.scope, companyId, id)) ?? null;
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
    const made = orNotFound(await repository.findById(tx, ctx.scope, companyId, id));
    await record(tx, ctx, 'create', undefined, made);
    return made;
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof administrations>,
  { companyId }: Company,
): Promise<Administration> {
  return ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lockById(tx, ctx.scope, companyId, id));
    refuseStale(before, body.rowVersion);
    await repository.update(tx, ctx, companyId, id, valuesOf(ctx, withStored(body, before), before));
    const after = orNotFound(await repository.findById(tx, ctx.scope, companyId, id));
    await record(tx, ctx, 'update', before, after);
    return after;
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

async function remove(
  ctx: Context,
  id: string,
  { companyId }: Company,
  uses: readonly RecordUse[],
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lockById(tx, ctx.scope, companyId, id));
    await refuseInUse(tx, ctx, before, uses);
    await repository.remove(tx, ctx, companyId, id);
    await record(tx, ctx, 'remove', before, undefined);
  });
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

async function record(
  tx: Parameters<typeof recordChange>[0],
  ctx: Context,
  verb: string,
  before: Administration | undefined,
  after: Administration | undefined,
): Promise<void> {
  const one = orNotFound(after ?? before);
  await recordChange(tx, ctx, {
    entity: administrations.permission,
    entityId: one.id,
    companyId: one.companyId,
    verb,
    ...(before ? { before: spoken(before) } : {}),
    ...(after ? { after: spoken(after) } : {}),
  });
  await ctx.events.publish(tx, { resource: administrations.path, companyId: one.companyId, id: one.id });
}

function spoken({ updatedBy: _editor, ...record }: Administration) {
  return record;
}
