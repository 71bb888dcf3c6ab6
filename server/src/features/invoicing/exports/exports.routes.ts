import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exportCommand, invoiceExports } from '#contract/invoicing/invoices.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { findById } from './exports.repository.ts';
import { findExport, listExports, startExport } from './exports.service.ts';

const right = 'export';
const result = invoiceExports.record;
const page = z.object({
  result: z.array(invoiceExports.row),
  metadata: z.object({ count: z.int().optional() }),
});

export function exportRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, invoiceExports);
  action('POST', '', { right, body: exportCommand, result, status: 202 }, (ctx, { body }) =>
    startExport(ctx, body),
  );
  action('GET', '', { right, query: listParameters, answer: page }, async (ctx, { request }) => {
    const { rows, ...metadata } = await listExports(ctx, readListQuery(invoiceExports, request));
    return { result: rows, metadata };
  });
  action('GET', '/:id', { right, result }, async (ctx, { id }) => orNotFound(await findExport(ctx, id)));
  action('GET', '/:id/file', { right, file: ['text/csv', 'application/zip'] }, async (ctx, { id, reply }) => {
    const { format, filename, fileSha256 } = orNotFound(await findById(ctx.db, ctx.scope, id));
    const mime = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/zip';
    return sendStored(reply, ctx.files, { filename, sha256: orNotFound(fileSha256), mime });
  });
}
