import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageWords } from '#contract/documents/properties.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { documentRecordPath } from '../paths.ts';
import { thumbnailWidth } from '../processing/process-document.job.ts';
import type { DocumentKey } from '../values/values.repository.ts';
import { findPicture } from './pages.repository.ts';
import { findPage } from './words.repository.ts';

const tags = [documentRecordPath];
const answer = z.object({ result: pageWords });
// What is no page number is a page that is not there.
const pageParams = z.object({
  number: z.coerce.number().int().min(0).max(100_000).optional().catch(undefined),
});
const imageQuery = z.object({
  filename: z.string().min(1).max(255),
  width: z.coerce
    .number()
    .refine((width) => width === thumbnailWidth, 'not-a-choice')
    .optional(),
});

/** `GET {base}/:id/pages/:number`: a page with its words, for who may read the document by that right. */
export function wordsRoute(
  app: FastifyInstance,
  services: Services,
  base: string,
  permission: string,
  keyOf: (ctx: Context, id: string) => Promise<DocumentKey | undefined>,
): void {
  app.get(
    `${base}/:id/pages/:number`,
    { config: { permission }, schema: { tags, response: { 200: answer } } },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      const { number } = pageParams.parse(request.params);
      const key = orNotFound(await keyOf(ctx, idOf(request)));
      return { result: orNotFound(number === undefined ? null : await findPage(ctx.db, key, number)) };
    },
  );
}

/** `GET {url}?filename=`: the picture of a page that the caller may see by that right (§B9). */
export function imageRoute(app: FastifyInstance, services: Services, url: string, permission: string): void {
  app.get(
    url,
    { config: { permission }, schema: { tags, querystring: imageQuery } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const { filename, width } = parseInput(imageQuery, request.query);
      const picture = orNotFound(await findPicture(ctx.db, ctx.scope, filename));
      const sha256 = width === undefined ? picture.sha256 : picture.thumbnailSha256;
      return sendStored(reply, ctx.files, { sha256, mime: 'image/jpeg' });
    },
  );
}
