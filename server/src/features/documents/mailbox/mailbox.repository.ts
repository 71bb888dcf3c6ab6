import { sql } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { advisoryLocks, lockKey } from '#server/platform/locks.ts';
import type { MailboxPosition } from '#server/platform/mail/mailboxes.ts';
import '../documents.tables.ts';

/** Which mailbox. */
export interface MailboxKey {
  readonly companyId: string;
  readonly administrationId: string;
}

/** Every mailbox that is to be read: switched on, with all that it needs, of an active company (§A8). */
export async function listActive(db: Db): Promise<MailboxKey[]> {
  const { rows } = await sql<MailboxKey>`
    select a.company_id as "companyId", a.id as "administrationId"
    from administrations a join companies c on c.id = a.company_id
      left join intake_mailboxes m on m.company_id = a.company_id and m.administration_id = a.id
    where a.mail_is_active and a.deleted_at is null and c.deleted_at is null and c.is_active
      and a.mail_password_encrypted is not null and a.mail_username <> ''
    -- The mailbox that waited longest comes first.
    order by m.last_read_at nulls first, a.id`.execute(db);
  return rows;
}

/** How to open a mailbox, how far it was read, and how it is answered; undefined when it is not to be read any more. */
export async function findMailbox(db: Db, { companyId, administrationId }: MailboxKey) {
  const { rows } = await sql<{
    name: string;
    hostname: string;
    username: string;
    password: Buffer;
    mailbox: string;
    readMailbox: string | null;
    uidValidity: string | null;
    lastUid: string | null;
    sendsReceipts: boolean;
    senders: string[];
  }>`
    select a.name, a.mail_hostname as hostname, a.mail_username as username, a.mail_password_encrypted as password,
      coalesce(nullif(a.mail_mailbox, ''), 'INBOX') as mailbox, m.mailbox as "readMailbox", m.uid_validity as "uidValidity",
      m.last_uid::text as "lastUid", coalesce(m.sends_receipts, false) as "sendsReceipts", coalesce(m.senders, '{}') as senders
    from administrations a join companies c on c.id = a.company_id
      left join intake_mailboxes m on m.company_id = a.company_id and m.administration_id = a.id
    where a.company_id = ${companyId}::uuid and a.id = ${administrationId}::uuid
      and a.mail_is_active and a.deleted_at is null and c.deleted_at is null and c.is_active
      and a.mail_password_encrypted is not null`.execute(db);
  return rows[0];
}
/** A mailbox that is to be read. */
export type FoundMailbox = NonNullable<Awaited<ReturnType<typeof findMailbox>>>;

/** Runs the work unless another process reads this mailbox; the lock goes with its connection, also when that is killed. */
export async function withMailboxLock(
  db: Db,
  { administrationId }: MailboxKey,
  work: () => Promise<void>,
): Promise<boolean> {
  const key = lockKey(advisoryLocks.mailbox(administrationId));
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ isMine: boolean }>`select pg_try_advisory_lock(${key}) as "isMine"`.execute(
      connection,
    );
    if (!rows[0]?.isMine) return false;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
    return true;
  });
}

/** A mail as it is stored. */
export interface StoredMail {
  readonly id: string;
  readonly mailbox: string;
  readonly position: MailboxPosition;
  readonly messageId: string;
  readonly fingerprint: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly sender: string;
  readonly subject: string;
  readonly receivedAt: Date;
}

