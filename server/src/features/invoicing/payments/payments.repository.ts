import { sql } from 'kysely';
import { accountKinds } from '#contract/invoicing/bank-accounts.ts';
import { payments, type PaymentState, paymentStates } from '#contract/invoicing/payments.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { AccountKindNumber, PaymentStateNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

// What depends on the caller or on what is approved now is asked beside the row.
const stored = { ...payments, record: payments.record.omit({ leftOut: true, mayRelease: true }) };

const rows = (db: Db, scope: Scope) =>
  db.selectFrom('payment_files').where(within(scope, 'payment_files.company_id'));

const invoices = sql`(select coalesce(json_agg(json_build_object('id', i.id, 'documentId', i.document_number,
    'invoiceNumber', i.invoice_number, 'creditorName', i.creditor_name, 'totalAmount', i.total_in_cents,
    'dueDate', i.due_date, 'reference', p.reference, 'isStructured', p.is_structured, 'transfers', p.transfers)
    order by i.due_date nulls last, i.document_number collate natural_order), '[]'::json)
  from (select l.invoice_id, min(l.reference) as reference, bool_or(l.is_structured) as is_structured,
      json_agg(json_build_object('iban', l.iban, 'kind', ${nameAt(accountKinds, 'l.kind')},
        'amount', l.amount_in_cents) order by l.part) as transfers
    from payment_file_parts l
    where l.company_id = payment_files.company_id and l.payment_file_id = payment_files.id
    group by l.invoice_id) p
  join invoices i on i.company_id = payment_files.company_id and i.id = p.invoice_id)`;

const payer = (column: 'iban' | 'holder') =>
  sql`coalesce((select ${sql.ref(`s.${column}`)} from paying_accounts s
    where s.company_id = payment_files.company_id and s.administration_id = payment_files.administration_id), '')`;

export const { list, stream, findById } = recordReaders(stored, {
  table: 'payment_files',
  rows,
  columns: {
    'company/name': {
      sql: sql`(select c.name from companies c where c.id = payment_files.company_id)`,
      natural: true,
    },
    'administration/name': {
      sql: sql`(select a.name from administrations a
        where a.company_id = payment_files.company_id and a.id = payment_files.administration_id)`,
      natural: true,
    },
    number: { natural: true },
    state: { sql: nameAt(paymentStates, 'payment_files.state'), nullable: false },
    totalAmount: { sql: 'payment_files.total_in_cents', nullable: false },
    releasedAt: { nullable: true },
    iban: payer('iban'),
    holder: payer('holder'),
    invoices,
  },
  search: ['payment_files.number'],
});

/** A payment as it is stored. */
export type StoredPayment = NonNullable<Awaited<ReturnType<typeof findById>>>;

/** Which payment. */
export interface PaymentKey {
  readonly companyId: string;
  readonly id: string;
}

/** Adds a draft, numbered within the year; its caller holds the lock of the company's payments. */
export async function insert(
  tx: Tx,
  made: {
    readonly companyId: string;
    readonly administrationId: string;
    readonly executionDay: string;
    readonly by: { readonly userId: string; readonly name: string };
  },
  now: Date,
): Promise<PaymentKey> {
  const { companyId } = made;
  const id = newId(now.getTime());
  const year = now.toISOString().slice(0, 4);
  const last = await tx
    .selectFrom('payment_files')
    .where('company_id', '=', companyId)
    .where('number', 'like', `${year}-%`)
    .select(sql<number>`coalesce(max(split_part(number, '-', 2)::integer), 0)`.as('last'))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('payment_files')
    .values({
      company_id: companyId,
      id,
      administration_id: made.administrationId,
      number: `${year}-${String(last.last + 1).padStart(3, '0')}`,
      execution_day: made.executionDay,
      file_sha256: null,
      prepared_at: null,
      prepared_by: null,
      released_at: null,
      released_by: null,
      cancelled_at: null,
      cancelled_by: null,
      created_at: now.toISOString(),
      created_by: made.by.userId,
      created_by_name: made.by.name,
      updated_at: now.toISOString(),
      updated_by: made.by.userId,
    })
    .execute();
  return { companyId, id };
}

/** One transfer of a payment as it is stored. */
export interface StoredPart {
  readonly invoiceId: string;
  readonly part: number;
  readonly iban: string;
  readonly amountInCents: number;
  readonly kind: keyof typeof AccountKindNumber;
  readonly reference: string;
  readonly isStructured: boolean;
}

