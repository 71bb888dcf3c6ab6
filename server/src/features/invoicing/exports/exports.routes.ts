import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exportCommand, invoiceExports } from '#contract/invoicing/invoices.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { findFile } from './exports.repository.ts';
import { findExport, listExports, startExport } from './exports.service.ts';

const permission = `${invoiceExports.permission}.export`;
const url = `/api/${invoiceExports.path}`;
const tags = [invoiceExports.path];
const one = z.object({ result: invoiceExports.record });
const page = z.object({
  result: z.array(invoiceExports.row),
  metadata: z.object({ count: z.int().optional() }),
});

export function exportRoutes(app: FastifyInstance, services: Services): void {
  const config = { permission };
  app.post(
    url,
    { config, schema: { tags, body: exportCommand, response: { 202: one } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      return reply
        .code(202)
        .send({ result: await startExport(ctx, parseInput(exportCommand, request.body)) });
    },
  );
  app.get(
    url,
    { config, schema: { tags, querystring: listParameters, response: { 200: page } } },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      const found = await listExports(ctx, readListQuery(invoiceExports, request));
      return { result: found.rows, metadata: found.count === undefined ? {} : { count: found.count } };
    },
  );
  app.get(`${url}/:id`, { config, schema: { tags, response: { 200: one } } }, async (request) => {
    const ctx = contextOf(services, request, permission);
    return { result: orNotFound(await findExport(ctx, idOf(request))) };
  });
  app.get(`${url}/:id/file`, { config, schema: { tags } }, async (request, reply) => {
    const ctx = contextOf(services, request, permission);
    const file = orNotFound(await findFile(ctx.db, ctx.scope, idOf(request)));
    const mime = file.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/zip';
    return sendStored(reply, ctx.files, { ...file, sha256: file.sha256 ?? '', mime });
  });
}
