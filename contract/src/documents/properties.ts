import { z } from 'zod';
import { id } from '../resource.ts';

/**
 * What is read from a document, in the order of the screen. `value` travels as text: `money` in whole cents
 * (`-12100`), `day` as ISO, an IBAN and identifiers without spaces.
 */
export const documentProperties = {
  number: 'text',
  date: 'day',
  dueDate: 'day',
  total: 'money',
  excl: 'money',
  vat: 'money',
  currency: 'text',
  creditor: 'text',
  kvk: 'text',
  vatId: 'text',
  iban: 'text',
  /** NEW: the supplier's blocked account (G-rekening), never the one to pay to alone. */
  gAccount: 'text',
  paymentReference: 'text',
  /** NEW: what the buyer or the supplier calls the order. */
  orderNumber: 'text',
  /** NEW: what the supplier calls the buyer. */
  customerNumber: 'text',
  /** NEW. */
  deliveryDate: 'day',
  /** NEW: the first and the last day of what is invoiced. */
  periodFrom: 'day',
  periodTo: 'day',
  /** NEW: days to pay within, as printed. */
  paymentTerm: 'text',
} as const;

/** One of the things that are read from a document. */
export type DocumentProperty = keyof typeof documentProperties;

const propertyNames = [
  'number',
  'date',
  'dueDate',
  'total',
  'excl',
  'vat',
  'currency',
  'creditor',
  'kvk',
  'vatId',
  'iban',
  'gAccount',
  'paymentReference',
  'orderNumber',
  'customerNumber',
  'deliveryDate',
  'periodFrom',
  'periodTo',
  'paymentTerm',
] as const satisfies readonly DocumentProperty[];

/** The name of a property, as it travels. */
export const documentProperty = z.enum(propertyNames);

/** A box on a page: left, top, right, bottom, each 0..1 of the page's width and height. */
export const pageBox = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** From this confidence on a value is taken as right. */
export const sureFrom = 0.9;

const found = z.object({
  value: z.string(),
  /** What stands on the page, unchanged. */
  raw: z.string(),
  /** 0..1; 1 for electronic invoices and for what a person confirmed. */
  confidence: z.number(),
  method: z.enum(['xml', 'trigger', 'heuristic', 'user']),
  /** Codes, some with what they speak of behind a colon: `label:Factuurnummer`, `sum`, `kvk:12345678`, `user:Petra`. */
  reasons: z.array(z.string()),
  /** Page from 1; null when the value was not read from a page. */
  page: z.int().nullable(),
  box: pageBox.nullable(),
});

/** A value that was read, why we think so, and where it stands (§D1; everything past the first three is NEW). */
export const foundProperty = found.extend({
  property: documentProperty,
  /** Whether a person wrote or confirmed it; later runs leave it alone (§D10). */
  isConfirmed: z.boolean(),
  /** Up to four others that it might be, the likeliest first. */
  candidates: z.array(found),
});
/** A value that was read. */
export type FoundProperty = z.output<typeof foundProperty>;

/** A line that was read from the document. */
export const foundLine = z.object({
  lineNumber: z.int(),
  description: z.string(),
  quantity: z.number().nullable(),
  unitPriceInCents: z.int().nullable(),
  amountInCents: z.int().nullable(),
  vatPercent: z.number().nullable(),
  page: z.int().nullable(),
  box: pageBox.nullable(),
});

/** NEW: one rate of VAT, as the document says it; below zero on a credit note. Page and box as of other values. */
export const foundVatRate = z.object({
  /** In hundredths of a percent: 2100 is 21 %. */
  rate: z.int(),
  /** What it is over; null where the document does not say. */
  baseInCents: z.int().nullable(),
  vatInCents: z.int(),
  confidence: z.number(),
  page: z.int().nullable(),
  box: pageBox.nullable(),
});
/** One rate of VAT. */
export type FoundVatRate = z.output<typeof foundVatRate>;

/** A line as a person mends it; absent places stay unknown. */
export const lineWrite = z.object({
  description: z.string().trim().max(1000),
  quantity: z.number().nullable().default(null),
  unitPriceInCents: z.int().nullable().default(null),
  amountInCents: z.int().nullable().default(null),
  vatPercent: z.number().min(0).max(100).nullable().default(null),
  page: z.int().min(1).nullable().default(null),
  box: pageBox.nullable().default(null),
});
/** A line as a person mends it. */
export type LineWrite = z.output<typeof lineWrite>;

/** A page without its words: enough for the list of pages and for the picture. */
export const documentPage = z.object({
  /** From 1. */
  number: z.int(),
  /** Pixels of the picture. */
  width: z.int(),
  height: z.int(),
  /** File name for the `images?filename=` beside the route that gave it. `&width=148` gives the small one. */
  picture: z.string(),
  textSource: z.enum(['pdf', 'ocr', 'xml', 'none']),
});

/** NEW: one page with its words, so that a person can click one. */
export const pageWords = documentPage.extend({
  /** The lines of the page as text; what triggers run on. */
  text: z.string(),
  words: z.array(z.object({ text: z.string(), box: pageBox, confidence: z.number() })),
});

/** NEW: who works on a document now; it expires by itself. Soft: it warns, and refuses nobody. */
export const documentLock = z.object({
  userId: id,
  name: z.string(),
  until: z.iso.datetime(),
  isMine: z.boolean(),
});

/** NEW `POST …/{id}/lock`: takes or renews the lock (also from somebody else, with `take`); asked every 20 s while open. */
export const lockCommand = z.object({ take: z.boolean().default(false) });

/** How long a lock lasts without being renewed, in seconds. */
export const lockSeconds = 60;

/**
 * A correction by a person: typed, or clicked on the page (then with page and box). Read as people write: `1.234,56` and
 * `121` are euros, `3 mei 2026` is a day; 400 on `value` when it is none. Empty text: it is not on the document.
 */
export const correction = z.object({
  value: z.string().trim().max(255),
  /** `value` is in the form that it travels in, as that of a candidate: whole cents, ISO days. */
  isStored: z.boolean().default(false),
  page: z.int().min(1).optional(),
  box: pageBox.optional(),
});
