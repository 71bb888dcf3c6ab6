import { type Expression, sql, type SqlBool } from 'kysely';
import type { Row } from '#contract/resource.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { listColumns } from '#server/platform/db/list-columns.ts';

type WorkOrderRow = Row<typeof workOrders>;

// Both tables have people of an order in the order in which they were chosen.
const contacts = sql`work_order_contacts wc
  join contact_persons p on p.company_id = wc.company_id and p.id = wc.contact_person_id
  join customer_relations pr on pr.company_id = p.company_id and pr.id = p.customer_relation_id
  where wc.company_id = work_orders.company_id and wc.work_order_id = work_orders.id`;
const users = sql`work_order_users wu join users u on u.id = wu.user_id
  where wu.company_id = work_orders.company_id and wu.work_order_id = work_orders.id`;

/** The company of an order as it travels. */
export const companyOf = sql<WorkOrderRow['company']>`(
  select json_build_object('name', c.name) from companies c where c.id = work_orders.company_id)`;

/** The administration of an order as it travels. */
export const administrationOf = sql<WorkOrderRow['administration']>`(
  select json_build_object('id', sa.id, 'name', sa.name) from administrations sa
  where sa.company_id = work_orders.company_id and sa.id = work_orders.administration_id)`;

/** The relation of an order as it travels; null without any. */
export const relationOf = sql<WorkOrderRow['customerRelation']>`(
  select json_build_object('id', sr.id, 'tag', sr.tag, 'name', sr.name) from customer_relations sr
  where sr.company_id = work_orders.company_id and sr.id = work_orders.customer_relation_id)`;

/** The contact persons of an order as they travel; for the rows of a page only. */
export const contactPersonsOf = sql<WorkOrderRow['contactPersons']>`(
  select coalesce(json_agg(json_build_object(
    'id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'fullName', p.first_name || ' ' || p.last_name,
    'customerRelation', json_build_object('id', pr.id, 'tag', pr.tag, 'name', pr.name)) order by wc.position), '[]')
  from ${contacts})`;

/** The responsible users of an order as they travel; for the rows of a page only. */
export const usersOf = sql<WorkOrderRow['assignedUsers']>`(
  select coalesce(json_agg(json_build_object(
    'id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'fullName', u.first_name || ' ' || u.last_name)
    order by wu.position), '[]')
  from ${users})`;

/** Where the fields of a work order are. */
export const columns = listColumns(workOrders.fields, {
  id: 'work_orders.id',
  companyId: 'work_orders.company_id',
  year: { sql: 'work_orders.year', nullable: false },
  number: { sql: 'work_orders.number', nullable: false },
  // Digits and a dash: nothing to fold.
  yearNumber: {
    sql: 'work_orders.year_number',
    nullable: false,
    natural: true,
    folded: sql.ref('work_orders.year_number'),
  },
  createdAt: { sql: 'work_orders.created_at', nullable: false },
  administrationId: { sql: 'work_orders.administration_id', nullable: false },
  'administration/id': { sql: 'work_orders.administration_id', nullable: false },
  'administration/name': { sql: 'a.name', natural: true, nullable: false },
  invoiceNumber: { sql: 'work_orders.invoice_number', natural: true, nullable: false },
  reference: { sql: 'work_orders.reference', natural: true, nullable: false },
  customerRelationId: { sql: 'work_orders.customer_relation_id', nullable: true },
  'customerRelation/id': { sql: 'work_orders.customer_relation_id', nullable: true },
  'customerRelation/tag': { sql: 'r.tag', natural: true, nullable: true },
  'customerRelation/name': { sql: 'r.name', natural: true, nullable: true },
  contactPersons: {
    exists: (condition: Expression<SqlBool>) =>
      sql<SqlBool>`exists (select from ${contacts} and ${condition})`,
    any: {
      id: { sql: 'wc.contact_person_id', nullable: false },
      firstName: { sql: 'p.first_name', nullable: false },
      lastName: { sql: 'p.last_name', nullable: false },
      fullName: sql`(p.first_name || ' ' || p.last_name)`,
      'customerRelation/id': { sql: 'p.customer_relation_id', nullable: false },
      'customerRelation/tag': { sql: 'pr.tag', nullable: false },
      'customerRelation/name': { sql: 'pr.name', nullable: false },
    },
  },
  assignedUsers: {
    exists: (condition: Expression<SqlBool>) => sql<SqlBool>`exists (select from ${users} and ${condition})`,
    any: {
      id: { sql: 'wu.user_id', nullable: false },
      firstName: { sql: 'u.first_name', nullable: false },
      lastName: { sql: 'u.last_name', nullable: false },
      fullName: sql`(u.first_name || ' ' || u.last_name)`,
    },
  },
  status: { sql: 'work_orders.status', nullable: false, few: true },
  firstTestDate: { sql: 'work_orders.first_test_date', nullable: true },
  printingCompanyDate: { sql: 'work_orders.printing_company_date', nullable: true },
  diffuserDate: { sql: 'work_orders.diffuser_date', nullable: true },
  deliveryDate: { sql: 'work_orders.delivery_date', nullable: true },
});
