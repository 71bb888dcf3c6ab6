import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  addApprovalCommand,
  approvalLine,
  companyUser,
  invoices,
  moveApprovalCommand,
  passOnCommand,
} from '#contract/invoicing/invoices.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import {
  addApproval,
  listApprovals,
  listCompanyUsers,
  moveApproval,
  passOnApproval,
  removeApproval,
} from './approvals.service.ts';

const ofInvoice = z.object({ invoiceId: z.string().min(1).max(64) });
const ofCompany = z.object({ companyId: z.string().min(1).max(64).optional() });
const withReason = z.object({ reason: z.string().trim().max(1000).default('') });
const lines = z.array(approvalLine);

export function approvalRoutes(app: FastifyInstance, services: Services): void {
  const tag = 'fmmodule/approvals';
  const onInvoices = actionsOf(app, services, { path: 'fmmodule', permission: invoices.permission, tag });
  onInvoices('GET', '/approvals', { right: 'read', query: ofInvoice, result: lines }, (ctx, { query }) =>
    listApprovals(ctx, query.invoiceId),
  );
  // Whose line it is passes it on; for others' lines the service asks for more.
  const passOn = { right: 'approve', body: passOnCommand, result: lines };
  onInvoices('POST', '/approvals/:id/pass-on', passOn, (ctx, { id, body }) => passOnApproval(ctx, id, body));
  const users = { right: 'read', query: ofCompany, result: z.array(companyUser) };
  onInvoices('GET', '/companyusers', users, (ctx, { query: { companyId = ctx.caller.companyId } }) =>
    listCompanyUsers(ctx, companyId),
  );

  const onLines = actionsOf(app, services, {
    path: 'fmmodule/approvals',
    permission: 'fmmodule.approvals',
    name: 'approval line',
    tag,
  });
  onLines(
    'POST',
    '',
    { right: 'create', body: addApprovalCommand, result: lines, status: 201 },
    (ctx, { body }) => addApproval(ctx, body),
  );
  onLines('PUT', '/:id', { right: 'update', body: moveApprovalCommand, result: lines }, (ctx, { id, body }) =>
    moveApproval(ctx, id, body),
  );
  onLines('DELETE', '/:id', { right: 'delete', query: withReason, status: 204 }, (ctx, { id, query }) =>
    removeApproval(ctx, id, query.reason),
  );
}
