import type { IntakeReason } from '#contract/documents/intake-log.ts';
import type { Caller, Services } from '#server/platform/context.ts';
import { unseal } from '#server/platform/auth/seal.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId, noCompany } from '#server/platform/db/ids.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { MailboxMail, MailboxPosition } from '#server/platform/mail/mailboxes.ts';
import { notifyDocument } from '../audit.ts';
import { keepPiece, writeArrivals } from '../intake/arrivals.ts';
import { type Arrival, insertLog, type LogLine, type Owner } from '../intake/intake.repository.ts';
import { piecesOf } from '../intake/pieces.ts';
import { isListed } from './automatic.rules.ts';
import { clean, type MailParts, partsOf } from './mail-parts.ts';
import * as repository from './mailbox.repository.ts';
import { receiptJob } from './receipt.job.ts';

/** Reads every mailbox, each minute. An interrupted run loses nothing: each mail is imported in one transaction. */
export const readMailboxesJob = defineJob<object>('documents-read-mailboxes', {
  retries: 0,
  expireSeconds: 900,
  cron: '* * * * *',
});

/** The largest mail that is imported. */
const maxBytes = 50 * 1024 * 1024;
const maxAtOnce = 100;
// Each holds a connection of the database as long as it reads.
const lanes = 2;

