import { z } from 'zod';
import { cents, day, defineResource, id, instant } from '../resource.ts';
import { vatKinds } from './booking-rules.ts';

/** What an entry of a chart is. The order is the number in the database. */
export const chartKinds = ['account', 'costcenter', 'costUnit', 'journal'] as const;
/** One of the kinds of entries. */
export type ChartKind = (typeof chartKinds)[number];

/** What an account or a journal is for. The order is the number in the database. */
export const chartRoles = [
  'none',
  'creditors',
  'vatToReclaim',
  'vatToPay',
  'differences',
  'purchases',
] as const;
/** One of the roles. */
export type ChartRole = (typeof chartRoles)[number];

/** An entry of a chart: an account, a cost centre, a cost unit or a journal. */
export const chartEntry = z.object({
  number: z.string(),
  name: z.string(),
  isOpen: z.boolean(),
  role: z.enum(chartRoles),
});

const number = z.string().trim().min(1).max(40);
const name = z.string().trim().max(255);
/** A percentage in hundredths: 2100 is 21%. */
const hundredths = z.int().min(0).max(10_000);

/** A VAT code, with its rates by date. */
export const vatCode = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(vatKinds),
  deductible: z.int(),
  accountNumber: z.string(),
  dueAccountNumber: z.string(),
  isOpen: z.boolean(),
  /** False: derived from the bookings of an audit file, and not looked at yet. */
  isConfirmed: z.boolean(),
  /** From which day which rate, in hundredths of a percent; the newest first. */
  rates: z.array(z.object({ fromDay: day, rate: z.int() })),
});

/** A period of the books. */
export const bookingPeriod = z.object({
  year: z.int(),
  period: z.int(),
  fromDay: day,
  untilDay: day,
  isClosed: z.boolean(),
});

const row = z.object({
  /** That of the administration: each has one chart. */
  id,
  companyId: id,
  company: z.object({ name: z.string() }),
  administration: z.object({ name: z.string(), tag: z.string(), coupling: z.string() }),
  accounts: z.int(),
  costcenters: z.int(),
  costUnits: z.int(),
  journals: z.int(),
  vatCodes: z.int(),
});

/** The charts of administrations: accounts, cost centres, cost units, journals, VAT codes and periods (§C15). */
export const charts = defineResource({
  name: 'chart',
  path: 'fmmodule/charts',
  permission: 'fmmodule.charts',
  fields: {
    id: 'id',
    companyId: 'id',
    'company/name': 'text',
    'administration/name': 'text',
    accounts: 'number',
  },
  defaultSort: 'administration/name asc',
  row,
  record: row.extend({
    /** Codes that were derived and that nobody looked at yet. */
    unconfirmedVatCodes: z.int(),
  }),
});

/** `GET charts/{id}/entries`: the entries of one kind. */
export const chartEntriesQuery = z.object({ kind: z.enum(chartKinds).default('account') });

/** `PUT charts/{id}/entries`: adds entries, or changes those with the same number. */
export const saveEntriesCommand = z.object({
  kind: z.enum(chartKinds),
  entries: z
    .array(
      z.object({
        number,
        name,
        isOpen: z.boolean().default(true),
        role: z.enum(chartRoles).default('none'),
      }),
    )
    .min(1)
    .max(5000),
});

/** `DELETE charts/{id}/entries`: an entry that was a mistake; bookings keep its number and name. */
export const removeEntryQuery = chartEntriesQuery.extend({ number: z.string().default('') });

/** `PUT charts/{id}/vat-codes`: adds a VAT code, or changes the one with this code. Who saves it has seen it. */
export const saveVatCodeCommand = z.object({
  code: number,
  name,
  kind: z.enum(vatKinds).default('normal'),
  deductible: hundredths.default(10_000),
  accountNumber: z.string().trim().max(40).default(''),
  dueAccountNumber: z.string().trim().max(40).default(''),
  isOpen: z.boolean().default(true),
  rates: z
    .array(z.object({ fromDay: day, rate: hundredths }))
    .min(1)
    .max(50),
});

/** `DELETE charts/{id}/vat-codes`. */
export const removeVatCodeQuery = z.object({ code: z.string().default('') });

/** `PUT charts/{id}/periods`: makes the twelve periods of a book year, or opens and closes some of it. */
export const savePeriodsCommand = z.object({
  year: z.int().min(1990).max(2100),
  /** The periods that are closed; all others of the year are open. */
  closed: z.array(z.int().min(0).max(13)).max(14),
});

/** What can be read from a file. */
export const importFormats = [
  'csv-accounts',
  'csv-cost-centres',
  'csv-cost-units',
  'csv-vat-codes',
  'xaf',
] as const;

/** `POST charts/{id}/imports/csv`: a file with one kind of entries; nothing is stored while any line is wrong. */
export const csvImportQuery = z.object({
  format: z.enum(importFormats).exclude(['xaf']).default('csv-accounts'),
  filename: z.string().trim().max(255).default(''),
});

/** `POST charts/{id}/imports/xaf`: an XML Auditfile Financieel, read by a job; the answer says which import it is. */
export const xafImportQuery = z.object({ filename: z.string().trim().max(255).default('') });

/** The largest audit file that is taken, in bytes. */
export const maxXafBytes = 300 * 1024 * 1024;

/** How far an import is. The order is the number in the database. */
export const importStates = ['waiting', 'running', 'done', 'refused'] as const;

/** A file that a chart or bookings came from. */
export const chartImport = z.object({
  id,
  format: z.enum(importFormats),
  filename: z.string(),
  state: z.enum(importStates),
  /** Share read, 0 to 100. */
  progress: z.int(),
  /** What was new or changed, by kind: `accounts`, `vatCodes`, `creditors`, `bookings`… */
  counts: z.record(z.string(), cents),
  /** Why it was refused, for people. */
  error: z.string().nullable(),
  createdAt: instant,
  createdByName: z.string(),
});
