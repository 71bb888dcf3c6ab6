import { sql, type SqlBool } from 'kysely';
import type { TouchStop } from '#contract/invoicing/touchless.ts';
import { StatusNumber } from '../state-numbers.ts';

/** The month in Amsterdam in which an invoice came in. */
export const monthOfInvoice = sql`to_char(invoices.created_at at time zone 'Europe/Amsterdam', 'YYYY-MM')`;

/** Why a person was needed, of a result that may be absent; what was taken back they touched. */
export const stopOf = (results: string) =>
  sql`case when ${sql.ref(`${results}.undone_at`)} is not null then 'undone'
    else coalesce(nullif(${sql.ref(`${results}.stopped_by`)}, ''), 'off') end`;

/** Which invoices that came in. */
export interface CameIn {
  readonly stoppedBy?: TouchStop | undefined;
  readonly month?: string | undefined;
}

/** The same, or undefined where neither is asked. */
export function cameInOf({ stoppedBy, month }: CameIn): CameIn | undefined {
  return stoppedBy === undefined && month === undefined ? undefined : { stoppedBy, month };
}

/** The invoices that came in, in a month, and for which a person was needed for this reason. */
export function cameIn({ stoppedBy, month }: CameIn) {
  const result = sql`from touchless_results t where t.company_id = invoices.company_id and t.invoice_id = invoices.id`;
  const decided = sql`exists (select ${result} and t.approval_rule is not null and t.undone_at is null)`;
  return sql<SqlBool>`(invoices.status <> ${sql.lit(StatusNumber.Duplicate)}
    and ${month === undefined ? sql`true` : sql`${monthOfInvoice} = ${month}`}
    and ${stoppedBy === undefined ? sql`true` : sql`(not ${decided} and coalesce((select ${stopOf('t')} ${result}), 'off') = ${stoppedBy})`})`;
}
