import type { FastifyInstance } from 'fastify';
import { billingRuns } from '#contract/billing/billing-runs.ts';
import * as bodies from '#contract/billing/invoice-states.ts';
import { issuedInvoices } from '#contract/billing/own-usage.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { findMail, findRunMail, mailInvoice, mailRun } from './invoice-mail.service.ts';
import { payInvoice } from './payments.service.ts';

/** Mailing final invoices and marking them paid. */
export function invoiceStateRoutes(app: FastifyInstance, services: Services): void {
  const ofInvoice = actionsOf(app, services, issuedInvoices);
  ofInvoice('GET', '/:id/mail', { right: 'read', result: bodies.invoiceMail }, (ctx, { parents, id }) =>
    findMail(ctx, parents.companyId, id),
  );
  ofInvoice(
    'POST',
    '/:id/mail',
    { right: 'mail', body: bodies.mailInvoice, result: issuedInvoices.record },
    (ctx, { parents, id, body }) => mailInvoice(ctx, { ...parents, id }, body),
  );
  ofInvoice(
    'POST',
    '/:id/paid',
    { right: 'pay', body: bodies.payInvoice, result: issuedInvoices.record },
    (ctx, { parents, id, body }) => payInvoice(ctx, { ...parents, id }, body.paidOn),
  );
  ofInvoice('DELETE', '/:id/paid', { right: 'pay', result: issuedInvoices.record }, (ctx, { parents, id }) =>
    payInvoice(ctx, { ...parents, id }, null),
  );

  const ofRun = actionsOf(app, services, billingRuns);
  ofRun('GET', '/:id/mail', { right: 'read', result: bodies.runMail }, (ctx, { id }) => findRunMail(ctx, id));
  ofRun('POST', '/:id/mail', { right: 'mail', result: bodies.runMailed }, (ctx, { id }) => mailRun(ctx, id));
}
