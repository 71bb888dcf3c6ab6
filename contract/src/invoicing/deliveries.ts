import { z } from 'zod';
import { cents, defineResource, id, instant, rowVersion } from '../resource.ts';
import { verdictResults } from './e-invoice.ts';

/** How far a delivery got. The order is the number in the database. */
export const deliveryStates = [
  'waiting',
  'running',
  'delivered',
  /** Touched the target, and was interrupted before it knew. */
  'perhaps',
  'failed',
  /** Failed for the last time. */
  'stopped',
  /** Another delivery took its place, or its invoices are free again. */
  'replaced',
] as const;

/** How far a delivery got. */
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Where the file of a delivery goes: fetched by a person, sent by mail, written to a folder of the server or by SFTP, or
 * posted to an address.
 */
export const deliveryTargets = ['download', 'mail', 'folder', 'sftp', 'webhook'] as const;

/** When approved invoices are taken: each alone, together once an hour or a day, or when a person asks. The order is the number in the database. */
export const deliveryPaces = ['alone', 'hour', 'day', 'hand'] as const;

/** What became of an attempt. The order is the number in the database. */
export const attemptOutcomes = ['unknown', 'delivered', 'refused', 'not-reached'] as const;

/** The couplings that have an exporter; an administration with another one hands over by hand. */
export const exportedCouplings = [
  'csv',
  'ubl',
  'xml',
  'afas',
  'afas-online',
  'snelstart_online',
  'snelstartgateway',
  'exact',
  'king',
  'accountview',
  'navision',
  'dummy',
] as const;

/** The couplings that are written as UBL: an e-invoice can go on as it came. */
export const ublCouplings = ['ubl', 'afas', 'afas-online', 'navision'] as const;

/** Whether a coupling is written as UBL. */
export function isUblCoupling(coupling: string): boolean {
  return ublCouplings.some((name) => name === coupling);
}

/** Whether the pictures of invoices travel along. */
export function takesPictures(coupling: string): boolean {
  return isUblCoupling(coupling) || coupling === 'king' || coupling === 'exact';
}

/** Whether the package reads a file of suppliers that it does not know yet, before the bookings on them (§C32). */
export function takesCreditors(coupling: string): boolean {
  return ['snelstart_online', 'snelstartgateway', 'exact'].includes(coupling);
}

/** What became of an e-invoice that came in: it went on byte by byte, or was written anew. The order is the number in the database. */
export const passedOnWays = ['unchanged', 'rewritten'] as const;
/** One of the ways. */
export type PassedOn = (typeof passedOnWays)[number];

/** Where an invoice as approved differs from the e-invoice that came in; `format`: it was no UBL. */
export const eInvoiceDifference = z.object({
  field: z.enum(['number', 'date', 'currency', 'total', 'excl', 'vat', 'iban', 'supplier', 'format']),
  approved: z.string(),
  original: z.string(),
});
/** One of the differences. */
export type EInvoiceDifference = z.output<typeof eInvoiceDifference>;

/** What an invoice can lack for EN 16931: of its parties, or itself. */
export const missingFields = [
  'name',
  'street',
  'zipCode',
  'city',
  'country',
  'kvk',
  'vatId',
  'vatRates',
  'delivery',
] as const;
/** One of the fields. */
export type MissingField = (typeof missingFields)[number];

/** `GET delivery-settings/{id}/missing`: what approved invoices that wait lack for EN 16931, by whom it is of. */
export const missingForUblResult = z.array(
  z.object({
    of: z.enum(['creditor', 'administration', 'invoice']),
    /** That of the creditor or the invoice; null of a creditor that is not known. */
    id: id.nullable(),
    name: z.string(),
    fields: z.array(z.enum(missingFields)),
    invoiceCount: z.int(),
  }),
);

/** What can keep an invoice from being delivered: whom or what it is about, or a code that the package has no name for. */
export const obstacleKinds = [
  'creditor',
  'invoice',
  'administration',
  'account',
  'costcenter',
  'costUnit',
  'vatCode',
] as const;

/** `GET delivery-settings/{id}/obstacles`: what keeps approved invoices that wait from being delivered. */
export const obstaclesResult = z.array(
  z.object({
    kind: z.enum(obstacleKinds),
    /** Of a code that of the administration; null of a creditor that is not known. */
    id: id.nullable(),
    name: z.string(),
    /** Why, as a sentence. */
    reason: z.string(),
  }),
);

/** Whether approved invoices can be delivered by this coupling. */
export function hasExporter(coupling: string): coupling is (typeof exportedCouplings)[number] {
  return exportedCouplings.some((name) => name === coupling);
}

const row = z.object({
  id,
  companyId: id,
  company: z.object({ name: z.string() }),
  administrationId: id,
  administration: z.object({ name: z.string() }),
  coupling: z.string(),
  /** 2 and up take the place of an earlier delivery of the same invoices. */
  version: z.int(),
  state: z.enum(deliveryStates),
  target: z.enum(deliveryTargets),
  /** Empty until the file is made; then its name and bytes never change. */
  filename: z.string(),
  invoiceCount: z.int(),
  tries: z.int(),
  nextTryAt: instant.nullable(),
  /** Why it failed, as a sentence. */
  error: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});

