import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { customerRelations, duplicateQuestion, likelyDuplicate } from '#contract/core/customer-relations.ts';
import { id } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { findDuplicates, list } from './customer-relations.service.ts';

const url = `/api/${customerRelations.path}`;
const permission = `${customerRelations.permission}.read`;
const tags = [customerRelations.path];
/** Staff name the company whose relations they look at. */
const whose = z.object({ companyId: id.optional() });

export function customerRelationRoutes(app: FastifyInstance, services: Services): void {
  const page = z.object({
    result: z.array(customerRelations.row),
    metadata: z.object({ count: z.int().optional() }),
  });
  const schema = { tags, querystring: listParameters.extend(whose.shape), response: { 200: page } };
  app.get(url, { config: { permission }, schema }, async (request) => {
    const ctx = contextOf(services, request, permission);
    const { rows, count } = await list(
      ctx,
      readListQuery(customerRelations, request),
      parseInput(whose, request.query).companyId,
    );
    return { result: rows, metadata: count === undefined ? {} : { count } };
  });

  const found = z.object({ result: z.array(likelyDuplicate) });
  app.get(
    `${url}/duplicates`,
    { config: { permission }, schema: { tags, querystring: duplicateQuestion, response: { 200: found } } },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      const {
        companyId,
        exceptId,
        name = '',
        zipCode = '',
        email = '',
        kvkNumber = '',
      } = parseInput(duplicateQuestion, request.query);
      return {
        result: await findDuplicates(
          ctx,
          companyId,
          likenessOf({ name, zipCode, email, kvkNumber }),
          exceptId,
        ),
      };
    },
  );
}

// Parsed like a save, so that a form may ask while the user types; invalid fields are ignored.
const typed = customerRelations.create.pick({ kvkNumber: true });
const address = customerRelations.create.shape.address.unwrap();
const email = customerRelations.create.shape.emailAddress.unwrap();

function likenessOf(asked: { name: string; zipCode: string; email: string; kvkNumber: string }) {
  return {
    name: asked.name.trim(),
    zipCode: address.safeParse({ zipCode: asked.zipCode }).data?.zipCode ?? '',
    email: email.safeParse({ address: asked.email }).data?.address ?? '',
    kvkNumber: typed.safeParse(asked).data?.kvkNumber ?? '',
  };
}