/** Reads all mailboxes, a few at a time; one that fails does not stop the others. */
export async function readMailboxes(services: Services, signal?: AbortSignal): Promise<void> {
  const waiting = await repository.listActive(services.db);
  const lane = async () => {
    for (;;) {
      const key = signal?.aborted ? undefined : waiting.shift();
      if (!key) return;
      const { administrationId } = key;
      await readMailbox(services, key, signal).catch((err: unknown) =>
        services.log.error({ err, administrationId }, 'mailbox'),
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Reads one mailbox to its end, unless another process is doing that (decision 0021). */
export async function readMailbox(
  services: Services,
  key: repository.MailboxKey,
  signal?: AbortSignal,
): Promise<void> {
  await repository.withMailboxLock(services.db, key, async () => {
    const found = await repository.findMailbox(services.db, key);
    const password = found && unseal(services.secretKey, 'mailbox', found.password);
    if (!found || !password) return;
    const settings = {
      hostname: found.hostname || services.mailboxes.defaultHost,
      username: found.username,
      password,
      mailbox: found.mailbox,
    };
    const mailbox = `${settings.username}@${settings.hostname}/${settings.mailbox}`;
    let after = positionOf(found, mailbox);
    for (;;) {
      const what = { after, maxBytes, maxMails: maxAtOnce, ...(signal ? { signal } : {}) };
      const { verdict, isAtEnd } = await services.mailboxes.read(settings, what, async (mail) => {
        await importMail(services, key, found, mailbox, mail);
        after = mail;
      });
      await repository.noteRead(services.db, key, verdict, verdict === 'ok' ? services.now() : null);
      if (verdict !== 'ok' || isAtEnd || signal?.aborted) return;
    }
  });
}

// Another mailbox than the one that was read starts from its first mail.
function positionOf(
  { readMailbox: read, uidValidity, lastUid }: repository.FoundMailbox,
  mailbox: string,
): MailboxPosition | null {
  return read === mailbox && uidValidity !== null && lastUid !== null
    ? { uidValidity, uid: Number(lastUid) }
    : null;
}

interface Prepared {
  readonly arrivals: readonly Arrival[];
  readonly lines: readonly LogLine[];
}

async function importMail(
  services: Services,
  key: repository.MailboxKey,
  found: repository.FoundMailbox,
  mailbox: string,
  given: MailboxMail,
): Promise<void> {
  // A damaged one does not say when it came in.
  const mail = given.isDamaged ? { ...given, receivedAt: services.now() } : given;
  const reason = mail.isDamaged ? 'mail-damaged' : 'mail-too-large';
  const parts = mail.source === null ? reason : await partsOf(mail.source);
  const stored = await storeMail(services, mailbox, mail, parts);
  // Files first: they are named by their bytes, so that a retry writes the same ones.
  const prepared = typeof parts === 'string' ? wholeMail(mail, parts) : await prepare(services, mail, parts);
  const owner: Owner = { ...key, source: 'mail', mailId: stored.id, receivedAt: mail.receivedAt };
  const who = { ...services, caller: mailboxCaller(key.companyId, found) };
  await services.db.transaction().execute(async (tx) => {
    if (await repository.insertMail(tx, key, stored, services.now())) {
      const isSeen = await repository.wasSeen(tx, key, stored);
      const { arrivals, lines } = isSeen ? wholeMail(mail, 'mail-seen-before') : prepared;
      await insertLog(tx, owner, lines);
      if (arrivals.length > 0) await writeArrivals(tx, who, owner, arrivals);
      else await notifyDocument(services, tx, { companyId: key.companyId });
      if (!isSeen && typeof parts !== 'string')
        await queueReceipt(services, tx, key, found, stored.id, parts);
    }
    await repository.savePosition(tx, key, mailbox, mail);
  });
}

async function storeMail(
  services: Services,
  mailbox: string,
  mail: MailboxMail,
  parts: MailParts | IntakeReason,
): Promise<repository.StoredMail> {
  const headers =
    typeof parts === 'string'
      ? { sender: mail.sender, subject: mail.subject, messageId: mail.messageId, fingerprint: '' }
      : parts;
  return {
    id: newId(services.now().getTime()),
    mailbox,
    position: { uidValidity: mail.uidValidity, uid: mail.uid },
    sha256: mail.source === null ? '' : await services.files.put(mail.source),
    bytes: mail.bytes,
    receivedAt: mail.receivedAt,
    sender: clean(headers.sender),
    subject: clean(headers.subject),
    messageId: clean(headers.messageId),
    fingerprint: headers.fingerprint,
  };
}

// A line about the mail itself.
function wholeMail(mail: MailboxMail, reason: IntakeReason): Prepared {
  return { arrivals: [], lines: [{ filename: '', archive: '', bytes: mail.bytes, reason }] };
}

// What can be read becomes a document; the rest is a line with a reason, since it was not uploaded on purpose.
async function prepare(services: Services, mail: MailboxMail, { files }: MailParts): Promise<Prepared> {
  if (files.length === 0) return wholeMail(mail, 'no-attachment');
  const arrivals: Arrival[] = [];
  const lines: LogLine[] = [];
  for (const file of files) {
    for (const piece of await piecesOf(file.filename, file.bytes)) {
      const arrival = file.reason === null ? await keepPiece(services, piece) : undefined;
      if (arrival?.state === 'Nieuw') arrivals.push(arrival);
      else {
        const { filename, archive, bytes } = piece;
        lines.push({
          filename,
          archive,
          bytes: bytes.length,
          reason: arrival?.reasons[0] ?? file.reason ?? '',
        });
      }
    }
  }
  return { arrivals, lines };
}

async function queueReceipt(
  services: Services,
  tx: Tx,
  { companyId }: repository.MailboxKey,
  { sendsReceipts, senders }: repository.FoundMailbox,
  mailId: string,
  parts: MailParts,
): Promise<void> {
  if (!sendsReceipts || services.mail === null || parts.isAutomatic || !isListed(parts.sender, senders))
    return;
  await services.jobs.send(tx, receiptJob, { companyId, mailId }, { key: mailId });
}

// No user is behind a mailbox: history names the mailbox, and the documents are nobody's own (§A2).
function mailboxCaller(companyId: string, { name, username }: repository.FoundMailbox): Caller {
  return {
    userId: noCompany,
    companyId,
    companyName: '',
    isProvider: false,
    name: `${username} (${name})`,
    email: '',
    permissions: [],
  };
}
