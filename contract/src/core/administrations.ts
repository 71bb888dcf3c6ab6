import { z } from 'zod';
import { country, iban, kvkNumber, vatId } from '../party-codes.ts';
import { audited, defineResource, id, keptText, optionalText, rowVersion, shortText } from '../resource.ts';

/** The bookkeeping systems that an administration can be coupled to (product 1.9). */
export const couplings = [
  'accountview',
  'afas',
  'afas-online',
  'alerterp',
  'baan',
  'csv',
  'dummy',
  'eva',
  'exact',
  'cashflow',
  'groenvision',
  'groenvisionxml',
  'orderdirect',
  'king',
  'mamut',
  'minox',
  'navision',
  'pakbon',
  'prima',
  'sapcsv',
  'snelstart_online',
  'snelstartgateway',
  'ubl',
  'unit4',
  'unit4csv',
  'werkexpert',
  'xml',
] as const;

const record = z.object({
  id,
  companyId: id,
  name: z.string(),
  tag: z.string(),
  coupling: z.string(),
  /** Documents name an administration by these three, so that it is never taken for the supplier; may be empty. */
  kvkNumber: z.string(),
  vatId: z.string(),
  iban: z.string(),
  /** Where it is, as the buyer of an e-invoice. */
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** ISO 3166. */
  country: z.string(),
  mailHostname: z.string(),
  mailUsername: z.string(),
  mailbox: z.string(),
  mailIsActive: z.boolean(),
  /** Whether a mail password is stored; the password itself never travels back (§J1). */
  hasPassword: z.boolean(),
  /** The month in which its book year begins. */
  firstMonth: z.int(),
  /** Its invoices are about real estate: they are kept for ten years (§C9). */
  isRealEstate: z.boolean(),
  modules: z.array(z.string()),
  ...audited,
});

const hostAndPort = /^(?:\[[0-9a-f:.]+\]|[\p{L}\d](?:[\p{L}\d.-]*[\p{L}\d])?)(?::(?<port>\d{1,5}))?$/iu;

// A host name or address, with a port if it is not 993 (§J1); empty is none. Anything else would only fail at night.
function isMailHost(text: string | undefined): boolean {
  if (text === undefined || text === '') return true;
  const found = hostAndPort.exec(text);
  const port = Number(found?.groups?.['port'] ?? 993);
  return found !== null && port >= 1 && port <= 65_535;
}

const write = z.object({
  name: shortText(),
  tag: shortText(32),
  coupling: z.enum(couplings),
  kvkNumber,
  vatId,
  iban,
  street: keptText(),
  postalCode: keptText(20),
  city: keptText(),
  country,
  mailHostname: optionalText(253).refine(isMailHost, 'invalid'),
  mailUsername: optionalText(254),
  mailbox: optionalText(254),
  mailIsActive: z.boolean().default(false),
  /** Write-only; absent leaves the stored one (§J1). */
  mailPassword: z.string().max(1000).optional(),
  firstMonth: z.int().min(1).max(12).optional(),
  isRealEstate: z.boolean().optional(),
  modules: z.array(z.string()).max(50).optional(),
});

/** The bookkeepings of one company. */
export const administrations = defineResource({
  name: 'administration',
  path: 'core/companies/{companyId}/administrations',
  permission: 'core.administrations',
  fields: {
    id: 'id',
    name: 'text',
    tag: 'text',
    coupling: 'text',
    kvkNumber: 'text',
    vatId: 'text',
    iban: 'text',
    mailIsActive: 'boolean',
  },
  defaultSort: 'tag asc',
  row: record,
  record,
  create: write,
  // Absent fields stay as they are (§B5).
  update: write.extend({
    mailHostname: keptText(253).refine(isMailHost, 'invalid'),
    mailUsername: keptText(254),
    mailbox: keptText(254),
    mailIsActive: z.boolean().optional(),
    rowVersion: rowVersion.optional(),
  }),
});

const listed = record
  .pick({ id: true, companyId: true, name: true, tag: true, coupling: true })
  .extend({ companyName: z.string() });

/** `GET core/administrations`: every administration that the caller may see, for pickers (product 2.7). */
export const allAdministrations = defineResource({
  name: 'administration',
  path: 'core/administrations',
  permission: 'core.administrations',
  fields: { id: 'id', companyId: 'id', companyName: 'text', name: 'text', tag: 'text', coupling: 'text' },
  defaultSort: 'name asc',
  row: listed,
  record: listed,
});
