import { contactPersons } from '#contract/core/contact-persons.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { refuseStale } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { findById as findRelation } from '../customer-relations/customer-relations.repository.ts';
import { type RecordUse, refuseInUse } from '../uses.ts';
import * as repository from './contact-persons.repository.ts';

type Person = Rec<typeof contactPersons>;
type Relation = Parents<typeof contactPersons>;

/** Contact persons, with what may keep one from being deleted. */
export function contactPersonsService(uses: readonly RecordUse[]): ResourceService<typeof contactPersons> {
  return { list, find, create, update, remove: (ctx, id, relation) => remove(ctx, id, relation, uses) };
}

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
    const made = orNotFound(await repository.findById(tx, ctx.scope, owner, id));
    await record(tx, ctx, owner, 'create', undefined, made);
    return made;
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
    const before = orNotFound(await repository.lockById(tx, ctx.scope, owner, id));
    refuseStale(before, body.rowVersion);
    await repository.update(tx, ctx, owner, id, valuesOf(body));
    const after = orNotFound(await repository.findById(tx, ctx.scope, owner, id));
    await record(tx, ctx, owner, 'update', before, after);
    return after;
  });
}

async function remove(
  ctx: Context,
  id: string,
  relation: Relation,
  uses: readonly RecordUse[],
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const owner = await ownerOf(tx, ctx, relation);
    const before = orNotFound(await repository.lockById(tx, ctx.scope, owner, id));
    await refuseInUse(tx, ctx, { id, companyId: owner.companyId }, uses);
    await repository.remove(tx, ctx, owner, id);
    await record(tx, ctx, owner, 'remove', before, undefined);
  });
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

async function record(
  tx: Tx,
  ctx: Context,
  owner: repository.Owner,
  verb: string,
  before: Person | undefined,
  after: Person | undefined,
): Promise<void> {
  const { id } = orNotFound(after ?? before);
  await recordChange(tx, ctx, {
    entity: contactPersons.permission,
    entityId: id,
    companyId: owner.companyId,
    verb,
    ...(before ? { before: spoken(before) } : {}),
    ...(after ? { after: spoken(after) } : {}),
  });
  await ctx.events.publish(tx, { resource: contactPersons.path, companyId: owner.companyId, id });
}

function spoken({
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