/** One attempt to deliver, stored before the target was touched. */
export const deliveryAttempt = z.object({
  number: z.int(),
  startedAt: instant,
  endedAt: instant.nullable(),
  outcome: z.enum(attemptOutcomes),
  /** What the target answered. */
  receipt: z.string(),
});

/** Files of approved invoices on their way to bookkeeping; nobody edits one. */
export const deliveries = defineResource({
  name: 'delivery',
  path: 'fmmodule/deliveries',
  permission: 'fmmodule.deliveries',
  fields: {
    id: 'id',
    'company/name': 'text',
    'administration/name': 'text',
    coupling: 'text',
    state: 'text',
    filename: 'text',
    invoiceCount: 'number',
    createdAt: 'instant',
    finishedAt: 'instant',
  },
  defaultSort: 'createdAt desc',
  row,
  record: row.extend({
    /** The delivery that this one took the place of. */
    replaces: id.nullable(),
    /** Why a person delivered again, or said that it arrived. */
    reason: z.string(),
    /** Whom or what the error is about, where it can be mended; null: nobody, or not by name. Codes are those of the administration. */
    about: z.object({ kind: z.enum(obstacleKinds), id, name: z.string() }).nullable(),
    /** Its invoices are Processed when the package says that it booked them, not by this delivery (§C31). */
    awaitsReceipt: z.boolean(),
    invoices: z.array(
      z.object({
        id,
        documentId: z.string(),
        invoiceNumber: z.string(),
        creditorName: z.string(),
        totalAmount: cents,
        currency: z.string(),
        isProcessed: z.boolean(),
        /** The UBL that it leaves as; null where the file is none. */
        eInvoice: z
          .object({
            /** What became of the e-invoice that came in; null where none did. */
            passedOn: z.enum(passedOnWays).nullable(),
            /** What the standards say of it (§C20); null of files from before. */
            verdict: z.enum(verdictResults).nullable(),
            /** SHA-256 of the UBL as it goes out. */
            sha256: z.string(),
            differences: z.array(eInvoiceDifference),
          })
          .nullable(),
      }),
    ),
    attempts: z.array(deliveryAttempt),
    rowVersion,
  }),
});

const reason = z.string().trim().min(1).max(1000);

/** `POST fmmodule/deliveries`: takes all approved invoices of an administration. */
export const deliverCommand = z.object({ companyId: id, administrationId: id });

/** How many invoices were taken, in how many deliveries. */
export const deliverResult = z.object({ invoiceCount: z.int(), deliveryCount: z.int() });

/** `POST fmmodule/deliveries/receipts`: what the package booked of an administration, as a text with a number on each line. */
export const bookedCommand = deliverCommand.extend({ text: z.string().trim().min(1).max(1_000_000) });

/** How many invoices that set Processed, how many still wait, and the lines that named none. */
export const bookedResult = z.object({
  processedCount: z.int(),
  awaitedCount: z.int(),
  unknown: z.array(z.string()),
});

const packageNumber = z.string().trim().min(1).max(40);
/** The first number that new suppliers get in the package; absent: the one after the highest that is known. */
const firstNumber = z.coerce.number().int().min(1).max(999_999_999);

/** `GET deliveries/{id}/new-creditors`, and `…/file` as the package reads them. */
export const newCreditorsQuery = z.object({ first: firstNumber.optional() });

/** Suppliers of a delivery that the package does not know, with the numbers that they get there. */
export const newCreditorsResult = z.array(z.object({ creditorId: id, name: z.string(), number: z.string() }));

/** `POST deliveries/{id}/new-creditors`: they are in the package under these numbers; the delivery goes on. */
export const confirmCreditorsCommand = z.object({
  numbers: z
    .array(z.object({ creditorId: id, number: packageNumber }))
    .min(1)
    .max(5000),
});

/** `POST deliveries/{id}/again`: makes a new version of the file, from the invoices as they are now. */
export const deliverAgainCommand = z.object({ reason });

/** `POST deliveries/{id}/release`: gives up a delivery that surely did not arrive; its invoices are approved still. */
export const releaseDeliveryCommand = z.object({ reason });

/** `POST deliveries/{id}/arrived`: a person saw that it arrived. */
export const arrivedCommand = z.object({});

/** `POST deliveries/{id}/retry`: tries a failed or stopped one again at once. */
export const retryDeliveryCommand = z.object({});

/** Folders below each other, of letters, digits, `-` and `_`: nothing that leads out of them. */
const folder = z
  .string()
  .trim()
  .max(200)
  .refine((text) => text === '' || /^[\w-]+(?:\/[\w-]+)*$/.test(text), 'invalid')
  .default('');

