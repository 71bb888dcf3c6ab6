import { contactPersons } from '#contract/core/contact-persons.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { assertVersion, lockRow, softDelete } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { assertUnused } from '#server/platform/resource/record-links.ts';
import { findById as findRelation } from '../customer-relations/customer-relations.repository.ts';
import * as repository from './contact-persons.repository.ts';

type Person = Rec<typeof contactPersons>;
type Relation = Parents<typeof contactPersons>;

export const contactPersonsService: ResourceService<typeof contactPersons> = {
  list,
  find,
  create,
  update,
  remove,
};

async function ownerOf(db: Db, ctx: Context, { customerRelationId }: Relation): Promise<repository.Owner> {
  const { id, companyId } = orNotFound(await findRelation(db, ctx.scope, customerRelationId));
  return { id, companyId };
}

async function list(ctx: Context, query: Parameters<typeof repository.list>[3], relation: Relation) {
  return repository.list(ctx.db, ctx.scope, await ownerOf(ctx.db, ctx, relation), query);
}

async function find(ctx: Context, id: string, relation: Relation): Promise<Person | null> {
  return (await repository.findById(ctx.db, ctx.scope, await ownerOf(ctx.db, ctx, relation), id)) ?? null;
}

async function create(
  ctx: Context,
  body: CreateBody<typeof contactPersons>,
  relation: Relation,
): Promise<Person> {
  return ctx.transaction(async (tx) => {
    const owner = await ownerOf(tx, ctx, relation);
    const id = await repository.insert(tx, ctx, owner, valuesOf(body));
    const after = orNotFound(await repository.findById(tx, ctx.scope, owner, id));
    return auditIn(owner)(tx, ctx, { after });
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof contactPersons>,
  relation: Relation,
): Promise<Person> {
  return ctx.transaction(async (tx) => {
    const owner = await ownerOf(tx, ctx, relation);
    const before = await lock(tx, ctx, owner, id);
    assertVersion(before, body.rowVersion);
    await repository.update(tx, ctx, owner, id, valuesOf(body));
    const after = orNotFound(await repository.findById(tx, ctx.scope, owner, id));
    return auditIn(owner)(tx, ctx, { before, after });
  });
}

async function remove(ctx: Context, id: string, relation: Relation): Promise<void> {
  await ctx.transaction(async (tx) => {
    const owner = await ownerOf(tx, ctx, relation);
    const before = await lock(tx, ctx, owner, id);
    await assertUnused(tx, ctx, contactPersons, { id, companyId: owner.companyId });
    await softDelete(tx, ctx, 'contact_persons', { companyId: owner.companyId, id });
    await auditIn(owner)(tx, ctx, { before });
  });
}

async function lock(tx: Tx, ctx: Context, owner: repository.Owner, id: string): Promise<Person> {
  await lockRow(tx, 'contact_persons', { companyId: owner.companyId, id });
  return orNotFound(await repository.findById(tx, ctx.scope, owner, id));
}

function valuesOf(body: CreateBody<typeof contactPersons>): repository.PersonValues {
  return {
    first_name: body.firstName,
    last_name: body.lastName,
    function: body.function,
    landline: body.landlineNumber?.number,
    mobile: body.mobileNumber?.number,
    email: body.emailAddress?.address,
  };
}

// A contact person does not name its company: the owner does.
function auditIn({ companyId }: repository.Owner) {
  return auditOf(contactPersons, { snapshot, companyOf: () => companyId });
}

function snapshot({
  landlineNumber,
  mobileNumber,
  emailAddress,
  fullName: _whole,
  updatedBy: _editor,
  ...record
}: Person) {
  return {
    ...record,
    'landlineNumber.number': landlineNumber.number,
    'mobileNumber.number': mobileNumber.number,
    'emailAddress.address': emailAddress.address,
  };
}
