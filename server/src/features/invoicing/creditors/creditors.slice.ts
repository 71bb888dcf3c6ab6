import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  blockCreditorCommand,
  creditorChoice,
  creditorLookupQuery,
  creditors,
  mergeCreditorCommand,
  undoMergeCommand,
  unblockCreditorCommand,
} from '#contract/invoicing/creditors.ts';
import { parseListQuery } from '#contract/list-query.ts';
import type { Services } from '#server/platform/context.ts';
import { exportFields, streamed } from '#server/platform/http/mount-export.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { findById, list, stream } from './creditors.repository.ts';
import { blockCreditor, creditorsService, lookupCreditors, unblockCreditor } from './creditors.service.ts';
import { mergeCreditor, undoMerge } from './merge.service.ts';

export const creditorSlice = slice({
  resource: creditors,
  service: creditorsService,
  routes: creditorRoutes,
  history: historyBy(findById),
  // A creditor comes with its invoices, and goes up in another or is blocked.
  trash: 'none',
  exports: exportFields('creditors', streamed(stream), [
    'name',
    'city',
    'kvk',
    'vatId',
    ['invoiceCount', 'number'],
    ['lastInvoiceDate', 'day'],
  ]),
  search: {
    rank: 10,
    async find({ db, scope }, words, max) {
      const query = { ...parseListQuery(creditors, { $top: String(max), $count: 'false' }), words };
      const { rows } = await list(db, scope, query);
      return rows.map(({ id, companyId, name, city }) => ({
        id,
        companyId,
        parentId: null,
        title: name,
        subtitle: city,
      }));
    },
  },
});

function creditorRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, creditors);
  const change = { right: 'update', result: creditors.record } as const;
  action(
    'GET',
    '/lookup',
    { right: 'read', query: creditorLookupQuery, result: z.array(creditorChoice) },
    (ctx, { query }) => lookupCreditors(ctx, query),
  );
  action('POST', '/:id/block', { ...change, body: blockCreditorCommand }, (ctx, { id, body }) =>
    blockCreditor(ctx, id, body),
  );
  action('POST', '/:id/unblock', { ...change, body: unblockCreditorCommand }, (ctx, { id, body }) =>
    unblockCreditor(ctx, id, body),
  );
  action('POST', '/:id/merge', { ...change, body: mergeCreditorCommand }, (ctx, { id, body }) =>
    mergeCreditor(ctx, id, body),
  );
  action('POST', '/:id/undo-merge', { ...change, body: undoMergeCommand }, (ctx, { id, body }) =>
    undoMerge(ctx, id, body),
  );
}
