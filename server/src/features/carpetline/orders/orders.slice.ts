import { sql } from 'kysely';
import { maxDrawingBytes } from '#contract/carpetline/line.ts';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { companies } from '#contract/core/companies.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { parseListQuery } from '#contract/list-query.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import { carpetOrderUse } from '../uses.repository.ts';
import * as repository from './orders.repository.ts';
import { carpetOrdersService } from './orders.service.ts';
import { publishOrder } from './publish-order.ts';
import { reachable } from './reach.repository.ts';

export const carpetOrderSlice = slice({
  resource: carpetOrders,
  service: carpetOrdersService,
  // The client of product 2.3 sends drawings along with the order.
  bodyLimit: maxDrawingBytes * 3,
  history: {
    companyOf: async (ctx, id) =>
      (await repository.find(ctx.db, ctx.scope, ctx.caller.companyId, id))?.companyId,
  },
  trash: {
    table: 'carpet_orders',
    name: sql`concat_ws(' ', number::text, nullif(reference, ''))`,
    standsAlone: companyStays('carpet_orders'),
    // Portal users see in the trash what they saw before (§F4).
    visible: reachable,
    // Portal users are notified of events of their relation only.
    async afterRestore(tx, ctx, { id, companyId }) {
      const order = companyId === null ? undefined : await repository.find(tx, ctx.scope, companyId, id);
      if (order) await publishOrder(tx, ctx, order);
    },
  },
  exports: {
    list: 'carpet-orders',
    rows: async ({ db, scope }, query) => repository.stream(db, scope, query),
    columns: [
      ['number', 'number', ({ number }) => number],
      ['reference', 'text', ({ reference }) => reference],
      ['customerRelation.name', 'text', ({ relationName }) => relationName],
      ['deliveredBy', 'text', ({ deliveredBy }) => deliveredBy],
      ['orderDate', 'day', ({ orderDate }) => orderDate],
      ['deliveryDate', 'day', ({ deliveryDate }) => deliveryDate],
      ['lineCount', 'number', ({ lineCount }) => lineCount],
    ],
  },
  // By number, reference, supplier and relation.
  search: {
    rank: 5,
    async find({ db, scope }, words, max) {
      const query = parseListQuery(carpetOrders, { query: words.join(' '), $top: String(max) });
      const { rows } = await repository.list(db, scope, query);
      return rows.map(({ id, companyId, number, reference, customerRelation }) => ({
        companyId,
        // The address of an order has its number, which is unique in one company only.
        id: scope.reach === 'system' ? id : String(number),
        parentId: null,
        title: [number, reference].filter((text) => text !== '').join(' · '),
        subtitle: customerRelation?.name ?? '',
      }));
    },
  },
  onPurged: [{ target: customerRelations, run: repository.forgetRelation }],
  blocks: [{ target: companies, findUse: carpetOrderUse }],
});
