import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { archiveFileCommand, archiveFiles } from '#contract/invoicing/archive.ts';
import { id } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { sendStoredRange } from '#server/platform/http/send-stored.ts';
import { findById } from './archive-files.repository.ts';
import { findArchiveFile, listArchiveFiles, startArchiveFile } from './archive-files.service.ts';

const right = 'export';
const result = archiveFiles.record;
const ofCompany = listParameters.extend({ companyId: id.optional() });
const page = z.object({
  result: z.array(archiveFiles.row),
  metadata: z.object({ count: z.int().optional() }),
});

/** Files of periods (§C18). */
export function archiveFileRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, archiveFiles);
  action('POST', '', { right, body: archiveFileCommand, result, status: 202 }, (ctx, { body }) =>
    startArchiveFile(ctx, body),
  );
  action('GET', '', { right, query: ofCompany, answer: page }, async (ctx, { query, request }) => {
    const asked = readListQuery(archiveFiles, request);
    const { rows, ...metadata } = await listArchiveFiles(ctx, asked, query.companyId);
    return { result: rows, metadata };
  });
  action('GET', '/:id', { right, result }, async (ctx, { id }) => orNotFound(await findArchiveFile(ctx, id)));
  // A download that was interrupted goes on where it was: `Range` and `If-Range`.
  action('GET', '/:id/file', { right, file: 'application/zip' }, async (ctx, { id, request, reply }) => {
    const { filename, fileSha256 } = orNotFound(await findById(ctx.db, ctx.scope, id));
    const file = { filename, sha256: orNotFound(fileSha256), mime: 'application/zip' };
    return sendStoredRange(request, reply, ctx.files, file);
  });
}