/** Puts these transfers in the place of those of before; number and total follow. */
export async function replaceParts(tx: Tx, key: PaymentKey, parts: readonly StoredPart[]): Promise<void> {
  await tx
    .deleteFrom('payment_file_parts')
    .where('company_id', '=', key.companyId)
    .where('payment_file_id', '=', key.id)
    .execute();
  if (parts.length > 0) {
    await tx
      .insertInto('payment_file_parts')
      .values(
        parts.map((part) => ({
          company_id: key.companyId,
          payment_file_id: key.id,
          invoice_id: part.invoiceId,
          part: part.part,
          iban: part.iban,
          amount_in_cents: part.amountInCents,
          kind: AccountKindNumber[part.kind],
          reference: part.reference,
          is_structured: part.isStructured,
        })),
      )
      .execute();
  }
  await tx
    .updateTable('payment_files')
    .set({
      payment_count: parts.length,
      total_in_cents: parts.reduce((sum, { amountInCents }) => sum + amountInCents, 0),
    })
    .where('company_id', '=', key.companyId)
    .where('id', '=', key.id)
    .execute();
}

/** The transfers of a payment. */
export async function listParts(db: Db, key: PaymentKey): Promise<StoredPart[]> {
  return db
    .selectFrom('payment_file_parts')
    .where('company_id', '=', key.companyId)
    .where('payment_file_id', '=', key.id)
    .orderBy('invoice_id')
    .orderBy('part')
    .select([
      'invoice_id as invoiceId',
      'part',
      'iban',
      'amount_in_cents as amountInCents',
      nameAt<keyof typeof AccountKindNumber>(accountKinds, 'payment_file_parts.kind').as('kind'),
      'reference',
      'is_structured as isStructured',
    ])
    .execute();
}

/** Frees the invoices of a payment that is not sent. */
export async function free(tx: Tx, key: PaymentKey): Promise<void> {
  await tx
    .updateTable('payment_file_parts')
    .set({ is_live: false })
    .where('company_id', '=', key.companyId)
    .where('payment_file_id', '=', key.id)
    .execute();
}

/** What a step changes of a payment. */
export interface PaymentChange {
  readonly executionDay?: string;
  readonly preparedAt?: Date | null;
  readonly releasedAt?: Date;
  readonly cancelledAt?: Date;
  readonly reason?: string;
  readonly file?: { readonly filename: string; readonly sha256: string };
}

/** Gives a payment another state, with who did it. */
export async function setState(
  tx: Tx,
  key: PaymentKey,
  state: PaymentState,
  change: PaymentChange,
  by: { readonly userId: string; readonly name: string; readonly at: Date },
): Promise<void> {
  const { executionDay, preparedAt, releasedAt, cancelledAt, reason, file } = change;
  await tx
    .updateTable('payment_files')
    .set({
      state: PaymentStateNumber[state],
      updated_at: by.at.toISOString(),
      updated_by: by.userId,
      row_version: sql<number>`row_version + 1`,
      ...(executionDay === undefined ? {} : { execution_day: executionDay }),
      ...(preparedAt === undefined
        ? {}
        : preparedAt === null
          ? { prepared_at: null, prepared_by: null, prepared_by_name: '' }
          : { prepared_at: preparedAt.toISOString(), prepared_by: by.userId, prepared_by_name: by.name }),
      ...(releasedAt
        ? { released_at: releasedAt.toISOString(), released_by: by.userId, released_by_name: by.name }
        : {}),
      ...(cancelledAt ? { cancelled_at: cancelledAt.toISOString(), cancelled_by: by.userId } : {}),
      ...(reason === undefined ? {} : { reason }),
      ...(file ? { filename: file.filename, file_sha256: file.sha256 } : {}),
    })
    .where('company_id', '=', key.companyId)
    .where('id', '=', key.id)
    .execute();
}

/** Who made and prepared a payment: they cannot release it. */
export async function listMakers(db: Db, key: PaymentKey): Promise<string[]> {
  const found = await db
    .selectFrom('payment_files')
    .where('company_id', '=', key.companyId)
    .where('id', '=', key.id)
    .select(['created_by', 'prepared_by'])
    .executeTakeFirst();
  return [found?.created_by, found?.prepared_by].filter((id) => id !== null && id !== undefined);
}

/** The file of a payment within the scope; undefined before it is released. */
export async function findFile(db: Db, scope: Scope, id: string) {
  const found = isId(id)
    ? await rows(db, scope)
        .where('payment_files.id', '=', id)
        .select(['filename', 'file_sha256 as sha256'])
        .executeTakeFirst()
    : undefined;
  return found?.sha256 ? { filename: found.filename, sha256: found.sha256 } : undefined;
}
