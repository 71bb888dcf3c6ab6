import { sql } from 'kysely';
import { semiFinishes } from '#contract/carpetline/catalogue.ts';
import { portalUsers } from '#contract/carpetline/portal-users.ts';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { type HistoryKind, type Searcher, type TrashKind, trashTable } from '#server/features/core/index.ts';
import { parseListQuery } from '#contract/list-query.ts';
import * as catalogue from './catalogue/catalogue.repository.ts';
import * as orders from './orders/orders.repository.ts';
import { publishOrder } from './orders/publish-order.ts';
import { reachable } from './orders/reach.ts';
import * as people from './portal-users/portal-users.repository.ts';

/** The records of this area that have a history. */
export const carpetHistory: readonly HistoryKind[] = [
  {
    entity: carpetOrders.permission,
    companyOf: async (ctx, id) => (await orders.find(ctx.db, ctx.scope, ctx.caller.companyId, id))?.companyId,
  },
  {
    entity: semiFinishes.permission,
    companyOf: async (ctx, id) => (await catalogue.findById(ctx.db, ctx.scope, id))?.companyId,
  },
  {
    entity: portalUsers.permission,
    companyOf: async (ctx, id) => (await people.findById(ctx.db, ctx.scope, id))?.companyId,
  },
];

const ofCompany = (table: string) =>
  sql`exists (select from companies c where c.id = ${sql.ref(`${table}.company_id`)} and c.deleted_at is null)`;

const orderTrash = trashTable({
  entity: carpetOrders.permission,
  path: carpetOrders.path,
  table: 'carpet_orders',
  name: sql`concat_ws(' ', number::text, nullif(reference, ''))`,
  standsAlone: ofCompany('carpet_orders'),
});

/** The records of this area that go to the trash. */
export const carpetTrash: readonly TrashKind[] = [
  {
    ...orderTrash,
    // A portal user reaches in the trash what he reached before (§F4).
    async restore(tx, ctx, record) {
      await orderTrash.restore(tx, ctx, record);
      const order = record.companyId
        ? await orders.find(tx, ctx.scope, record.companyId, record.id)
        : undefined;
      // Its portal users hear only of what names their relation.
      if (order) await publishOrder(tx, ctx, order);
    },
    deleted: (scope) =>
      sql`select part.* from (${orderTrash.deleted(scope)}) part where part.id in (select carpet_orders.id from carpet_orders where ${reachable(scope)})`,
  },
  trashTable({
    entity: semiFinishes.permission,
    path: semiFinishes.path,
    table: 'semi_finishes',
    name: sql`description`,
    standsAlone: ofCompany('semi_finishes'),
  }),
];

/** Orders by number, reference, supplier and relation, for the one search. */
export const carpetSearchers: readonly Searcher[] = [
  {
    kind: carpetOrders.permission,
    async find({ db, scope }, words, most) {
      const query = parseListQuery(carpetOrders, { query: words.join(' '), $top: String(most) });
      const { rows } = await orders.list(db, scope, query);
      return rows.map(({ id, number, reference, customerRelation }) => ({
        // Its screen knows an order by its number, which is the own company's only.
        id: scope.reach === 'system' ? id : String(number),
        parentId: null,
        title: [number, reference].filter((text) => text !== '').join(' · '),
        subtitle: customerRelation?.name ?? '',
      }));
    },
  },
];
