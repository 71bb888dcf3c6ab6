import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  approveCommand,
  bulkCommand,
  bulkOutcome,
  commentsCommand,
  fileRoles,
  holdCommand,
  invoiceListParameters,
  invoices,
  markOriginalCommand,
  moveCommand,
  openedCommand,
  paymentStatusCommand,
  realEstateCommand,
  resubmitCommand,
  reviseCommand,
  undoCommand,
  restoreDuplicateCommand,
  takeApartCommand,
  withdrawCommand,
} from '#contract/invoicing/invoices.ts';
import { supplierMails } from '#contract/invoicing/supplier-mail.ts';
import { eInvoiceVerdict } from '#contract/invoicing/e-invoice.ts';
import { checkCommand, ruleDecision, undoRuleCommand } from '#contract/invoicing/touchless.ts';
import { bookingToEdit, saveBookingCommand } from '#contract/invoicing/booking.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { mimeOf } from '#server/platform/files/sniff.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import {
  approveInvoice,
  holdInvoice,
  markInvoiceOriginal,
  noteOpened,
  removeDuplicate,
  restoreDuplicate,
  resubmitInvoice,
  reviseInvoice,
  undoDecision,
  withdrawInvoice,
} from '../approval/approval.service.ts';
import { setRealEstate } from '../retention/real-estate.service.ts';
import { setPaymentStatus } from '../payment-status/payment-status.service.ts';
import { editBooking, saveBooking } from '../booking/booking.service.ts';
import { checkSample, findDecision, undoRule } from '../touchless/decisions.service.ts';
import { cameInOf } from '../touchless/stopped.ts';
import { turnOf } from '../workload/workload.service.ts';
import { moveInvoice } from '../approval/standing.service.ts';
import { decideMany } from '../approval/bulk.service.ts';
import { findSupplierMails } from '../supplier-mails/supplier-mails.service.ts';
import { commentInvoice } from '../comments/comments.service.ts';
import { takeFilesApart } from '../files/take-apart.service.ts';
import { findVerdict } from '../e-invoices/verdict.service.ts';
import { findFile } from './invoices.repository.ts';
import { type Invoice, listInvoices } from './invoices.service.ts';

const list = {
  right: 'read',
  query: listParameters.extend(invoiceListParameters.shape),
  answer: z.object({
    result: z.array(invoices.row),
    metadata: z.object({ count: z.int().optional() }),
  }),
};

export function invoiceRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, invoices);
  // Not the common list: `status=` and `companyId=` choose what is listed (§C5).
  action('GET', '', list, async (ctx, { request }) => {
    const { status: states, companyId, approver, ...came } = parseInput(invoiceListParameters, request.query);
    const { rows, ...metadata } = await listInvoices(ctx, readListQuery(invoices, request), {
      states,
      companyId,
      turnOf: await turnOf(ctx, companyId, approver),
      came: cameInOf(came),
    });
    return { result: rows, metadata };
  });
  command('approve', 'approve', approveCommand, approveInvoice);
  command('hold', 'approve', holdCommand, holdInvoice);
  command('withdraw', 'approve', withdrawCommand, withdrawInvoice);
  command('take-apart', 'update', takeApartCommand, takeFilesApart);
  command('resubmit', 'update', resubmitCommand, resubmitInvoice);
  command('withdraw-decisions', 'update', reviseCommand, reviseInvoice);
  command('move', 'update', moveCommand, moveInvoice);
  command('undo', 'approve', undoCommand, undoDecision);
  command('comments', 'comment', commentsCommand, commentInvoice);
  command('real-estate', 'update', realEstateCommand, setRealEstate);
  command('payment-status', 'update', paymentStatusCommand, setPaymentStatus);
  command('mark-original', 'markoriginal', markOriginalCommand, markInvoiceOriginal);
  command('restore-duplicate', 'approve', restoreDuplicateCommand, restoreDuplicate);
  action('GET', '/:id/decision', { right: 'read', result: ruleDecision.nullable() }, (ctx, { id }) =>
    findDecision(ctx, id),
  );
  action('GET', '/:id/e-invoice', { right: 'read', result: eInvoiceVerdict.nullable() }, (ctx, { id }) =>
    findVerdict(ctx, id),
  );
  const mails = { right: 'approve', result: supplierMails };
  action('GET', '/:id/supplier-mail', mails, (ctx, { id }) => findSupplierMails(ctx, id));
  for (const role of fileRoles)
    action(
      'GET',
      `/:id/files/${role}`,
      { right: 'read', file: Object.values(mimeOf) },
      async ({ db, scope, files }, { id, reply }) =>
        sendStored(reply, files, orNotFound(await findFile(db, scope, id, role))),
    );
  command('undo-rule', 'approve', undoRuleCommand, undoRule);
  command('check', 'approve', checkCommand, checkSample);
  action('GET', '/:id/booking', { right: 'update', result: bookingToEdit }, (ctx, { id }) =>
    editBooking(ctx, id),
  );
  action(
    'PUT',
    '/:id/booking',
    { right: 'update', body: saveBookingCommand, result: invoices.record },
    (ctx, { id, body }) => saveBooking(ctx, id, body),
  );
  action(
    'PUT',
    '/:id/opened',
    { right: 'approve', body: openedCommand, isBodyOptional: true, status: 204 },
    (ctx, { id }) => noteOpened(ctx, id),
  );
  const many = { right: 'approve', body: bulkCommand, result: z.array(bulkOutcome) };
  action('POST', '/decide', many, (ctx, { body }) => decideMany(ctx, body));
  action('DELETE', '/:id', { right: 'approve', status: 204 }, (ctx, { id }) => removeDuplicate(ctx, id));

  function command<S extends z.ZodType>(
    name: string,
    right: string,
    body: S,
    run: (ctx: Context, id: string, command: z.output<S>) => Promise<Invoice>,
  ): void {
    const options = { right, body, isBodyOptional: true, result: invoices.record };
    action('POST', `/:id/${name}`, options, (ctx, input) => run(ctx, input.id, input.body));
  }
}
