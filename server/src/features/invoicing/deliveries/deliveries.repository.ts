import { sql } from 'kysely';
import type { EventType } from '#contract/core/events.ts';
import {
  attemptOutcomes,
  deliveries,
  deliveryStates,
  passedOnWays,
  type DeliveryState,
  type EInvoiceDifference,
} from '#contract/invoicing/deliveries.ts';
import { verdictResults } from '#contract/invoicing/e-invoice.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import { recordEvents } from '#server/platform/db/events.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { SeverityNumber, StatusNumber } from '../state-numbers.ts';
import { isReleased } from '../touchless/results.repository.ts';
import { DeliveryNumber, OutcomeNumber } from './delivery-numbers.ts';
import { kindOfObstacle } from './exported-batch.ts';
import '../invoicing.tables.ts';

const awaitsReceipt = (delivery: string) =>
  sql<boolean>`exists (select from delivery_settings s where s.company_id = ${sql.ref(`${delivery}.company_id`)}
    and s.administration_id = ${sql.ref(`${delivery}.administration_id`)} and s.awaits_receipt)`;

const rows = (db: Db, scope: Scope) =>
  db.selectFrom('deliveries').where(within(scope, 'deliveries.company_id'));

export const { list, stream, findById } = recordReaders(deliveries, {
  table: 'deliveries',
  rows,
  columns: {
    'company/name': {
      sql: sql`(select c.name from companies c where c.id = deliveries.company_id)`,
      natural: true,
    },
    'administration/name': {
      sql: sql`(select a.name from administrations a
        where a.company_id = deliveries.company_id and a.id = deliveries.administration_id)`,
      natural: true,
    },
    state: { sql: nameAt(deliveryStates, 'deliveries.state'), nullable: false },
    nextTryAt: { nullable: true },
    finishedAt: { nullable: true },
    invoices: sql`(select coalesce(json_agg(json_build_object('id', i.id, 'documentId', i.document_number,
        'invoiceNumber', i.invoice_number, 'creditorName', i.creditor_name, 'totalAmount', i.total_in_cents,
        'currency', i.currency, 'isProcessed', i.status = ${sql.lit(StatusNumber.Processed)}, 'eInvoice', case when d.ubl_sha256 is not null then json_build_object(
          'passedOn', ${nameAt(passedOnWays, 'd.passed_on')}, 'sha256', d.ubl_sha256,
          'verdict', ${nameAt(verdictResults, 'd.verdict')}, 'differences', d.differences) end)
        order by i.document_number collate natural_order), '[]'::json)
      from delivery_invoices d join invoices i on i.company_id = d.company_id and i.id = d.invoice_id
      where d.company_id = deliveries.company_id and d.delivery_id = deliveries.id)`,
    about: sql`case when deliveries.error_about_id is null then null else json_build_object(
        'kind', coalesce(${sql.lit(JSON.stringify(kindOfObstacle))}::jsonb ->> deliveries.error, 'invoice'),
        'id', deliveries.error_about_id, 'name', deliveries.error_about) end`,
    awaitsReceipt: awaitsReceipt('deliveries'),
    attempts: sql`(select coalesce(json_agg(json_build_object('number', t.number, 'startedAt', t.started_at,
        'endedAt', t.ended_at, 'outcome', ${nameAt(attemptOutcomes, 't.outcome')}, 'receipt', t.receipt)
        order by t.number), '[]'::json)
      from delivery_attempts t where t.company_id = deliveries.company_id and t.delivery_id = deliveries.id)`,
  },
  search: ['deliveries.filename'],
});

/** Which delivery. */
export interface DeliveryKey {
  readonly companyId: string;
  readonly id: string;
}

/** What a delivery says of itself when its row is locked. */
export interface LockedDelivery extends DeliveryKey {
  readonly administrationId: string;
  readonly coupling: string;
  readonly version: number;
  readonly state: DeliveryState;
  readonly target: string;
  readonly filename: string;
  readonly fileSha256: string | null;
  readonly tries: number;
  readonly createdBy: string | null;
  readonly createdByName: string;
  /** The package says what it booked; only that is Processed. */
  readonly awaitsReceipt: boolean;
  /** An attempt that was begun and of which nothing more is known. */
  readonly isInterrupted: boolean;
}