/** Stores a mail; false when this one of the mailbox was imported before. */
export async function insertMail(
  tx: Tx,
  { companyId, administrationId }: MailboxKey,
  mail: StoredMail,
  at: Date,
): Promise<boolean> {
  const result = await tx
    .insertInto('intake_mails')
    .values({
      company_id: companyId,
      id: mail.id,
      administration_id: administrationId,
      mailbox: mail.mailbox,
      uid_validity: mail.position.uidValidity,
      uid: mail.position.uid,
      message_id: mail.messageId,
      fingerprint: mail.fingerprint,
      sha256: mail.sha256,
      bytes: mail.bytes,
      sender: mail.sender,
      subject: mail.subject,
      received_at: mail.receivedAt.toISOString(),
      taken_at: at.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether the same mail, with the same files, came before under another number of the mailbox. */
export async function wasSeen(
  tx: Tx,
  { companyId, administrationId }: MailboxKey,
  mail: StoredMail,
): Promise<boolean> {
  if (mail.messageId === '') return false;
  const found = await tx
    .selectFrom('intake_mails')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', administrationId)
    .where('message_id', '=', mail.messageId)
    .where('fingerprint', '=', mail.fingerprint)
    .where('id', '<>', mail.id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores how far the mailbox was read. */
export async function savePosition(
  tx: Tx,
  { companyId, administrationId }: MailboxKey,
  mailbox: string,
  position: MailboxPosition,
): Promise<void> {
  await sql`
    insert into intake_mailboxes (company_id, administration_id, mailbox, uid_validity, last_uid)
    values (${companyId}::uuid, ${administrationId}::uuid, ${mailbox}, ${position.uidValidity}, ${position.uid})
    on conflict (company_id, administration_id) do update
      set mailbox = excluded.mailbox, uid_validity = excluded.uid_validity, last_uid = excluded.last_uid`.execute(
    tx,
  );
}

/** Stores how reading went, for whoever set up the mailbox. */
export async function noteRead(
  db: Db,
  { companyId, administrationId }: MailboxKey,
  verdict: string,
  readAt: Date | null,
): Promise<void> {
  await sql`
    insert into intake_mailboxes (company_id, administration_id, last_verdict, last_read_at)
    values (${companyId}::uuid, ${administrationId}::uuid, ${verdict}, ${readAt?.toISOString() ?? null}::timestamptz)
    on conflict (company_id, administration_id) do update
      set last_verdict = excluded.last_verdict, last_read_at = coalesce(excluded.last_read_at, intake_mailboxes.last_read_at)`.execute(
    db,
  );
}

/** Claims the one receipt an hour of a sender; false when they had one. */
export async function claimReceipt(
  db: Db,
  { companyId, administrationId }: MailboxKey,
  sender: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into intake_receipts as r (company_id, administration_id, sender, sent_at)
    values (${companyId}::uuid, ${administrationId}::uuid, ${sender}, ${now.toISOString()}::timestamptz)
    on conflict (company_id, administration_id, sender) do update set sent_at = excluded.sent_at
      where r.sent_at <= ${new Date(now.getTime() - 3_600_000).toISOString()}::timestamptz
    returning 1`.execute(db);
  return rows.length > 0;
}

/** How mail to an administration is answered, how reading its mailbox went last, and where that is. */
export async function findSettings(db: Db, scope: Scope, { companyId, administrationId }: MailboxKey) {
  if (!isId(companyId) || !isId(administrationId)) return undefined;
  return db
    .selectFrom('administrations as a')
    .leftJoin('intake_mailboxes as m', (join) =>
      join.onRef('m.company_id', '=', 'a.company_id').onRef('m.administration_id', '=', 'a.id'),
    )
    .where('a.company_id', '=', companyId)
    .where('a.id', '=', administrationId)
    .where('a.deleted_at', 'is', null)
    .where(within(scope, 'a.company_id'))
    .select([
      sql<boolean>`coalesce(m.sends_receipts, false)`.as('sendsReceipts'),
      sql<string[]>`coalesce(m.senders, '{}')`.as('senders'),
      'm.last_read_at as lastReadAt',
      sql<string>`coalesce(m.last_verdict, '')`.as('lastVerdict'),
      'a.mail_mailbox as mailbox',
      'a.mail_hostname as host',
    ])
    .executeTakeFirst();
}

export async function saveSettings(
  tx: Tx,
  { companyId, administrationId }: MailboxKey,
  { sendsReceipts, senders }: { readonly sendsReceipts: boolean; readonly senders: readonly string[] },
): Promise<void> {
  await sql`
    insert into intake_mailboxes (company_id, administration_id, sends_receipts, senders)
    values (${companyId}::uuid, ${administrationId}::uuid, ${sendsReceipts}, ${[...senders]}::text[])
    on conflict (company_id, administration_id) do update
      set sends_receipts = excluded.sends_receipts, senders = excluded.senders`.execute(tx);
}

/** What a receipt says: the mail, and what became of each of its files. */
export async function findReceipt(db: Db, { companyId, mailId }: { companyId: string; mailId: string }) {
  const mail = await db
    .selectFrom('intake_mails')
    .innerJoin('companies', 'companies.id', 'intake_mails.company_id')
    .where('intake_mails.company_id', '=', companyId)
    .where('intake_mails.id', '=', mailId)
    .select([
      'intake_mails.administration_id as administrationId',
      'intake_mails.sender',
      'intake_mails.subject',
      'companies.name as companyName',
    ])
    .executeTakeFirst();
  if (!mail) return undefined;
  const lines = await db
    .selectFrom('intake_log as l')
    .leftJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 'l.company_id').onRef('d.id', '=', 'l.document_id'),
    )
    .where('l.company_id', '=', companyId)
    .where('l.mail_id', '=', mailId)
    .orderBy('l.id')
    .select(['l.filename', 'l.archive', 'l.reason', 'd.number'])
    .execute();
  return { ...mail, lines };
}
