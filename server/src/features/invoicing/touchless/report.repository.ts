import { sql } from 'kysely';
import type { z } from 'zod';
import type { touchlessReport } from '#contract/invoicing/touchless.ts';
import { type Scope } from '#server/platform/auth/scope.ts';
import { withinAdministrations } from '#server/features/core/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { StatusNumber } from '../state-numbers.ts';
import { monthOfInvoice as month, stopOf } from './stopped.ts';
import '../invoicing.tables.ts';

type Report = z.output<typeof touchlessReport>;

/** Which invoices are counted. */
export interface Counted {
  readonly companyId: string;
  readonly scope: Scope;
  readonly administrationId: string | undefined;
  /** The first day, in Amsterdam. */
  readonly since: string;
}

const maxSuppliers = 200;
const maxSamples = 100;

// What came in, with what rules made of it.
const counted = ({ companyId, scope, administrationId, since }: Counted) => sql`invoices
  left join touchless_results r on r.company_id = ${companyId} and r.invoice_id = invoices.id
  where invoices.company_id = ${companyId} and invoices.deleted_at is null
    and invoices.status <> ${sql.lit(StatusNumber.Duplicate)}
    and invoices.created_at >= (${since}::date::timestamp at time zone 'Europe/Amsterdam')
    and ${withinAdministrations(scope, 'invoices.administration_id')}
    and ${administrationId === undefined ? sql`true` : isId(administrationId) ? sql`invoices.administration_id = ${administrationId}` : sql`false`}`;
const counts = sql`count(*)::integer as invoices,
  (count(*) filter (where r.validation_rule is not null and r.approval_rule is not null and r.undone_at is null))::integer as touchless,
  (count(*) filter (where r.validation_rule is not null and r.undone_at is null))::integer as "withoutValidation",
  (count(*) filter (where cardinality(r.wrong) > 0))::integer as wrong`;
const stop = stopOf('r');
const isStopped = sql`(r.approval_rule is null or r.undone_at is not null)`;

export async function listMonths(db: Db, which: Counted): Promise<Report['months']> {
  const { rows } = await sql<Report['months'][number]>`
    select ${month} as month, ${counts} from ${counted(which)} group by 1 order by 1`.execute(db);
  return rows;
}

/** What stopped the invoices of one month, the commonest first. */
export async function listStops(db: Db, which: Counted, of: string): Promise<Report['stops']> {
  const { rows } = await sql<Report['stops'][number]>`
    select ${stop} as reason, count(*)::integer as count
    from ${counted(which)} and ${isStopped} and ${month} = ${of} group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

export async function listSuppliers(db: Db, which: Counted): Promise<Report['suppliers']> {
  const { rows } = await sql<Report['suppliers'][number]>`
    select invoices.creditor_id as "creditorId", min(c.name) as name, ${counts},
      mode() within group (order by case when ${isStopped} then ${stop} end) as stop
    from creditors c, ${counted(which)} and c.company_id = ${which.companyId} and c.id = invoices.creditor_id
    group by 1 order by 3 desc, 2 limit ${maxSuppliers}`.execute(db);
  return rows;
}

/** What was drawn and waits for a check, the oldest first. */
export async function listSamples(db: Db, which: Counted): Promise<Report['samples']> {
  const rule = (
    column: 'approval' | 'validation',
  ) => sql`(select u.number || '.' || r.${sql.ref(`${column}_version`)}
    from touchless_rules u where u.company_id = ${which.companyId} and u.id = r.${sql.ref(`${column}_rule`)})`;
  const { rows } = await sql<Report['samples'][number]>`
    select invoices.id as "invoiceId", invoices.creditor_name as name, invoices.total_in_cents as "totalInCents",
      invoices.currency, coalesce(${rule('approval')}, ${rule('validation')}, '') as rule
    from ${counted({ ...which, since: '2000-01-01' })}
      and r.is_sample and r.checked_at is null and r.undone_at is null
    order by r.at, invoices.id limit ${maxSamples}`.execute(db);
  return rows;
}

export async function countChecked(
  db: Db,
  which: Counted,
): Promise<Pick<Report, 'checked' | 'checkedWrong'>> {
  const { rows } = await sql<Pick<Report, 'checked' | 'checkedWrong'>>`
    select (count(*) filter (where r.checked_at is not null))::integer as checked,
      (count(*) filter (where r.checked_at is not null and cardinality(r.wrong) > 0))::integer as "checkedWrong"
    from ${counted(which)}`.execute(db);
  return rows[0] ?? { checked: 0, checkedWrong: 0 };
}

export async function readSettings(
  db: Db,
  companyId: string,
): Promise<Pick<Report, 'sampleEvery' | 'rowVersion'>> {
  const row = await db
    .selectFrom('touchless_settings')
    .where('company_id', '=', companyId)
    .select(['sample_every as sampleEvery', 'row_version as rowVersion'])
    .executeTakeFirst();
  return row ?? { sampleEvery: 20, rowVersion: 0 };
}

export async function saveSettings(
  db: Db,
  companyId: string,
  sampleEvery: number,
  by: { readonly userId: string; readonly at: Date },
): Promise<void> {
  const values = { sample_every: sampleEvery, updated_at: by.at.toISOString(), updated_by: by.userId };
  await db
    .insertInto('touchless_settings')
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('company_id')
        .doUpdateSet({ ...values, row_version: sql<number>`touchless_settings.row_version + 1` }),
    )
    .execute();
}