/** `GET delivery-settings/{id}/folders`: the names of the folders that the operator gave. */
export const deliveryFoldersResult = z.array(z.string());

/** `POST delivery-settings/{id}/test-folder`: writes a small file, reads it back and removes it. */
export const testFolderCommand = z.object({ folderRoot: z.string().trim().max(40), folder });

/** Whether that worked, and what the server said where it did not. */
export const testFolderResult = z.object({ isRight: z.boolean(), path: z.string(), error: z.string() });

/** A server that takes files by SFTP, without what proves who logs in. */
const sftpServer = {
  sftpHost: z
    .string()
    .trim()
    .max(255)
    .regex(/^[\w.:-]*$/, 'invalid')
    .default(''),
  sftpPort: z.int().min(1).max(65_535).default(22),
  sftpUser: z.string().trim().max(100).default(''),
  /** Empty: where the login starts. Nothing that leads up. */
  sftpFolder: z
    .string()
    .trim()
    .max(300)
    .refine((text) => !/(?:^|\/)\.\.(?:\/|$)|\0/.test(text), 'invalid')
    .default(''),
  /** The key of the server, `SHA256:…`; empty: the one that it shows at first is kept. */
  sftpHostKey: z
    .string()
    .trim()
    .regex(/^(?:SHA256:[A-Za-z0-9+/]{43})?$/, 'invalid')
    .default(''),
};
/** A password or a private key; absent or empty: the one that is stored. */
const sftpSecret = z.string().max(20_000).optional();

/** `POST delivery-settings/{id}/test-sftp`: logs in, writes a small file, reads it back and removes it. */
export const testSftpCommand = z.object({ ...sftpServer, sftpSecret });

/** Whether that worked, which key the server showed, and why it did not. */
export const testSftpResult = z.object({ isRight: z.boolean(), hostKey: z.string(), error: z.string() });

/** `POST delivery-settings/{id}/webhook-secret`: makes a new secret, which is shown this once. */
export const newDeliverySecretCommand = z.object({});
/** The secret with which deliveries by webhook are signed. */
export const newDeliverySecretResult = z.object({ secret: z.string() });

const settings = z.object({
  /** That of the administration. */
  id,
  companyId: id,
  administration: z.object({ name: z.string() }),
  coupling: z.string(),
  hasExporter: z.boolean(),
  isAutomatic: z.boolean(),
  /** Approved before, an invoice is not taken by itself. */
  takenFrom: instant.nullable(),
  pace: z.enum(deliveryPaces),
  target: z.enum(deliveryTargets),
  /** To which address, for mail. */
  mailAddress: z.string(),
  /** Below which folder that the operator named, for a folder. */
  folderRoot: z.string(),
  /** The folder below it, in that of the company; may be empty. */
  folder: z.string(),
  sftpHost: z.string(),
  sftpPort: z.int(),
  sftpUser: z.string(),
  sftpFolder: z.string(),
  sftpHostKey: z.string(),
  /** Whether a password or key is stored; nobody reads it. */
  hasSftpSecret: z.boolean(),
  /** Where files are posted to, for a webhook. */
  webhookUrl: z.string(),
  hasWebhookSecret: z.boolean(),
  /** Seconds after the last approval in which nothing is taken, so that it can be undone. */
  waitSeconds: z.int(),
  maxTries: z.int(),
  /** The journal of purchases in the package. */
  journal: z.string(),
  /** Only what the package says it booked is Processed (§C31). */
  awaitsReceipt: z.boolean(),
  /** An invoice with a code that is not mapped to one of the package is refused (§C33). */
  requiresMapping: z.boolean(),
  /** Approved invoices that wait to be taken. */
  readyCount: z.int(),
  rowVersion,
});

const settingsBody = z.object({
  isAutomatic: z.boolean(),
  /** Null with `isAutomatic`: everything that is approved. */
  takenFrom: instant.nullable(),
  pace: z.enum(deliveryPaces),
  target: z.enum(deliveryTargets),
  mailAddress: z.union([z.literal(''), z.email().max(254)]),
  folderRoot: z.string().trim().max(40).default(''),
  folder,
  ...sftpServer,
  sftpSecret,
  webhookUrl: z.union([z.literal(''), z.url().max(1000)]).default(''),
  waitSeconds: z.int().min(0).max(86_400),
  maxTries: z.int().min(1).max(50),
  journal: z.string().trim().max(20),
  awaitsReceipt: z.boolean().default(false),
  requiresMapping: z.boolean().default(false),
  rowVersion: rowVersion.optional(),
});

/** How an administration delivers to its package (§C1); off until somebody switches it on. */
export const deliverySettings = defineResource({
  name: 'delivery setting',
  path: 'fmmodule/delivery-settings',
  permission: 'fmmodule.deliverysettings',
  fields: { id: 'id', 'administration/name': 'text', coupling: 'text', isAutomatic: 'boolean' },
  defaultSort: 'administration/name asc',
  row: settings,
  record: settings,
  update: settingsBody,
});
