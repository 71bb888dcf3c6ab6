import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { approvalLine, companyUser, invoices } from '#contract/invoicing/invoices.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { listApprovals, listCompanyUsers, removeApproval } from './approvals.service.ts';

const ofInvoice = z.object({ invoiceId: z.string().min(1).max(64) });
const ofCompany = z.object({ companyId: z.string().min(1).max(64).optional() });

export function approvalRoutes(app: FastifyInstance, services: Services): void {
  const { permission } = invoices;
  const tag = 'fmmodule/approvals';
  const action = actionsOf(app, services, { path: 'fmmodule', permission, tag });
  const lines = { right: 'read', query: ofInvoice, result: z.array(approvalLine) };
  action('GET', '/approvals', lines, (ctx, { query }) => listApprovals(ctx, query.invoiceId));
  action('DELETE', '/approvals/:id', { right: 'update', status: 204 }, (ctx, { id }) =>
    removeApproval(ctx, id),
  );
  const users = { right: 'read', query: ofCompany, result: z.array(companyUser) };
  action('GET', '/companyusers', users, (ctx, { query: { companyId = ctx.caller.companyId } }) =>
    listCompanyUsers(ctx, companyId),
  );
}