/** Locks a delivery until the transaction ends; undefined if there is none. */
export async function lock(tx: Tx, { companyId, id }: DeliveryKey): Promise<LockedDelivery | undefined> {
  const found = await inOneCompany(tx, companyId)
    .selectFrom('deliveries')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .select([
      'company_id as companyId',
      'id',
      'administration_id as administrationId',
      'coupling',
      'version',
      nameAt<DeliveryState>(deliveryStates, 'deliveries.state').as('state'),
      'target',
      'filename',
      'file_sha256 as fileSha256',
      'tries',
      'created_by as createdBy',
      'created_by_name as createdByName',
      awaitsReceipt('deliveries').as('awaitsReceipt'),
      sql<boolean>`exists (select from delivery_attempts t where t.company_id = deliveries.company_id
        and t.delivery_id = deliveries.id and t.ended_at is null)`.as('isInterrupted'),
    ])
    .executeTakeFirst();
  return found;
}

/** What a new delivery is made of. */
export interface NewDelivery {
  readonly companyId: string;
  readonly administrationId: string;
  readonly coupling: string;
  readonly target: string;
  readonly invoiceIds: readonly string[];
  readonly by: { readonly userId: string | null; readonly name: string };
  readonly replaces?: { readonly id: string; readonly version: number; readonly reason: string };
}

/** Adds a delivery that waits; its invoices are taken with it. */
export async function insert(tx: Tx, made: NewDelivery, now: Date): Promise<string> {
  const { companyId, invoiceIds, replaces, by } = made;
  const id = newId(now.getTime());
  await tx
    .insertInto('deliveries')
    .values({
      company_id: companyId,
      id,
      administration_id: made.administrationId,
      coupling: made.coupling,
      replaces: replaces?.id ?? null,
      version: (replaces?.version ?? 0) + 1,
      key: id,
      target: made.target,
      file_sha256: null,
      invoice_count: invoiceIds.length,
      next_try_at: now.toISOString(),
      error: null,
      reason: replaces?.reason ?? '',
      created_at: now.toISOString(),
      created_by: by.userId,
      created_by_name: by.name,
      finished_at: null,
    })
    .execute();
  await tx
    .insertInto('delivery_invoices')
    .values(
      invoiceIds.map((invoiceId) => ({ company_id: companyId, delivery_id: id, invoice_id: invoiceId })),
    )
    .execute();
  await tx
    .updateTable('invoices')
    .set({ export_id: id, row_version: sql`row_version + 1` })
    .where('company_id', '=', companyId)
    .where('id', 'in', [...invoiceIds])
    .execute();
  await recordEvents(tx, now, [
    { companyId, type: 'export.created', entity: deliveries.permission, recordId: id },
  ]);
  return id;
}

/** The approved invoices of an administration that nothing has taken, locked, the oldest first. */
export async function lockReady(
  tx: Tx,
  which: {
    readonly companyId: string;
    readonly administrationId: string;
    /** Approved at this moment or before it. */
    readonly until: Date;
    readonly from: Date | null;
    readonly max: number;
  },
): Promise<string[]> {
  let query = inOneCompany(tx, which.companyId)
    .selectFrom('invoices')
    .where('company_id', '=', which.companyId)
    .where('administration_id', '=', which.administrationId)
    .where('status', '=', StatusNumber.ReadyForProcessing)
    .where('export_id', 'is', null)
    .where('deleted_at', 'is', null)
    // What was stopped after its approval waits here (§C14).
    .where('warning_level', '<', SeverityNumber.stop)
    .where(isReleased('invoices'))
    .where('decided_at', '<=', which.until.toISOString());
  if (which.from) query = query.where('decided_at', '>=', which.from.toISOString());
  const found = await query
    .orderBy('decided_at')
    .orderBy('id')
    .limit(which.max)
    .forUpdate()
    .skipLocked()
    .select('id')
    .execute();
  return found.map(({ id }) => id);
}

