import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { approvalLine, companyUser, invoices } from '#contract/invoicing/invoices.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { listApprovals, listCompanyUsers, removeApproval } from './approvals.service.ts';

const tags = ['fmmodule/approvals'];
const ofInvoice = z.object({ invoiceId: z.string().min(1).max(64) });
const ofCompany = z.object({ companyId: z.string().min(1).max(64).optional() });

export function approvalRoutes(app: FastifyInstance, services: Services): void {
  const read = `${invoices.permission}.read`;
  const update = `${invoices.permission}.update`;
  const lines = z.object({ result: z.array(approvalLine) });
  const users = z.object({ result: z.array(companyUser) });

  app.get(
    '/api/fmmodule/approvals',
    { config: { permission: read }, schema: { tags, querystring: ofInvoice, response: { 200: lines } } },
    async (request) => {
      const ctx = contextOf(services, request, read);
      return { result: await listApprovals(ctx, parseInput(ofInvoice, request.query).invoiceId) };
    },
  );

  app.delete(
    '/api/fmmodule/approvals/:id',
    { config: { permission: update }, schema: { tags, response: { 204: z.null() } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, update);
      await removeApproval(ctx, idOf(request));
      return reply.code(204).send();
    },
  );

  app.get(
    '/api/fmmodule/companyusers',
    { config: { permission: read }, schema: { tags, querystring: ofCompany, response: { 200: users } } },
    async (request) => {
      const ctx = contextOf(services, request, read);
      const { companyId = ctx.caller.companyId } = parseInput(ofCompany, request.query);
      return { result: await listCompanyUsers(ctx, companyId) };
    },
  );
}
