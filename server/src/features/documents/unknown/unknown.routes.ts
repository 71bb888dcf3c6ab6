import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  batchResult,
  documentRecord,
  documentWrite,
  nextAnswer,
  restoreCommand,
  retryCommand,
  retryRun,
  selectionCommand,
  undoBatchCommand,
  unknownDocuments,
} from '#contract/documents/unknown-documents.ts';
import { parseListQuery } from '#contract/list-query.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import type { InvoiceHooks } from '../invoice-hooks.ts';
import { lockRoutes } from '../locks/locks.routes.ts';
import { findSource } from '../documents/documents.repository.ts';
import { imageRoute, wordsRoute } from '../pages/page-words.routes.ts';
import { documentRecordPath } from '../paths.ts';
import { findRun, retryDocuments } from './retry.service.ts';
import * as repository from './unknown.repository.ts';
import * as service from './unknown.service.ts';

const base = `/api/${documentRecordPath}`;
const tags = [documentRecordPath];
const name = unknownDocuments.permission;
const read = `${name}.read`;
const update = `${name}.update`;
const retry = `${name}.retry`;
const one = z.object({ result: documentRecord });
const batch = z.object({ result: batchResult });
const run = z.object({ result: retryRun });

export function unknownRoutes(app: FastifyInstance, services: Services, hooks: InvoiceHooks): void {
  wordsRoute(app, services, base, read, repository.findKey);
  imageRoute(app, services, '/api/fmmanagement/images', read);
  lockRoutes(app, services, base, update, repository.findKey);
  recordRoutes(app, services, hooks);
  commandRoutes(app, services);
  retryRoutes(app, services);
}

function recordRoutes(app: FastifyInstance, services: Services, hooks: InvoiceHooks): void {
  app.get(
    `${base}/:id`,
    { config: { permission: read }, schema: { tags, response: { 200: one } } },
    async (request) => {
      const ctx = contextOf(services, request, read);
      return { result: orNotFound(await service.findDocument(ctx, idOf(request))) };
    },
  );
  app.put(
    `${base}/:id`,
    { config: { permission: update }, schema: { tags, body: documentWrite, response: { 200: one } } },
    async (request) => {
      const ctx = contextOf(services, request, update);
      const address = idOf(request);
      const body = parseInput(documentWrite, request.body);
      const { documentId } = orNotFound(await repository.findKey(ctx, address));
      // The address may be the number that people see; the body names the same document by either.
      if (body.id !== undefined && body.id !== documentId && body.id !== address)
        throw problem.validation({ id: ['invalid'] });
      return { result: await service.saveDocument(ctx, hooks, documentId, body) };
    },
  );
  const permission = `${name}.delete`;
  app.delete(
    `${base}/:id`,
    { config: { permission }, schema: { tags, response: { 204: z.null() } } },
    async (request, reply) => {
      await service.removeDocument(contextOf(services, request, permission), idOf(request));
      return reply.code(204).send();
    },
  );
  app.get(
    `${base}/:id/original`,
    { config: { permission: read }, schema: { tags } },
    async (request, reply) => {
      const ctx = contextOf(services, request, read);
      const { documentId } = orNotFound(await repository.findKey(ctx, idOf(request)));
      return sendStored(reply, ctx.files, orNotFound(await findSource(ctx.db, ctx.scope, documentId)));
    },
  );
  app.get(
    `${base}/:id/next`,
    {
      config: { permission: read },
      schema: { tags, querystring: listParameters, response: { 200: nextAnswer } },
    },
    async (request) => {
      const ctx = contextOf(services, request, read);
      const { documentId, at } = orNotFound(await repository.findKey(ctx, idOf(request)));
      const next = await repository.findNext(ctx, oldestFirst(request), { at, id: documentId });
      return { result: next ?? null };
    },
  );
}

// Whatever order the list is shown in, work goes from old to new (§D11).
function oldestFirst(request: FastifyRequest) {
  const { orderBy } = parseListQuery(unknownDocuments, {});
  return { ...readListQuery(unknownDocuments, request), orderBy };
}

function commandRoutes(app: FastifyInstance, services: Services): void {
  const config = { permission: update };
  const command = <Body extends z.ZodType>(
    url: string,
    body: Body,
    work: (
      ctx: Context,
      request: FastifyRequest,
      body: z.output<Body>,
    ) => Promise<z.output<typeof batchResult>>,
  ) =>
    app.post(
      `${base}${url}`,
      { config, schema: { tags, body, response: { 200: batch } } },
      async (request) => ({
        result: await work(
          contextOf(services, request, update),
          request,
          parseInput(body, request.body ?? {}),
        ),
      }),
    );
  command('/onverwerkbaar', selectionCommand, (ctx, _, { ids }) =>
    service.markSelectionUnprocessable(ctx, ids),
  );
  command('/batches/:id/undo', undoBatchCommand, (ctx, request) => service.undoBatch(ctx, idOf(request)));
  const hashBody = z.object({}).nullish();
  command('/:hash', hashBody, (ctx, request) => {
    const { hash } = z.object({ hash: z.string() }).parse(request.params);
    return service.markUnprocessableByHash(ctx, hash);
  });
  app.post(
    `${base}/:id/herstel`,
    { config, schema: { tags, body: restoreCommand, response: { 200: one } } },
    async (request) => ({
      result: await service.restoreDocument(contextOf(services, request, update), idOf(request)),
    }),
  );
}

function retryRoutes(app: FastifyInstance, services: Services): void {
  const config = { permission: retry };
  const url = `${base}/retryDocumentsThroughOcr`;
  app.post(url, { config, schema: { tags, body: retryCommand, response: { 200: run } } }, async (request) => {
    const ctx = contextOf(services, request, retry);
    return { result: await retryDocuments(ctx, parseInput(retryCommand, request.body ?? {})) };
  });
  const answer = z.object({ result: retryRun.nullable() });
  app.get(url, { config, schema: { tags, response: { 200: answer } } }, async (request) => ({
    result: await findRun(contextOf(services, request, retry)),
  }));
}
