import { buildAdministration } from '#server/features/core/testing/factories.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { countOrder } from '../work-orders/order-counts.repository.ts';
import { indexOrder } from '../work-orders/search.repository.ts';
import '../workorders.tables.ts';

const audit = { created_by: null, updated_by: null, deleted_at: null, deleted_by: null };
let made = 0;

/** The values of a work order that a test sets; the others have defaults, and nobody is on it. */
export interface OrderSeed {
  readonly companyId: string;
  readonly administrationId?: string;
  readonly reference?: string;
  readonly status?: number;
  readonly year?: number;
  readonly number?: number;
  readonly invoiceNumber?: string;
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly deliveryDate?: string;
  readonly relationId?: string;
  readonly contactPersonIds?: readonly string[];
  readonly userIds?: readonly string[];
}

/** A work order of a company, with its people. */
export async function buildOrder(
  db: Db,
  seed: OrderSeed,
): Promise<{ id: string; companyId: string; yearNumber: string }> {
  made += 1;
  const { companyId, contactPersonIds = [], userIds = [] } = seed;
  const id = newId();
  const year = seed.year ?? 2026;
  // Above what the counter gives, so that orders of both ways never meet.
  const number = seed.number ?? 100_000 + made;
  await db
    .insertInto('work_orders')
    .values({
      company_id: companyId,
      id,
      year,
      number,
      administration_id: seed.administrationId ?? (await buildAdministration(db, companyId)).id,
      customer_relation_id: seed.relationId ?? null,
      invoice_number: seed.invoiceNumber ?? '',
      reference: seed.reference ?? `Drukwerk ${made}`,
      printing_company: '',
      diffuser: '',
      publisher: '',
      status: seed.status ?? 0,
      first_test_date: null,
      printing_company_date: null,
      diffuser_date: null,
      delivery_date: seed.deliveryDate ?? null,
      estimated_minutes: null,
      ...audit,
      created_by: seed.createdBy ?? null,
      created_at: seed.createdAt ?? '2026-11-21T13:00:00.000Z',
    })
    .execute();
  const key = { company_id: companyId, work_order_id: id };
  for (const [position, contact_person_id] of contactPersonIds.entries())
    await db
      .insertInto('work_order_contacts')
      .values({ ...key, contact_person_id, position })
      .execute();
  for (const [position, user_id] of userIds.entries())
    await db
      .insertInto('work_order_users')
      .values({ ...key, user_id, position })
      .execute();
  await countOrder(db, companyId, { to: seed.status ?? 0 });
  await indexOrder(db, companyId, id);
  return { id, companyId, yearNumber: `${year}-${number}` };
}

/** A line of an order: 200 euros bought, 300 sold. */
export async function buildLine(
  db: Db,
  order: { readonly id: string; readonly companyId: string },
  seed: {
    readonly description?: string;
    readonly edition?: string;
    readonly purchase_amount?: number;
    readonly sales_amount?: number;
  } = {},
): Promise<{ id: string }> {
  made += 1;
  const id = newId();
  const texts = { edition: '', size: '', format: '', printing: '', material: '', finish: '', note: '' };
  await db
    .insertInto('order_lines')
    .values({
      company_id: order.companyId,
      id,
      work_order_id: order.id,
      position: made,
      description: 'Folder A5',
      purchase_amount: 20_000,
      sales_amount: 30_000,
      custom_id: null,
      ...texts,
      ...audit,
      ...seed,
    })
    .execute();
  return { id };
}

/** Hours on an order, from nine to half past ten in Amsterdam unless set. */
export async function buildTime(
  db: Db,
  order: { readonly id: string; readonly companyId: string },
  seed: { readonly user_id: string; readonly start_time?: string; readonly end_time?: string },
): Promise<{ id: string }> {
  const id = newId();
  const times = { start_time: '2026-11-21T08:00:00Z', end_time: '2026-11-21T09:30:00Z' };
  await db
    .insertInto('order_times')
    .values({ company_id: order.companyId, id, work_order_id: order.id, ...times, ...audit, ...seed })
    .execute();
  return { id };
}

/** A version of an offer of an order, sent and valid for long, with the given lines; its PDF is not stored. */
export async function buildOffer(
  db: Db,
  order: { readonly id: string; readonly companyId: string },
  seed: Partial<{
    count: number;
    valid_until: string;
    sent_by: string;
    created_by: string;
    language: string;
  }> = {},
): Promise<{ id: string }> {
  made += 1;
  const id = newId();
  const count = seed.count ?? made;
  await db
    .insertInto('offers')
    .values({
      company_id: order.companyId,
      id,
      work_order_id: order.id,
      count,
      name: `offer 2026-1-${count}.pdf`,
      language: 'nl',
      valid_until: '2026-12-31',
      introduction: '',
      customer_relation_id: null,
      vat_rate: 2100,
      pdf_sha256: '0'.repeat(64),
      sent_at: '2026-11-21T13:00:00Z',
      sent_by: null,
      withdrawn_at: null,
      replaced_at: null,
      answer: null,
      answered_at: null,
      created_by: null,
      created_by_name: 'Marieke Bos',
      ...seed,
    })
    .execute();
  return { id };
}
