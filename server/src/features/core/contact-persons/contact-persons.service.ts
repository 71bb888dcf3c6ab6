import { contactPersons } from '#contract/core/contact-persons.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { assertVersion, insertRow, lockRow, softDelete, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { assertUnused } from '#server/platform/resource/record-links.ts';
import { findById as findRelation } from '../customer-relations/customer-relations.repository.ts';
import * as repository from './contact-persons.repository.ts';

type Person = Rec<typeof contactPersons>;
type Relation = Parents<typeof contactPersons>;
type Parent = Awaited<ReturnType<typeof parentOf>>;

export const contactPersonsService: ResourceService<typeof contactPersons> = {
  list,
  find,
  create,
  update,
  remove,
};

/** The relation and its company, by which the caller may read its contact persons. */
export async function parentOf(db: Db, ctx: Context, { customerRelationId }: Relation) {
  const { companyId } = orNotFound(await findRelation(db, ctx.scope, customerRelationId));
  return { companyId, customerRelationId };
}

async function list(ctx: Context, query: ListQuery, relation: Relation) {
  return repository.list(ctx.db, ctx.scope, query, await parentOf(ctx.db, ctx, relation));
}

async function find(ctx: Context, id: string, relation: Relation) {
  return repository.findById(ctx.db, ctx.scope, id, await parentOf(ctx.db, ctx, relation));
}

async function create(
  ctx: Context,
  body: CreateBody<typeof contactPersons>,
  relation: Relation,
): Promise<Person> {
  return ctx.transaction(async (tx) => {
    const parent = await parentOf(tx, ctx, relation);
    const id = await insertRow(tx, ctx, 'contact_persons', { ...parent, ...valuesOf(body) });
    return auditIn(parent)(tx, ctx, { after: await load(tx, ctx, parent, id) });
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof contactPersons>,
  relation: Relation,
): Promise<Person> {
  return ctx.transaction(async (tx) => {
    const parent = await parentOf(tx, ctx, relation);
    const key = { companyId: parent.companyId, id };
    await lockRow(tx, 'contact_persons', key);
    const before = await load(tx, ctx, parent, id);
    assertVersion(before, body.rowVersion);
    await updateRow(tx, ctx, 'contact_persons', key, valuesOf(body));
    return auditIn(parent)(tx, ctx, { before, after: await load(tx, ctx, parent, id) });
  });
}

async function remove(ctx: Context, id: string, relation: Relation): Promise<void> {
  await ctx.transaction(async (tx) => {
    const parent = await parentOf(tx, ctx, relation);
    const key = { companyId: parent.companyId, id };
    await lockRow(tx, 'contact_persons', key);
    const before = await load(tx, ctx, parent, id);
    await assertUnused(tx, ctx, contactPersons, key);
    await softDelete(tx, ctx, 'contact_persons', key);
    await auditIn(parent)(tx, ctx, { before });
  });
}

async function load(tx: Tx, ctx: Context, parent: Parent, id: string): Promise<Person> {
  return orNotFound(await repository.findById(tx, ctx.scope, id, parent));
}

function valuesOf(body: CreateBody<typeof contactPersons>) {
  return {
    firstName: body.firstName,
    lastName: body.lastName,
    function: body.function,
    landline: body.landlineNumber?.number,
    mobile: body.mobileNumber?.number,
    email: body.emailAddress?.address,
  };
}

// A contact person does not name its company.
function auditIn({ companyId }: Parent) {
  return auditOf<Person>(contactPersons, { hidden: ['fullName'], companyOf: () => companyId });
}
