import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  archive,
  archiveAnswer,
  archivedAdministration,
  archivedInvoice,
  archivedQuery,
  archiveQuery,
  originalsAnswer,
} from '#contract/invoicing/archive.ts';
import { id } from '#contract/resource.ts';
import { findSource, imageRoute } from '#server/features/documents/index.ts';
import type { Services } from '#server/platform/context.ts';
import { mimeOf } from '#server/platform/files/sniff.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { startPages } from '#server/platform/pdf/pages.ts';
import { nameParameters, sendStored } from '#server/platform/http/send-stored.ts';
import { drawArchived } from './archive-pdf.ts';
import { findById, ofPeriod } from './archive.repository.ts';
import { findArchived, findOriginals, listAdministrations, searchArchive } from './archive.service.ts';

const ofCompany = z.object({ companyId: id.optional() });

/** The archive (§C18): read only, with a right of its own, so that somebody may have it and nothing else. */
export function archiveRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, archive);
  action('GET', '', { right: 'read', query: archiveQuery, answer: archiveAnswer }, (ctx, { query }) =>
    searchArchive(ctx, query),
  );
  action(
    'GET',
    '/administrations',
    { right: 'read', query: ofCompany, result: z.array(archivedAdministration) },
    (ctx, { query }) => listAdministrations(ctx, query.companyId),
  );
  action(
    'GET',
    '/originals',
    { right: 'read', query: ofCompany, result: originalsAnswer },
    (ctx, { query }) => findOriginals(ctx, query.companyId),
  );
  imageRoute(app, services, {
    name: 'archived image',
    path: `${archive.path}/images`,
    permission: `${archive.permission}.read`,
    and: ofPeriod,
  });
  action(
    'GET',
    '/:id',
    { right: 'read', query: archivedQuery, result: archivedInvoice },
    (ctx, { id, query }) => findArchived(ctx, id, query.q),
  );
  action(
    'GET',
    '/:id/original',
    { right: 'read', file: Object.values(mimeOf) },
    async ({ db, scope, files }, { id, reply }) => {
      const invoice = orNotFound(await findById(db, scope, id));
      return sendStored(reply, files, orNotFound(await findSource(db, scope, invoice.documentKey)));
    },
  );
  const composer = startPages();
  app.addHook('onClose', () => composer.close());
  action('GET', '/:id/pdf', { right: 'read', file: 'application/pdf' }, async (ctx, { id, reply }) => {
    const { name, bytes } = await drawArchived(ctx, composer, id);
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; ${nameParameters(name)}`)
      .send(bytes);
  });
}
