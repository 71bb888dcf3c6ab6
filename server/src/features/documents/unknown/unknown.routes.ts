import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  batchResult,
  documentRecord,
  documentWrite,
  nextAnswer,
  questionCommand,
  restoreCommand,
  retryCommand,
  retryRun,
  selectionCommand,
  undoBatchCommand,
  unknownDocuments,
} from '#contract/documents/unknown-documents.ts';
import { parseListQuery } from '#contract/list-query.ts';
import { id } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { mimeOf } from '#server/platform/files/sniff.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import type { InvoiceHooks } from '../invoice-hooks.ts';
import { lockRoutes } from '../locks/locks.routes.ts';
import { findSource } from '../documents/documents.repository.ts';
import { imageRoute, wordsRoute } from '../pages/page-words.routes.ts';
import { documentRecordPath } from '../paths.ts';
import { findRun, retryDocuments } from './retry.service.ts';
import * as repository from './unknown.repository.ts';
import * as service from './unknown.service.ts';

const place = {
  name: unknownDocuments.name,
  path: documentRecordPath,
  permission: unknownDocuments.permission,
};
// Which of the documents that have this number, for staff.
const ofCompany = z.object({ companyId: id.optional() });
const retryUrl = '/retryDocumentsThroughOcr';

export function unknownRoutes(app: FastifyInstance, services: Services, hooks: InvoiceHooks): void {
  wordsRoute(app, services, place, service.findKey);
  imageRoute(app, services, {
    name: 'unknown document image',
    path: 'fmmanagement/images',
    permission: `${place.permission}.read`,
  });
  lockRoutes(app, services, place, service.findKey);

  const action = actionsOf(app, services, place);
  action(
    'GET',
    '/:id',
    { right: 'read', query: ofCompany, result: documentRecord },
    async (ctx, { id, query }) => orNotFound(await service.findDocument(ctx, id, ctx.db, query.companyId)),
  );
  action(
    'PUT',
    '/:id',
    { right: 'update', body: documentWrite, result: documentRecord },
    async (ctx, { id, body }) => {
      const { documentId } = orNotFound(await service.findKey(ctx, id));
      // The address may be the number that people see; the body names the same document by either.
      if (body.id !== undefined && body.id !== documentId && body.id !== id)
        throw problem.validation({ id: ['invalid'] });
      return service.saveDocument(ctx, hooks, documentId, body);
    },
  );
  action('DELETE', '/:id', { right: 'delete', status: 204 }, (ctx, { id }) =>
    service.removeDocument(ctx, hooks, id),
  );
  action(
    'GET',
    '/:id/original',
    { right: 'read', file: Object.values(mimeOf) },
    async (ctx, { id, reply }) => {
      const { documentId } = orNotFound(await service.findKey(ctx, id));
      return sendStored(reply, ctx.files, orNotFound(await findSource(ctx.db, ctx.scope, documentId)));
    },
  );
  action(
    'GET',
    '/:id/next',
    { right: 'read', query: listParameters, answer: nextAnswer },
    async (ctx, { id, request }) => {
      const { documentId, at } = orNotFound(await service.findKey(ctx, id));
      const next = await repository.findNext(ctx, oldestFirst(request), { at, id: documentId });
      return { result: next ?? null };
    },
  );
  action(
    'POST',
    '/onverwerkbaar',
    { right: 'update', config: { does: 'set aside' }, body: selectionCommand, result: batchResult },
    (ctx, { body }) => service.markSelectionUnprocessable(ctx, body.ids),
  );
  action(
    'POST',
    '/batches/:id/undo',
    { right: 'update', config: { does: 'undo batch' }, body: undoBatchCommand, result: batchResult },
    (ctx, { id }) => service.undoBatch(ctx, id),
  );
  action(
    'POST',
    '/:hash',
    {
      right: 'update',
      config: { does: 'set aside copies' },
      body: z.object({}).nullish(),
      result: batchResult,
    },
    (ctx, { request }) => {
      const { hash } = z.object({ hash: z.string() }).parse(request.params);
      return service.markUnprocessableByHash(ctx, hash);
    },
  );
  action(
    'POST',
    '/:id/herstel',
    { right: 'update', config: { does: 'restore' }, body: restoreCommand, result: documentRecord },
    (ctx, { id }) => service.restoreDocument(ctx, id),
  );
  action(
    'POST',
    '/:id/vraag',
    { right: 'update', body: questionCommand, result: documentRecord },
    (ctx, { id, body }) => service.askAboutDocument(ctx, id, body.question),
  );
  action('POST', retryUrl, { right: 'retry', body: retryCommand, result: retryRun }, (ctx, { body }) =>
    retryDocuments(ctx, body),
  );
  action('GET', retryUrl, { right: 'retry', result: retryRun.nullable() }, (ctx) => findRun(ctx));
}

// Whatever order the list is shown in, work goes from old to new (§D11).
function oldestFirst(request: FastifyRequest) {
  const { orderBy } = parseListQuery(unknownDocuments, {});
  return { ...readListQuery(unknownDocuments, request), orderBy };
}