/** Whose deliveries. */
interface Books {
  readonly companyId: string;
  readonly administrationId: string;
}

// The invoices that left for the books of an administration, with the delivery that they are in now.
const sentTo = (db: Db, { companyId, administrationId }: Books) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.company_id', '=', 'i.company_id').onRef('d.id', '=', 'i.export_id'),
    )
    .where('i.company_id', '=', companyId)
    .where('d.administration_id', '=', administrationId)
    .where('d.coupling', '<>', 'dummy')
    .where('d.state', 'in', [DeliveryNumber.delivered, DeliveryNumber.perhaps]);

/** The invoices that left for an administration and have one of these numbers, ours or the supplier's, locked. */
export async function lockSent(tx: Tx, books: Books, numbers: readonly string[]) {
  return sentTo(tx, books)
    .where((eb) =>
      eb.or([
        eb('i.document_number', '=', eb.fn.any(eb.val([...numbers]))),
        eb('i.invoice_number', '=', eb.fn.any(eb.val([...numbers]))),
      ]),
    )
    .orderBy('i.id')
    .forUpdate(['i', 'd'])
    .select([
      'i.id',
      'i.document_number as documentNumber',
      'i.invoice_number as invoiceNumber',
      'd.id as deliveryId',
      sql<boolean>`d.state = ${sql.lit(DeliveryNumber.perhaps)}`.as('isPerhaps'),
    ])
    .execute();
}

