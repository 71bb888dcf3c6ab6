import { sql, type SqlBool } from 'kysely';
import { SeverityNumber, StatusNumber } from '../state-numbers.ts';
import { isReleased } from '../touchless/results.repository.ts';

const maxRead = 500;

/** The invoices, `i`, that are the oldest approved ones of an administration that nothing has taken. */
export const isWaiting = (companyId: string, administrationId: string) =>
  sql<SqlBool>`i.id in (select w.id from invoices w
    where w.company_id = ${companyId} and w.administration_id = ${administrationId}
      and w.status = ${sql.lit(StatusNumber.ReadyForProcessing)} and w.export_id is null and w.deleted_at is null
      and w.warning_level < ${sql.lit(SeverityNumber.stop)} and ${isReleased('w')}
    order by w.decided_at, w.id limit ${sql.lit(maxRead)})`;
