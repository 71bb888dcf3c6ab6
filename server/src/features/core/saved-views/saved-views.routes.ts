import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { savedViews } from '#contract/core/saved-views.ts';
import type { Services } from '#server/platform/context.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import {
  idOf,
  listParameters,
  pageAnswer,
  pageSchema,
  readListQuery,
} from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import * as service from './saved-views.service.ts';

const url = `/api/${savedViews.path}`;
const config = { resource: savedViews };
const one = z.object({ result: savedViews.record });

// Plain routes: users need no permission for their own views.
export function savedViewRoutes(app: FastifyInstance, services: Services): void {
  const page = pageSchema(savedViews.row);
  app.get(
    url,
    { config, schema: { querystring: listParameters, response: { 200: page } } },
    async (request) => {
      const query = readListQuery(savedViews, request);
      return pageAnswer(await service.list(personalContextOf(services, request), query));
    },
  );
  app.get(`${url}/:id`, { config, schema: { response: { 200: one } } }, async (request) => ({
    result: orNotFound(await service.find(personalContextOf(services, request), idOf(request))),
  }));
  app.post(
    url,
    { config, schema: { body: savedViews.create, response: { 201: one } } },
    async (request, reply) => {
      const body = parseInput(savedViews.create, request.body);
      return reply
        .code(201)
        .send({ result: await service.create(personalContextOf(services, request), body) });
    },
  );
  app.put(
    `${url}/:id`,
    { config, schema: { body: savedViews.update, response: { 200: one } } },
    async (request) => {
      const body = parseInput(savedViews.update, request.body);
      return { result: await service.update(personalContextOf(services, request), idOf(request), body) };
    },
  );
  app.delete(`${url}/:id`, { config, schema: { response: { 204: z.null() } } }, async (request, reply) => {
    await service.remove(personalContextOf(services, request), idOf(request));
    return reply.code(204).send();
  });
}
