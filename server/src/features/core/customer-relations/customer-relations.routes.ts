import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { customerRelations, duplicateQuestion, likelyDuplicate } from '#contract/core/customer-relations.ts';
import { id } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import {
  listParameters,
  pageAnswer,
  pageSchema,
  readListQuery,
} from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { findDuplicates, list } from './customer-relations.service.ts';

const url = `/api/${customerRelations.path}`;
const permission = `${customerRelations.permission}.read`;
/** Staff name the company whose relations they look at. */
const whose = z.object({ companyId: id.optional() });

export function customerRelationRoutes(app: FastifyInstance, services: Services): void {
  const schema = {
    querystring: listParameters.extend(whose.shape),
    response: { 200: pageSchema(customerRelations.row) },
  };
  app.get(url, { config: { permission, resource: customerRelations }, schema }, async (request) => {
    const ctx = contextOf(services, request, permission);
    const { companyId } = parseInput(whose, request.query);
    return pageAnswer(await list(ctx, readListQuery(customerRelations, request), companyId));
  });

  const duplicates = { right: 'read', query: duplicateQuestion, result: z.array(likelyDuplicate) };
  actionsOf(app, services, customerRelations)('GET', '/duplicates', duplicates, (ctx, { query }) => {
    const { companyId, exceptId, ...asked } = query;
    return findDuplicates(ctx, companyId, likenessOf(asked), exceptId);
  });
}

// Parsed like a save, so that a form may ask while the user types; invalid fields are ignored.
const typed = customerRelations.create.pick({ kvkNumber: true });
const address = customerRelations.create.shape.address.unwrap();
type Question = z.output<typeof duplicateQuestion>;
const email = customerRelations.create.shape.emailAddress.unwrap();

function likenessOf({ name = '', zipCode, email: emailAddress, kvkNumber }: Question) {
  return {
    name: name.trim(),
    zipCode: address.safeParse({ zipCode }).data?.zipCode ?? '',
    email: email.safeParse({ address: emailAddress }).data?.address ?? '',
    kvkNumber: typed.safeParse({ kvkNumber }).data?.kvkNumber ?? '',
  };
}
