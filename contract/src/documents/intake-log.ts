import { z } from 'zod';
import { defineResource, id, instant } from '../resource.ts';

/** How something came in. */
export const intakeSources = ['upload', 'mail', 'zip', 'split'] as const;

/** What can be wrong with a mail or file of a mail, beside what a document can be refused for. */
export const intakeReasons = [
  /** No attachment that could be an invoice. */
  'no-attachment',
  /** A picture of a signature or the like: small, and shown inside the text. */
  'inline-picture',
  /** The same mail was taken in before. */
  'mail-seen-before',
  /** More than 50 MB, or of more parts than we take. */
  'mail-too-large',
  'mail-damaged',
] as const;
/** One of them. */
export type IntakeReason = (typeof intakeReasons)[number];

const row = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  administrationId: id.nullable(),
  administrationName: z.string(),
  source: z.enum(intakeSources),
  receivedAt: instant,
  /** Of mail; else empty. */
  sender: z.string(),
  subject: z.string(),
  /** Empty when the line is about a mail as a whole. */
  filename: z.string(),
  /** The zip that the file came out of; else empty. */
  archive: z.string(),
  bytes: z.int(),
  /** What became of it: a document, or a reason. */
  document: z.object({ id, documentId: z.string(), state: z.string() }).nullable(),
  /** A code of `intakeReasons` or of the documents' reasons; empty when it became a document that could be read. */
  reasonCode: z.string(),
  reason: z.string(),
  /** The mail that it came with, whose original `GET fmmodule/intake-log/{id}/mail` gives. */
  mailId: id.nullable(),
});

/** NEW: every mail and every file that came in, the newest first; each is a document or has a reason. */
export const intakeLog = defineResource({
  name: 'intake log entry',
  path: 'fmmodule/intake-log',
  permission: 'fmmodule.intakelog',
  fields: {
    id: 'id',
    companyId: 'id',
    companyName: 'text',
    administrationId: 'id',
    administrationName: 'text',
    source: 'text',
    receivedAt: 'instant',
    sender: 'text',
    subject: 'text',
    filename: 'text',
    bytes: 'number',
    reasonCode: 'text',
    mailId: 'id',
  },
  defaultSort: 'receivedAt desc',
  pageSizes: [50, 100, 200],
  row,
  record: row,
});

const sender = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  // An address, or everybody of a domain: `@leverancier.nl`.
  .regex(/^[^\s@]*@[^\s@]+\.[^\s@]+$/);

/**
 * NEW `GET` and `PUT core/companies/{companyId}/administrations/{id}/intake`, with the rights on administrations: how mail
 * to an administration's mailbox is answered, and how reading it went last.
 */
export const intakeSettings = z.object({
  /** Whether senders on the list get a receipt, at most one an hour each and never for automatic mail. */
  sendsReceipts: z.boolean(),
  senders: z.array(z.string()),
  /** When the mailbox was last read to its end; null before the first time. */
  lastReadAt: instant.nullable(),
  /** `ok`, or what was wrong the last time, as the mailbox test says it. Empty before the first time. */
  lastVerdict: z.string(),
  lastMessage: z.string(),
});

/** What can be set of it. */
export const intakeSettingsWrite = z.object({
  sendsReceipts: z.boolean(),
  senders: z.array(sender).max(500),
});
