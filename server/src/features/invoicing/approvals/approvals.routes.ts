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
import {
  advice,
  answerAdviceCommand,
  approvalSettings,
  askAdviceCommand,
  commentEntry,
  mention,
  mentionable,
} from '#contract/invoicing/approval-work.ts';
import type { Services } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { answerAdvice, askAdvice, listAdvices, listOwnAdvices } from '../advices/advices.service.ts';
import { listEntries, listMentions } from '../comments/entries.repository.ts';
import { listMentionable } from '../comments/mentionable.service.ts';
import { companyOf } from '../invoices/invoices.repository.ts';
import { findSettings } from '../settings/settings.repository.ts';
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

  onInvoices('GET', '/approvals/settings', { right: 'read', result: approvalSettings }, (ctx) =>
    findSettings(ctx.db, ctx.caller.companyId),
  );
  const advices = z.array(advice);
  onInvoices('GET', '/advices', { right: 'read', query: ofInvoice, result: advices }, (ctx, { query }) =>
    listAdvices(ctx, query.invoiceId),
  );
  onInvoices('GET', '/advices/open', { right: 'read', result: advices }, (ctx) => listOwnAdvices(ctx));
  const ask = { right: 'approve', body: askAdviceCommand, result: advices, status: 201 } as const;
  onInvoices('POST', '/advices', ask, (ctx, { body }) => askAdvice(ctx, body));
  const answer = { right: 'comment', body: answerAdviceCommand, result: advices };
  onInvoices('POST', '/advices/:id/answer', answer, (ctx, { id, body }) => answerAdvice(ctx, id, body));

  onInvoices(
    'GET',
    '/comments',
    { right: 'read', query: ofInvoice, result: z.array(commentEntry) },
    async (ctx, { query: { invoiceId } }) => {
      orNotFound(await companyOf(ctx.db, ctx.scope, invoiceId));
      return listEntries(ctx.db, ctx.scope, invoiceId);
    },
  );
  const people = { right: 'comment', query: ofInvoice, result: z.array(mentionable) };
  onInvoices('GET', '/comments/people', people, (ctx, { query }) => listMentionable(ctx, query.invoiceId));
  onInvoices('GET', '/mentions', { right: 'read', result: z.array(mention) }, (ctx) =>
    listMentions(ctx.db, ctx.scope, ctx.caller.userId),
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
