import { sql } from 'kysely';
import { eventTypeOf } from '#contract/core/events.ts';
import type { Rec, UpdateBody } from '#contract/resource.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { Context } from '#server/platform/context.ts';
import { spreadOver } from '#server/platform/db/spread.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import { addToCounts, randomSlot } from './order-counts.repository.ts';
import { asRecord } from './work-orders.repository.ts';
import { detailedOf, ordersWithin } from './work-orders.rows.ts';

type WorkOrder = Rec<typeof workOrders>;
type Body = UpdateBody<typeof workOrders>;

// How a field becomes what it will be: a text that is not said stays, a date or number that may be empty is emptied by ''.
const texts = ['invoiceNumber', 'printingCompany', 'diffuser', 'publisher'] as const;
const numbers = ['status', 'numberOfOffersSent'] as const;
const days = ['firstTestDate', 'printingCompanyDate', 'diffuserDate', 'deliveryDate'] as const;
const fields = [...texts, ...numbers, ...days, 'estimatedMinutes'] as const;
type Field = (typeof fields)[number];

const columns: Readonly<Record<Field, string>> = {
  invoiceNumber: 'invoice_number',
  printingCompany: 'printing_company',
  diffuser: 'diffuser',
  publisher: 'publisher',
  status: 'status',
  numberOfOffersSent: 'number_of_offers_sent',
  firstTestDate: 'first_test_date',
  printingCompanyDate: 'printing_company_date',
  diffuserDate: 'diffuser_date',
  deliveryDate: 'delivery_date',
  estimatedMinutes: 'estimated_minutes',
};
const kept = [
  'id',
  'companyId',
  'company',
  'year',
  'number',
  'yearNumber',
  'createdAt',
  'reference',
  'administrationId',
  'administration',
  'customerRelationId',
  'customerRelation',
  'contactPersons',
  'assignedUsers',
  'isIncomplete',
  'discountPercentage',
] as const;

type Slots = Slot<
  | Field
  | 'reference'
  | 'id'
  | 'administrationId'
  | 'seenVersion'
  | 'at'
  | 'by'
  | 'historyId'
  | 'userName'
  | 'countSlot'
>;

/**
 * Reads an order, changes these fields and writes its history in one statement: only while it is as it was read, so that
 * nobody has to lock it. Who was there between reading and writing has raised the version, and nothing is written. The
 * reference has to be what it is: another one is indexed for the search, with the order locked.
 */
