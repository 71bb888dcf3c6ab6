import type { FastifyInstance } from 'fastify';
import type { Expression, SqlBool } from 'kysely';
import { z } from 'zod';
import { pageWords } from '#contract/documents/properties.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { type ActionPlace, actionsOf } from '#server/platform/http/mount-action.ts';
import { urlOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { documentRecordPath } from '../paths.ts';
import type { DocumentKey } from '../document-rows.ts';
import { findPicture, thumbnailWidth } from './pages.repository.ts';
import { findPage } from './words.repository.ts';

// What is not a page number is an unknown page.
const pageParams = z.object({
  number: z.coerce.number().int().min(0).max(100_000).optional().catch(undefined),
});
const imageQuery = z.object({
  filename: z.string().min(1).max(255),
  /** Only the width of a thumbnail; absent gives the full image. */
  width: z.coerce
    .number()
    .refine((width) => width === thumbnailWidth, 'not-a-choice')
    .optional(),
});

/** `GET {path}/:id/pages/:number`: a page with its words, for whoever may read the document with that permission. */
export function wordsRoute(
  app: FastifyInstance,
  services: Services,
  place: ActionPlace,
  keyOf: (ctx: Context, id: string) => Promise<DocumentKey | undefined>,
): void {
  const action = actionsOf(app, services, { ...place, tag: documentRecordPath });
  action('GET', '/:id/pages/:number', { right: 'read', result: pageWords }, async (ctx, { id, request }) => {
    const { number } = pageParams.parse(request.params);
    const key = orNotFound(await keyOf(ctx, id));
    return orNotFound(number === undefined ? null : await findPage(ctx.db, key, number));
  });
}

/** `GET {path}?filename=`: the image of a page that the caller may see with that permission (§B9). */
export function imageRoute(
  app: FastifyInstance,
  services: Services,
  {
    name,
    path,
    permission,
    and,
  }: Required<Pick<ActionPlace, 'name' | 'path' | 'permission'>> & {
    /** A further condition on `documents`. */
    readonly and?: (scope: Scope) => Expression<SqlBool>;
  },
): void {
  app.get(
    urlOf({ path }),
    {
      config: { permission, resource: { name, path }, file: 'image/jpeg' },
      schema: { querystring: imageQuery },
    },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const { filename, width } = parseInput(imageQuery, request.query);
      const picture = orNotFound(await findPicture(ctx.db, ctx.scope, filename, and?.(ctx.scope)));
      const sha256 = width === undefined ? picture.sha256 : picture.thumbnailSha256;
      return sendStored(reply, ctx.files, { sha256, mime: 'image/jpeg' });
    },
  );
}
