import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  approveCommand,
  commentsCommand,
  holdCommand,
  invoiceListParameters,
  invoices,
  markOriginalCommand,
  resubmitCommand,
  withdrawCommand,
} from '#contract/invoicing/invoices.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import {
  approveInvoice,
  holdInvoice,
  markInvoiceOriginal,
  resubmitInvoice,
  withdrawInvoice,
} from '../approval/approval.service.ts';
import { commentInvoice } from '../comments/comments.service.ts';
import { type Invoice, listInvoices } from './invoices.service.ts';

const tags = [invoices.path];
const page = z.object({ result: z.array(invoices.row), metadata: z.object({ count: z.int().optional() }) });
const one = z.object({ result: invoices.record });

export function invoiceRoutes(app: FastifyInstance, services: Services): void {
  listRoute(app, services);
  command('approve', 'approve', approveCommand, approveInvoice);
  command('hold', 'approve', holdCommand, holdInvoice);
  command('withdraw', 'approve', withdrawCommand, withdrawInvoice);
  command('resubmit', 'update', resubmitCommand, resubmitInvoice);
  command('comments', 'comment', commentsCommand, commentInvoice);
  command('mark-original', 'markoriginal', markOriginalCommand, markInvoiceOriginal);

  function command<S extends z.ZodType>(
    name: string,
    right: string,
    body: S,
    work: (ctx: Context, id: string, command: z.output<S>) => Promise<Invoice>,
  ): void {
    const permission = `${invoices.permission}.${right}`;
    // An empty body means an empty command.
    const schema = { tags, body: body.nullish(), response: { 200: one } };
    app.post(`/api/${invoices.path}/:id/${name}`, { config: { permission }, schema }, async (request) => {
      const ctx = contextOf(services, request, permission);
      return { result: await work(ctx, idOf(request), parseInput(body, request.body ?? {})) };
    });
  }
}

// Not the common list: `status=` and `companyId=` choose what is listed (§C5).
function listRoute(app: FastifyInstance, services: Services): void {
  const permission = `${invoices.permission}.read`;
  const querystring = listParameters.extend(invoiceListParameters.shape);
  app.get(
    `/api/${invoices.path}`,
    { config: { permission }, schema: { tags, querystring, response: { 200: page } } },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      const { status, companyId } = parseInput(invoiceListParameters, request.query);
      const found = await listInvoices(ctx, readListQuery(invoices, request), { states: status, companyId });
      return { result: found.rows, metadata: found.count === undefined ? {} : { count: found.count } };
    },
  );
}
