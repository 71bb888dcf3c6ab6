import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invoicePage, invoices } from '#contract/invoicing/invoices.ts';
import {
  findOriginal,
  findPicture,
  listPages,
  pictureName,
  thumbnailWidth,
} from '#server/features/documents/index.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { findById } from '../invoices/invoices.repository.ts';

const permission = `${invoices.permission}.read`;
const tags = [invoices.path];
const pagesQuery = z.object({ documentId: z.string().min(1).max(64) });
const pagesAnswer = z.object({ result: z.array(invoicePage) });
const imageQuery = z.object({
  filename: z.string().min(1).max(255),
  /** Only the width of the page list; absent gives the whole picture. */
  width: z.coerce
    .number()
    .refine((width) => width === thumbnailWidth, 'not-a-choice')
    .optional(),
});

/** Pages, their pictures and the original, each looked up by its record and never by a path (§B9, §C11). */
export function pageRoutes(app: FastifyInstance, services: Services): void {
  const config = { permission };
  app.get(
    `/api/${invoices.path}/pages`,
    { config, schema: { tags, querystring: pagesQuery, response: { 200: pagesAnswer } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const { documentId } = parseInput(pagesQuery, request.query);
      const pages = orNotFound(await listPages(ctx.db, ctx.scope, documentId));
      reply.header('cache-control', 'no-store');
      return {
        result: pages.map(({ imageSha256, ...page }) => ({
          ...page,
          invoicePicture: pictureName(imageSha256),
        })),
      };
    },
  );

  app.get(
    '/api/fmmodule/images',
    { config, schema: { tags, querystring: imageQuery } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const { filename, width } = parseInput(imageQuery, request.query);
      const picture = orNotFound(await findPicture(ctx.db, ctx.scope, filename));
      const sha256 = width === undefined ? picture.sha256 : picture.thumbnailSha256;
      return sendStored(reply, ctx.files, { sha256, mime: 'image/jpeg' });
    },
  );

  app.get(`/api/${invoices.path}/:id/original`, { config, schema: { tags } }, async (request, reply) => {
    const ctx = contextOf(services, request, permission);
    const invoice = orNotFound(await findById(ctx.db, ctx.scope, idOf(request)));
    const original = orNotFound(await findOriginal(ctx.db, ctx.scope, invoice.documentKey));
    return sendStored(reply, ctx.files, original);
  });
}
