import { sql } from 'kysely';

/** Whether nobody changed a value or a booking line of an invoice, of the table or alias that is named. */
export function isUntouched(of: 'invoices' | 'i') {
  // One text, in which `inOneCompany` finds the company of the row outside.
  return sql.raw<boolean>(`(not exists (select from history h where h.company_id = ${of}.company_id
      and h.entity = 'fmmodule.invoices' and h.entity_id = ${of}.id and h.verb in ('update', 'move'))
    and not exists (select from invoice_lines l where l.company_id = ${of}.company_id and l.invoice_id = ${of}.id
      and l.touched_by is not null))`);
}
