import { sql } from 'kysely';
import { semiFinishes } from '#contract/carpetline/catalogue.ts';
import { maxDrawingBytes } from '#contract/carpetline/line.ts';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { portalUsers } from '#contract/carpetline/portal-users.ts';
import { companies } from '#contract/core/companies.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { users } from '#contract/core/users.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { parseListQuery } from '#contract/list-query.ts';
import { historyBy, type Slice, slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import * as catalogue from './catalogue/catalogue.repository.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { exportLines } from './catalogue/catalogue-csv.service.ts';
import { catalogueService } from './catalogue/catalogue.service.ts';
import * as orders from './orders/orders.repository.ts';
import { carpetOrdersService } from './orders/orders.service.ts';
import { publishOrder } from './orders/publish-order.ts';
import { reachable } from './orders/reach.ts';
import * as people from './portal-users/portal-users.repository.ts';
import { keepSecret } from './portal-users/portal-users.routes.ts';
import {
  portalUsersService,
  refuseWithoutRelation,
  relationRemoved,
} from './portal-users/portal-users.service.ts';
import { carpetOrderUse } from './uses.repository.ts';

/** The resources of the area. */
export const carpetlineSlices: readonly Slice[] = [
  slice({
    resource: carpetOrders,
    service: carpetOrdersService,
    // The client of product 2.3 sends drawings along with the order.
    bodyLimit: maxDrawingBytes * 3,
    history: {
      companyOf: async (ctx, id) =>
        (await orders.find(ctx.db, ctx.scope, ctx.caller.companyId, id))?.companyId,
    },
    trash: {
      table: 'carpet_orders',
      name: sql`concat_ws(' ', number::text, nullif(reference, ''))`,
      standsAlone: companyStays('carpet_orders'),
      // A portal user sees in the trash what they saw before (§F4).
      visible: reachable,
      // Portal users are notified of what names their relation.
      async afterRestore(tx, ctx, { id, companyId }) {
        const order = companyId === null ? undefined : await orders.find(tx, ctx.scope, companyId, id);
        if (order) await publishOrder(tx, ctx, order);
      },
    },
    exports: {
      list: 'carpet-orders',
      rows: async ({ db, scope }, query) => orders.stream(db, scope, query),
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
        const { rows } = await orders.list(db, scope, query);
        return rows.map(({ id, number, reference, customerRelation }) => ({
          // Its screen finds an order by its number, which is unique in one company only.
          id: scope.reach === 'system' ? id : String(number),
          parentId: null,
          title: [number, reference].filter((text) => text !== '').join(' · '),
          subtitle: customerRelation?.name ?? '',
        }));
      },
    },
    blocks: [{ target: companies, findUse: carpetOrderUse }],
  }),
  slice({
    resource: semiFinishes,
    service: catalogueService,
    routes: catalogueRoutes,
    history: historyBy(catalogue.findById),
    trash: {
      table: 'semi_finishes',
      name: sql`description`,
      standsAlone: companyStays('semi_finishes'),
    },
    // An exported file can be changed and imported again: the heads are the same.
    exports: exportFields('semi-finishes', async (ctx, query) => exportLines(ctx, query), [
      ['semiFinish', 'text'],
      ['articleNumber', 'text'],
      ['article', 'text'],
      ['color', 'text'],
      ['swatch', 'text'],
      ['active', 'boolean'],
    ]),
  }),
  slice({
    resource: portalUsers,
    service: portalUsersService,
    prepare: keepSecret,
    history: historyBy(people.findById),
    trash: 'none',
    exports: 'none',
    onRemoved: [{ target: customerRelations, run: relationRemoved }],
    beforeActivated: [{ target: users, run: (tx, _ctx, { id }) => refuseWithoutRelation(tx, id) }],
  }),
];