const changing = (set: readonly Field[]) =>
  scopedStatement((db, scope, slot: Slots) => {
    const read = detailedOf(ordersWithin(db, scope), slot('at'))
      .where('work_orders.reference', '=', slot('reference'))
      .where('work_orders.id', '=', slot('id'))
      .where('work_orders.administration_id', '=', slot('administrationId'))
      .where(({ or, eb, lit }) =>
        or([
          eb(sql`${slot('seenVersion')}::integer`, 'is', lit(null)),
          eb('work_orders.row_version', '=', sql<number>`${slot('seenVersion')}::integer`),
        ]),
      );
    const was = (field: Field) => sql.ref(`b.${field}`);
    const orEmpty = (field: Field, type: 'date' | 'integer') => {
      const said = sql`${slot(field)}::text`;
      return sql`coalesce(nullif(${said}, '')::${sql.raw(type)}, case when ${said} is null then ${was(field)} end)`;
    };
    const values: Readonly<Record<Field, ReturnType<typeof was>>> = {
      invoiceNumber: sql`coalesce(${slot('invoiceNumber')}::text, ${was('invoiceNumber')})`,
      printingCompany: sql`coalesce(${slot('printingCompany')}::text, ${was('printingCompany')})`,
      diffuser: sql`coalesce(${slot('diffuser')}::text, ${was('diffuser')})`,
      publisher: sql`coalesce(${slot('publisher')}::text, ${was('publisher')})`,
      status: sql`coalesce(${slot('status')}::smallint, ${was('status')})`,
      // It counts up (§E5): a client that read the order before its last offer does not take that back.
      numberOfOffersSent: sql`greatest(${slot('numberOfOffersSent')}::integer, ${was('numberOfOffersSent')})`,
      firstTestDate: orEmpty('firstTestDate', 'date'),
      printingCompanyDate: orEmpty('printingCompanyDate', 'date'),
      diffuserDate: orEmpty('diffuserDate', 'date'),
      deliveryDate: orEmpty('deliveryDate', 'date'),
      estimatedMinutes: orEmpty('estimatedMinutes', 'integer'),
    };
    const counted = addToCounts(
      sql`${slot('countSlot')}`,
      sql`select b."companyId" as company_id, one.status, one.added
        from b, w, lateral (values (b.status, -1), (w.status, 1)) one (status, added) where b.status <> w.status`,
    );
    const text = sql<Changed>`with b as materialized (${read}),
    w as (
      update work_orders o set ${sql.join(set.map((field) => sql`${sql.ref(columns[field])} = ${values[field]}`))},
        updated_at = ${slot('at')}::timestamptz, updated_by = ${slot('by')}::uuid, row_version = b."rowVersion" + 1
      from b where o.company_id = b."companyId" and o.id = b.id and o.deleted_at is null and o.row_version = b."rowVersion"
      returning ${sql.join(set.map((field) => sql`o.${sql.ref(columns[field])} as ${sql.ref(field)}`))}, o.row_version as "rowVersion", o.updated_at as "updatedAt"),
    entry as (
      insert into history (company_id, id, entity, entity_id, at, user_id, user_name, verb, changes)
      select b."companyId", ${slot('historyId')}::uuid, ${sql.lit(workOrders.permission)}, b.id, ${slot('at')}::timestamptz,
        ${slot('by')}::uuid, ${slot('userName')}::text, 'update', d.changes
      from b, w, lateral (
        select jsonb_object_agg(f.name, jsonb_build_object('old', f.old, 'new', f.new)) as changes
        from (values ${sql.join(set.map((field) => sql`(${sql.lit(field)}, to_jsonb(b.${sql.ref(field)}), to_jsonb(w.${sql.ref(field)}))`))}) f (name, old, new)
        where f.old is distinct from f.new) d
      where d.changes is not null
      returning company_id, id, entity, entity_id, at),
    event as (
      insert into events (company_id, id, type, entity, record_id, at)
      select company_id, id, ${sql.lit(eventTypeOf({ entity: workOrders.permission, verb: 'update' }))}, entity, entity_id, at
      from entry)${set.includes('status') ? sql`, counted as (${counted})` : sql``}
    select ${sql.join([...kept, ...fields.filter((field) => !set.includes(field))].map((name) => sql`b.${sql.ref(name)}`))}, w.* from b, w`;
    return { compile: (one) => text.compile(one) };
  });

const changed = changing(fields);
// A status that is chosen, or a value that is edited in its place, is one field, and costs less than all of them.
const onlyOne = new Map(fields.map((field) => [field, changing([field])]));

type Changed = Omit<Parameters<typeof asRecord>[0] & object, 'updatedBy'>;

/**
 * The order after a change that names no other administration or reference and no people, as one of its status does; undefined, and
 * nothing stored, where it is none, somebody else was faster or something stands in the way.
 */
export async function updateFast(ctx: Context, id: string, body: Body): Promise<WorkOrder | undefined> {
  if (
    // One statement that writes several tables, which a spread database does not take.
    spreadOver() > 0 ||
    body.customerRelationId !== undefined ||
    body.contactPersonIds !== undefined ||
    body.assignedUserIds !== undefined ||
    !isId(id) ||
    !isId(body.administrationId)
  )
    return undefined;
  const said = (value: string | number | null | undefined) =>
    value === undefined ? null : String(value ?? '');
  const values = {
    id,
    administrationId: body.administrationId,
    seenVersion: said(body.rowVersion),
    invoiceNumber: said(body.invoiceNumber),
    reference: body.reference,
    printingCompany: said(body.printingCompany),
    diffuser: said(body.diffuser),
    publisher: said(body.publisher),
    status: said(body.status),
    numberOfOffersSent: said(body.numberOfOffersSent),
    firstTestDate: said(body.firstTestDate),
    printingCompanyDate: said(body.printingCompanyDate),
    diffuserDate: said(body.diffuserDate),
    deliveryDate: said(body.deliveryDate),
    estimatedMinutes: said(body.estimatedMinutes),
    at: ctx.now().toISOString(),
    by: ctx.caller.userId,
    historyId: newId(ctx.now().getTime()),
    userName: ctx.caller.name,
    countSlot: String(randomSlot()),
  };
  const [field, ...others] = fields.filter((name) => body[name] !== undefined);
  const statement = (field && others.length === 0 && onlyOne.get(field)) || changed;
  const found = await statement.first(ctx.db, ctx.scope, values);
  return found && asRecord({ ...found, updatedBy: ctx.caller.name });
}