/** How many invoices left for an administration and are not Processed yet. */
export async function countAwaited(db: Db, books: Books): Promise<number> {
  const { count } = await sentTo(db, books)
    .where('i.status', '=', StatusNumber.ReadyForProcessing)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The invoices of a delivery. */
export async function invoicesOf(db: Db, { companyId, id }: DeliveryKey): Promise<string[]> {
  const found = await db
    .selectFrom('delivery_invoices')
    .where('company_id', '=', companyId)
    .where('delivery_id', '=', id)
    .select('invoice_id as id')
    .execute();
  return found.map((row) => row.id);
}

/** Gives the delivery its file, once, with what became of e-invoices. */
export async function setFile(
  tx: Tx,
  { companyId, id }: DeliveryKey,
  file: {
    readonly filename: string;
    readonly sha256: string;
    readonly eInvoices: readonly {
      readonly invoiceId: string;
      readonly passedOn: number | null;
      readonly verdict: number | null;
      readonly sha256: string;
      readonly differences: readonly EInvoiceDifference[];
    }[];
  },
): Promise<void> {
  await sql`update delivery_invoices d set passed_on = f."passedOn", ubl_sha256 = f.sha256,
      verdict = f.verdict, differences = f.differences
    from jsonb_to_recordset(${JSON.stringify(file.eInvoices)}::jsonb)
      as f ("invoiceId" uuid, "passedOn" smallint, sha256 text, verdict smallint, differences jsonb)
    where d.company_id = ${companyId} and d.delivery_id = ${id} and d.invoice_id = f."invoiceId"`.execute(tx);
  await tx
    .updateTable('deliveries')
    .set({ filename: file.filename, file_sha256: file.sha256 })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('file_sha256', 'is', null)
    .execute();
}

/** Changes how far a delivery got. */
export async function setState(
  tx: Tx,
  { companyId, id }: DeliveryKey,
  state: DeliveryState,
  now: Date,
  more: {
    readonly nextTryAt?: Date | null;
    readonly error?: string | null;
    readonly errorAbout?: string;
    readonly errorAboutId?: string | null;
    readonly reason?: string;
    readonly finishedAt?: Date;
  } = {},
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({
      state: DeliveryNumber[state],
      next_try_at: more.nextTryAt?.toISOString() ?? null,
      error: more.error ?? null,
      error_about: more.errorAbout ?? '',
      error_about_id: more.errorAboutId ?? null,
      ...(more.reason === undefined ? {} : { reason: more.reason }),
      ...(more.finishedAt === undefined ? {} : { finished_at: more.finishedAt.toISOString() }),
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  const type = eventOfState[state];
  if (type) await recordEvents(tx, now, [{ companyId, type, entity: deliveries.permission, recordId: id }]);
}

const eventOfState: Readonly<Partial<Record<DeliveryState, EventType>>> = {
  delivered: 'export.delivered',
  perhaps: 'export.uncertain',
  failed: 'export.failed',
  stopped: 'export.stopped',
  replaced: 'export.replaced',
};

/** Stores an attempt before the target is touched; gives its number. */
export async function beginAttempt(tx: Tx, delivery: LockedDelivery, at: Date): Promise<number> {
  const number = delivery.tries + 1;
  await tx
    .insertInto('delivery_attempts')
    .values({
      company_id: delivery.companyId,
      delivery_id: delivery.id,
      number,
      started_at: at.toISOString(),
      ended_at: null,
    })
    .execute();
  await tx
    .updateTable('deliveries')
    .set({
      state: DeliveryNumber.running,
      tries: number,
      next_try_at: null,
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', delivery.companyId)
    .where('id', '=', delivery.id)
    .execute();
  return number;
}

/** Ends the attempts that are open, with what is known of them. */
export async function endAttempts(
  tx: Tx,
  { companyId, id }: DeliveryKey,
  result: { readonly outcome: keyof typeof OutcomeNumber; readonly receipt: string },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('delivery_attempts')
    .set({ ended_at: at.toISOString(), outcome: OutcomeNumber[result.outcome], receipt: result.receipt })
    .where('company_id', '=', companyId)
    .where('delivery_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Whether nobody knows of one of its attempts if it arrived. */
export async function mayHaveArrived(tx: Tx, { companyId, id }: DeliveryKey): Promise<boolean> {
  const found = await tx
    .selectFrom('delivery_attempts')
    .where('company_id', '=', companyId)
    .where('delivery_id', '=', id)
    .where('outcome', '=', OutcomeNumber.unknown)
    .select('number')
    .executeTakeFirst();
  return found !== undefined;
}

/** Says at the invoices why they were not delivered; null: nothing is wrong. */
export async function setError(tx: Tx, key: DeliveryKey, error: string | null): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ export_error: error, row_version: sql`row_version + 1` })
    .where('company_id', '=', key.companyId)
    .where('export_id', '=', key.id)
    .where('status', '=', StatusNumber.ReadyForProcessing)
    .execute();
}

/** Frees the invoices of a delivery: they are approved still, and can be taken again. */
export async function releaseInvoices(tx: Tx, key: DeliveryKey): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ export_id: null, export_error: null, row_version: sql`row_version + 1` })
    .where('company_id', '=', key.companyId)
    .where('export_id', '=', key.id)
    .where('status', '=', StatusNumber.ReadyForProcessing)
    .execute();
}

/** Deliveries whose next step is due: to be made, tried again, or interrupted for a while. */
export async function listDue(db: Db, now: Date, interruptedBefore: Date): Promise<DeliveryKey[]> {
  const { rows: found } = await sql<DeliveryKey>`select company_id as "companyId", id from deliveries d
    where state in (${sql.lit(DeliveryNumber.waiting)}, ${sql.lit(DeliveryNumber.running)}, ${sql.lit(DeliveryNumber.failed)})
      and (next_try_at <= ${now.toISOString()}
        or state = ${sql.lit(DeliveryNumber.running)} and exists (select from delivery_attempts t
          where t.company_id = d.company_id and t.delivery_id = d.id and t.ended_at is null
            and t.started_at < ${interruptedBefore.toISOString()}))
    limit 500`.execute(db);
  return found;
}

/** The file of a delivery within the scope; undefined before there is one. */
export async function findFile(db: Db, scope: Scope, id: string) {
  const found = isId(id)
    ? await rows(db, scope)
        .where('deliveries.id', '=', id)
        .select(['filename', 'file_sha256 as sha256'])
        .executeTakeFirst()
    : undefined;
  return found?.sha256 ? { filename: found.filename, sha256: found.sha256 } : undefined;
}
