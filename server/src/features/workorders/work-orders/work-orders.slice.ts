import { sql } from 'kysely';
import { administrations } from '#contract/core/administrations.ts';
import { companies } from '#contract/core/companies.ts';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { parseListQuery } from '#contract/list-query.ts';
import { users } from '#contract/core/users.ts';
import { portalUsers } from '#contract/carpetline/portal-users.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import { administrationUse, contactPersonUse, relationUse, workOrderUse } from '../uses.repository.ts';
import { exportColumns, exportedRows } from './export.ts';
import { countRestored } from './order-counts.repository.ts';
import { workOrderOwner } from './owner.ts';
import { whenRenamed } from './search.job.ts';
import { list } from './work-orders.list.ts';
import { workOrderRoutes } from './work-orders.routes.ts';
import { workOrdersService } from './work-orders.service.ts';

export const workOrderSlice = slice({
  resource: workOrders,
  service: workOrdersService,
  routes: workOrderRoutes,
  history: { companyOf: workOrderOwner.companyOf },
  trash: {
    table: 'work_orders',
    name: sql`year_number || ' ' || reference`,
    standsAlone: companyStays('work_orders'),
    afterRestore: (tx, _ctx, record) => countRestored(tx, record),
    // Lines, hours and people are deleted by their foreign keys; notes and attachments refer to the id only.
    beforePurge: ({ id, companyId }) =>
      ['notes', 'attachments'].map(
        (table) => sql`delete from ${sql.table(table)} where company_id = ${companyId} and entity_id = ${id}`,
      ),
  },
  exports: {
    list: 'workorders',
    rows: async (ctx, query) => exportedRows(ctx, query),
    columns: exportColumns,
  },
  owner: workOrderOwner,
  search: {
    rank: 8,
    async find({ db, scope, now }, words, max) {
      const query = parseListQuery(workOrders, { $top: String(max), query: words.join(' ') });
      const { rows } = await list(db, scope, now(), query);
      return rows.map(({ id, companyId, yearNumber, reference, customerRelation }) => ({
        id,
        companyId,
        parentId: null,
        title: yearNumber,
        subtitle: [customerRelation?.name ?? '', reference].filter((text) => text !== '').join(' · '),
      }));
    },
  },
  blocks: [
    { target: companies, findUse: workOrderUse },
    { target: administrations, findUse: administrationUse },
    { target: customerRelations, findUse: relationUse },
    { target: contactPersons, findUse: contactPersonUse },
  ],
  onChanged: [
    whenRenamed(users, 'users', ['firstName', 'lastName']),
    whenRenamed(portalUsers, 'users', ['name']),
    whenRenamed(contactPersons, 'contact_persons', ['firstName', 'lastName']),
    whenRenamed(customerRelations, 'customer_relations', ['name']),
    whenRenamed(administrations, 'administrations', ['name']),
  ],
});
