import { sql } from 'kysely';
import { documentStates } from '#contract/documents/documents.ts';
import { intakeLog } from '#contract/documents/intake-log.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, nameAt, searchColumns } from '#server/platform/db/list-columns.ts';
import { readers } from '#server/platform/db/readers.ts';
import { StateNumber } from '../document-state.ts';
import '../documents.tables.ts';

const companyName = sql<string>`(select c.name from companies c where c.id = intake_log.company_id)`;
const administrationName = sql<string>`coalesce((select a.name from administrations a
  where a.company_id = intake_log.company_id and a.id = intake_log.administration_id), '')`;
const ofMail = (column: 'sender' | 'subject') =>
  sql<string>`coalesce((select ${sql.ref(`m.${column}`)} from intake_mails m
    where m.company_id = intake_log.company_id and m.id = intake_log.mail_id), '')`;
const sender = ofMail('sender');
const subject = ofMail('subject');

const unprocessable = sql.lit(StateNumber.Unprocessable);
// What intake took in can still be refused when it is opened. A person who made it unprocessable had a reason of their own.
const reasonCode = sql<string>`case when intake_log.reason <> '' then intake_log.reason else coalesce((select d.reasons[1] from documents d
  where d.company_id = intake_log.company_id and d.id = intake_log.document_id and d.state = ${unprocessable}
    and not d.reasons && array['set-aside', 'too-little-text']), '') end`;

const columns = listColumns(intakeLog.fields, {
  id: 'intake_log.id',
  companyId: 'intake_log.company_id',
  companyName: { sql: companyName, natural: true },
  administrationId: 'intake_log.administration_id',
  administrationName: { sql: administrationName, natural: true },
  source: 'intake_log.source',
  receivedAt: 'intake_log.received_at',
  sender,
  subject: { sql: subject, natural: true },
  filename: { sql: 'intake_log.filename', natural: true },
  bytes: 'intake_log.bytes',
  reasonCode,
  mailId: 'intake_log.mail_id',
});
const search = searchColumns(['intake_log.filename', 'intake_log.archive', sender, subject]);

function rows(db: Db, scope: Scope) {
  return db
    .selectFrom('intake_log')
    .where(within(scope, 'intake_log.company_id'))
    .select([
      'intake_log.id',
      'intake_log.company_id as companyId',
      companyName.as('companyName'),
      'intake_log.administration_id as administrationId',
      administrationName.as('administrationName'),
      sql<'upload' | 'mail' | 'zip' | 'split'>`intake_log.source`.as('source'),
      'intake_log.received_at as receivedAt',
      sender.as('sender'),
      subject.as('subject'),
      'intake_log.filename',
      'intake_log.archive',
      'intake_log.bytes',
      reasonCode.as('reasonCode'),
      'intake_log.mail_id as mailId',
      sql<{
        id: string;
        documentId: string;
        state: string;
      } | null>`(select json_build_object('id', d.id, 'documentId', d.number,
          'state', ${nameAt(documentStates, 'd.state')})
        from documents d where d.company_id = intake_log.company_id and d.deleted_at is null
          and d.id = coalesce((select j.joined_into from documents j where j.company_id = intake_log.company_id
            and j.id = intake_log.document_id), intake_log.document_id))`.as('document'),
    ]);
}

export const { list, stream, findById } = readers({ base: rows, columns, search });

/** The mail that a line of the log came with, as it came in. */
export async function findMail(db: Db, scope: Scope, lineId: string) {
  if (!isId(lineId)) return undefined;
  return db
    .selectFrom('intake_log')
    .innerJoin('intake_mails as m', (join) =>
      join.onRef('m.company_id', '=', 'intake_log.company_id').onRef('m.id', '=', 'intake_log.mail_id'),
    )
    .where(within(scope, 'intake_log.company_id'))
    .where('intake_log.id', '=', lineId)
    .where('m.sha256', '<>', '')
    .select(['m.sha256', 'm.subject'])
    .executeTakeFirst();
}
