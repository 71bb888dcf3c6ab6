import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invoicePage, invoices } from '#contract/invoicing/invoices.ts';
import { invoicePlaces } from '#contract/invoicing/places.ts';
import { id } from '#contract/resource.ts';
import {
  findOriginal,
  imageRoute,
  listPages,
  pictureName,
  placesOf,
} from '#server/features/documents/index.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { mimeOf } from '#server/platform/files/sniff.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { findById } from '../invoices/invoices.repository.ts';

const ofDocument = z.object({
  documentId: z.string().min(1).max(64),
  /** Which of the documents that have this number, for staff. */
  companyId: id.optional(),
});

/** Pages, their images and the original, each found by its record and never by a path (§B9, §C11). */
export function pageRoutes(app: FastifyInstance, services: Services): void {
  const { permission } = invoices;
  const action = actionsOf(app, services, invoices);
  const pages = { right: 'read', query: ofDocument, result: z.array(invoicePage) };
  action('GET', '/pages', pages, async (ctx, { query, reply }) => {
    const found = await listPages(ctx, query.documentId, query.companyId);
    reply.header('cache-control', 'no-store');
    return found.map(({ imageSha256, ...page }) => ({ ...page, invoicePicture: pictureName(imageSha256) }));
  });

  imageRoute(app, services, {
    name: 'invoice image',
    path: 'fmmodule/images',
    permission: `${permission}.read`,
  });

  action('GET', '/:id/places', { right: 'read', result: invoicePlaces }, async ({ db, scope }, { id }) => {
    const { companyId, documentKey } = orNotFound(await findById(db, scope, id));
    return placesOf(db, { companyId, documentId: documentKey });
  });

  action(
    'GET',
    '/:id/original',
    { right: 'read', file: Object.values(mimeOf) },
    async ({ db, scope, files }, { id, reply }) => {
      const invoice = orNotFound(await findById(db, scope, id));
      const original = orNotFound(await findOriginal(db, scope, invoice.documentKey));
      return sendStored(reply, files, original);
    },
  );
}
