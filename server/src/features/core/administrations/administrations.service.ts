import { administrations } from '#contract/core/administrations.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import { seal } from '#server/platform/auth/seal.ts';
import type { Context } from '#server/platform/context.ts';
import { insertRow, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { storedRecords } from '#server/platform/resource/stored-records.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import * as repository from './administrations.repository.ts';

type Administration = Rec<typeof administrations>;
type AdministrationWrite = CreateBody<typeof administrations>;
type Company = Parents<typeof administrations>;

const records = storedRecords(administrations, 'administrations', repository.findById);

export const administrationsService: ResourceService<typeof administrations> = {
  list,
  find: (ctx, id, { companyId }) => repository.findById(ctx.db, ctx.scope, id, { companyId }),
  create,
  update,
  remove: (ctx, id, { companyId }) => ctx.transaction((tx) => records.remove(tx, ctx, { companyId, id })),
};

async function list(ctx: Context, query: ListQuery, { companyId }: Company) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return repository.list(ctx.db, ctx.scope, query, { companyId });
}

async function create(
  ctx: Context,
  body: AdministrationWrite,
  { companyId }: Company,
): Promise<Administration> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCompany(tx, ctx.scope, companyId));
    const withHost = { ...body, mailHostname: body.mailHostname || ctx.mailboxes.defaultHost };
    const values = { companyId, ...valuesOf(ctx, withHost, undefined) };
    const id = await insertRow(tx, ctx, 'administrations', values, repository.uniqueFields);
    return records.created(tx, ctx, { companyId, id });
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof administrations>,
  { companyId }: Company,
): Promise<Administration> {
  return ctx.transaction((tx) =>
    records.change(tx, ctx, { companyId, id }, body.rowVersion, (before) => {
      const values = valuesOf(ctx, withStored(body, before), before);
      return updateRow(tx, ctx, 'administrations', before, values, repository.uniqueFields);
    }),
  );
}

function withStored(body: UpdateBody<typeof administrations>, before: Administration): AdministrationWrite {
  const { mailHostname, mailUsername, mailbox, mailIsActive } = before;
  const { rowVersion: _version, ...given } = body;
  return {
    ...given,
    mailHostname: body.mailHostname ?? mailHostname,
    mailUsername: body.mailUsername ?? mailUsername,
    mailbox: body.mailbox ?? mailbox,
    mailIsActive: body.mailIsActive ?? mailIsActive,
  };
}

function valuesOf(
  ctx: Context,
  { mailPassword, mailbox: mailMailbox, ...values }: AdministrationWrite,
  before: Administration | undefined,
) {
  // A password belongs to one host and user; it never goes to another (§J1).
  const moved =
    before !== undefined &&
    (before.mailHostname !== values.mailHostname || before.mailUsername !== values.mailUsername);
  const keeps = mailPassword === undefined && !moved && (before?.hasPassword ?? false);
  refuseIncompleteMail(values, keeps || Boolean(mailPassword));
  const sealed = mailPassword ? seal(ctx.secretKey, 'mailbox', mailPassword) : null;
  return { ...values, mailMailbox, mailPasswordEncrypted: keeps ? undefined : sealed };
}

// An active mailbox that cannot be opened would fail silently later (§J1).
function refuseIncompleteMail(
  body: Pick<AdministrationWrite, 'mailIsActive' | 'mailHostname' | 'mailUsername'>,
  hasPassword: boolean,
): void {
  if (!body.mailIsActive) return;
  const missing = {
    ...(body.mailHostname === '' ? { 'mail-hostname': ['required'] as const } : {}),
    ...(body.mailUsername === '' ? { 'mail-username': ['required'] as const } : {}),
    ...(hasPassword ? {} : { 'mail-password': ['required'] as const }),
  };
  if (Object.keys(missing).length > 0) throw problem.validation(missing);
}
