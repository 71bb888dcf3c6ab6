import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import { type ConnectionSettings, createDb, createPool } from '#server/platform/db/database.ts';
import { detectSpread } from '#server/platform/db/spread.ts';
import type { Files } from '#server/platform/files/files.ts';
import type { MovingFiles } from '#server/platform/files/moving-files.ts';
import { notingFiles } from '#server/platform/files/noted-files.ts';
import { type FilesPlaces, openFiles } from '#server/platform/files/open-files.ts';
import { callOut } from '#server/platform/http/call-out.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { openLiveEvents } from '#server/platform/jobs/live-events.ts';
import { mailOverSmtp, type SmtpSettings } from '#server/platform/mail/mail.ts';
import { mailboxesOverImap } from '#server/platform/mail/mailboxes.ts';
import { sftpOverSsh } from '#server/platform/sftp/sftp.ts';
import { recordLinks } from '#server/platform/resource/record-links.ts';
import { notesFolder } from './backups/point-in-time.ts';
import { slices } from './slices.ts';
import { applicationName } from './status/version.ts';

/** Everything outside the process that requests and jobs work with, opened once a process. */
export interface World {
  readonly services: Services & { readonly files: Files & Partial<Pick<MovingFiles, 'move'>> };
  /** Gives running jobs time to end, then closes every connection. */
  close(): Promise<void>;
}

/** How mail goes out and comes in: plain data, as it travels to the worker too. */
export interface MailSettings {
  /** Absent: no outgoing mail. */
  readonly smtp?: SmtpSettings | undefined;
  /** The mail host of an administration that names none. */
  readonly defaultHost: string;
  /** Private networks in which mailboxes and SFTP servers may be looked for. */
  readonly allowed: readonly string[];
}

/**
 * How long a request may keep a row from others, in ms. Work that takes its time, such as jobs, backup and migrations, has
 * connections of its own; an export lifts them for its transaction (see `withoutTimeouts`).
 */
const requestTimeouts = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 10_000 };

/** Connects to the database, the queue, the live events and the files of a data folder. */
export async function openWorld(options: {
  readonly database: ConnectionSettings;
  readonly dataFolder: string;
  /** Absent: in the data folder. */
  readonly files?: FilesPlaces;
  /** Whether stored files are noted for the archive; absent: no. */
  readonly isArchived?: boolean;
  readonly secretKey: Uint8Array;
  readonly log: FastifyBaseLogger;
  /** Absent: no outgoing mail, and mailboxes on public addresses only. */
  readonly mail?: MailSettings;
  /** Absent: none. */
  readonly deliveryFolders?: Readonly<Record<string, string>>;
  /** Private networks in which webhooks may be called; absent: none. */
  readonly callAllowed?: readonly string[];
  /** Whether this process takes jobs, or only writes them. */
  readonly works: boolean;
  readonly now?: () => Date;
}): Promise<World> {
  const {
    database,
    dataFolder,
    files: places,
    isArchived = false,
    secretKey,
    log,
    works,
    now = () => new Date(),
    mail = { defaultHost: '', allowed: [] },
    deliveryFolders = {},
    callAllowed = [],
  } = options;
  const own = { ...database, application_name: applicationName(works ? 'worker' : 'server') };
  const pool = createPool(works ? own : { ...own, ...requestTimeouts });
  const db = createDb(pool);
  await detectSpread(db);
  const jobs = await openJobs(own, { works, onError: (err) => log.error({ err }, 'queue') });
  const events = openLiveEvents(own, db, (err) => log.warn({ err }, 'live events'));
  const files = await openFiles(dataFolder, places);
  const services = {
    db,
    files: isArchived ? notingFiles(files, notesFolder(dataFolder)) : files,
    jobs,
    events,
    mail: mail.smtp ? mailOverSmtp(mail.smtp) : null,
    mailboxes: mailboxesOverImap(mail),
    sftp: sftpOverSsh(mail),
    deliveryFolders,
    callOut: callOut({ allowed: callAllowed }),
    now,
    links: recordLinks(slices.map(({ links }) => links)),
    secretKey,
    log,
  };
  return {
    services,
    async close() {
      await jobs.stop(works ? 20_000 : 1000);
      await events.stop();
      await db.destroy();
    },
  };
}
