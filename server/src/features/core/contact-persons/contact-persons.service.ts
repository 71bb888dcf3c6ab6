import { contactPersons } from '#contract/core/contact-persons.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { insertRow, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { storedRecords } from '#server/platform/resource/stored-records.ts';
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
    return recordsOf(parent).created(tx, ctx, { ...parent, id });
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
    const key = { ...parent, id };
    return recordsOf(parent).change(tx, ctx, key, body.rowVersion, () =>
      updateRow(tx, ctx, 'contact_persons', key, valuesOf(body)),
    );
  });
}

async function remove(ctx: Context, id: string, relation: Relation): Promise<void> {
  await ctx.transaction(async (tx) => {
    const parent = await parentOf(tx, ctx, relation);
    await recordsOf(parent).remove(tx, ctx, { ...parent, id });
  });
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
function recordsOf({ companyId }: Parent) {
  return storedRecords(contactPersons, 'contact_persons', repository.findById, {
    hidden: ['fullName'],
    companyOf: () => companyId,
  });
}
