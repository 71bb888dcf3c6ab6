import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  approveCommand,
  commentsCommand,
  holdCommand,
  invoiceListParameters,
  invoices,
  markOriginalCommand,
  paymentStatusCommand,
  resubmitCommand,
  undoCommand,
  restoreDuplicateCommand,
  withdrawCommand,
} from '#contract/invoicing/invoices.ts';
import { bookingToEdit, saveBookingCommand } from '#contract/invoicing/booking.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { listParameters, readListQuery } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import {
  approveInvoice,
  holdInvoice,
  markInvoiceOriginal,
  removeDuplicate,
  restoreDuplicate,
  resubmitInvoice,
  undoDecision,
  withdrawInvoice,
} from '../approval/approval.service.ts';
import { setPaymentStatus } from '../payment-status/payment-status.service.ts';
import { editBooking, saveBooking } from '../booking/booking.service.ts';
import { commentInvoice } from '../comments/comments.service.ts';
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
    const { status: states, companyId } = parseInput(invoiceListParameters, request.query);
    const { rows, ...metadata } = await listInvoices(ctx, readListQuery(invoices, request), {
      states,
      companyId,
    });
    return { result: rows, metadata };
  });
  command('approve', 'approve', approveCommand, approveInvoice);
  command('hold', 'approve', holdCommand, holdInvoice);
  command('withdraw', 'approve', withdrawCommand, withdrawInvoice);
  command('resubmit', 'update', resubmitCommand, resubmitInvoice);
  command('undo', 'approve', undoCommand, undoDecision);
  command('comments', 'comment', commentsCommand, commentInvoice);
  command('payment-status', 'update', paymentStatusCommand, setPaymentStatus);
  command('mark-original', 'markoriginal', markOriginalCommand, markInvoiceOriginal);
  command('restore-duplicate', 'approve', restoreDuplicateCommand, restoreDuplicate);
  action('GET', '/:id/booking', { right: 'update', result: bookingToEdit }, (ctx, { id }) =>
    editBooking(ctx, id),
  );
  action(
    'PUT',
    '/:id/booking',
    { right: 'update', body: saveBookingCommand, result: invoices.record },
    (ctx, { id, body }) => saveBooking(ctx, id, body),
  );
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
