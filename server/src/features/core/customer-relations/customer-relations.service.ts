import { customerRelations, type LikelyDuplicate } from '#contract/core/customer-relations.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Rec, Row, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, insertRow, softDelete, updateRow } from '#server/platform/db/record.ts';
import { lockRowWithin } from '#server/platform/db/spread.ts';
import type { Page, ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { assertUnused, runHandlers } from '#server/platform/resource/record-links.ts';
import * as repository from './customer-relations.repository.ts';
import { findAlike, type Likeness } from './duplicates.repository.ts';

type Relation = Rec<typeof customerRelations>;
type RelationWrite = CreateBody<typeof customerRelations>;

const audit = auditOf<Relation>(customerRelations, {
  hidden: ['companyId', 'warnings', 'address.fullAddress'],
});
/** Contact persons are deleted and restored along with their relation. */
export const children = [{ table: 'contact_persons', owner: 'customer_relation_id' }] as const;

/** The list is a route of its own: staff name the company whose relations they see. */
export const customerRelationsService: Omit<ResourceService<typeof customerRelations>, 'list'> = {
  find: (ctx, id) => repository.findById(ctx.db, ctx.scope, id),
  create,
  update,
  remove,
};

/** The company that a request is about: the one that staff name, else the caller's own; undefined for a foreign one. */
export async function companyOf(ctx: Context, asked: string | undefined): Promise<string | undefined> {
  if (asked === undefined || asked === ctx.caller.companyId) return ctx.caller.companyId;
  return (await repository.companyExists(ctx.db, ctx.scope, asked)) ? asked : undefined;
}

/** A page of the relations of one company. */
export async function list(
  ctx: Context,
  query: ListQuery,
  asked: string | undefined,
): Promise<Page<Row<typeof customerRelations>>> {
  return repository.list(ctx.db, ctx.scope, query, { companyId: orNotFound(await companyOf(ctx, asked)) });
}

/** Relations that are probably the same as the one described. */
export async function findDuplicates(
  ctx: Context,
  asked: string | undefined,
  like: Likeness,
  exceptId: string | undefined,
): Promise<LikelyDuplicate[]> {
  return findAlike(ctx.db, ctx.scope, orNotFound(await companyOf(ctx, asked)), like, exceptId);
}

async function create(ctx: Context, { companyId: asked, ...body }: RelationWrite): Promise<Relation> {
  const companyId = await companyOf(ctx, asked);
  if (companyId === undefined) throw problem.validation({ company_id: ['unknown'] });
  return ctx.transaction(async (tx) => {
    const values = { companyId, ...valuesOf(body) };
    const id = await insertRow(tx, ctx, 'customer_relations', values, repository.uniqueFields);
    const made = orNotFound(await repository.findById(tx, ctx.scope, id));
    await audit(tx, ctx, { after: made });
    return withWarnings(tx, ctx, made);
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof customerRelations>,
): Promise<Relation> {
  return ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id);
    assertVersion(before, body.rowVersion);
    await updateRow(tx, ctx, 'customer_relations', before, valuesOf(body), repository.uniqueFields);
    const after = orNotFound(await repository.findById(tx, ctx.scope, id));
    await audit(tx, ctx, { before, after });
    return withWarnings(tx, ctx, after);
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id);
    await assertUnused(tx, ctx, customerRelations, before);
    await softDelete(tx, ctx, 'customer_relations', before, children);
    await audit(tx, ctx, { before });
    await runHandlers(tx, ctx, 'removed', customerRelations, before);
  });
}

async function lock(tx: Tx, ctx: Context, id: string): Promise<Relation> {
  await lockRowWithin(tx, ctx.scope, 'customer_relations', id);
  return orNotFound(await repository.findById(tx, ctx.scope, id));
}

// Whoever may not read relations learns nothing about others.
async function withWarnings(tx: Tx, ctx: Context, relation: Relation): Promise<Relation> {
  const reader = ctx.reach(`${customerRelations.permission}.read`);
  if (!reader) return relation;
  const { name, address, emailAddress, kvkNumber } = relation;
  const like = { name, zipCode: address.zipCode, email: emailAddress.address, kvkNumber };
  return { ...relation, warnings: await findAlike(tx, reader.scope, relation.companyId, like, relation.id) };
}

/** The stored values of a body. */
export function valuesOf(body: Omit<RelationWrite, 'companyId'>) {
  return {
    tag: body.tag,
    name: body.name,
    street: body.address?.street,
    city: body.address?.city,
    zipCode: body.address?.zipCode,
    postBox: body.address?.postBox,
    country: body.address?.country,
    email: body.emailAddress?.address,
    phone: body.phoneNumber?.number,
    websiteUrl: body.websiteUrl,
    kvkNumber: body.kvkNumber,
    oin: body.oin,
    vatId: body.vatId,
    iban: body.iban,
  };
}
