import { z } from 'zod';
import { readAmount } from '../money.ts';
import { cents, day, defineResource, id, instant, rowVersion, shortText } from '../resource.ts';
import { agreementTypes, billingCycles, invoiceTypes, priceLimits } from './codes.ts';

const record = z.object({
  id,
  name: z.string(),
  priceAgreementType: z.literal(agreementTypes),
  /** `License`, `Maintenance`, in the language of the request. */
  typeName: z.string(),
  /** Cents per unit per cycle (fixed) or per counted item (variable) (§I1). */
  price: cents,
  /** The same in euros, as the form shows it. */
  agreementPrice: z.number(),
  startdate: day.nullable(),
  enddate: day.nullable(),
  isVariable: z.boolean(),
  invoiceType: z.literal(invoiceTypes),
  cycleInMonths: z.literal(billingCycles),
  /** How many customers have it, now or ever: in use it cannot be deleted (§I9). */
  customerCount: z.int(),
  createdAt: instant,
  updatedAt: instant,
  updatedBy: z.string().nullable(),
  rowVersion,
});

/** Euros as a number or as typed: `12.5`, `12,50`; as cents, with the field code of what is wrong. */
const euros = z.union([z.number(), z.string()]).transform((given, context) => {
  const read = readAmount(typeof given === 'number' ? plainNumber(given) : given);
  if ('cents' in read) return read.cents;
  context.addIssue({ code: 'custom', message: read.code });
  return z.NEVER;
});

// readAmount takes `1.234` for a thousand; a number of JSON has a point for decimals only.
function plainNumber(value: number): string {
  return Number.isFinite(value) ? String(value).replace('.', ',') : '';
}

const dates = {
  startdate: day.nullish(),
  /** Inclusive (§I2). */
  enddate: day.nullish(),
};

const fields = {
  name: shortText(),
  priceAgreementType: z.literal(agreementTypes),
  /** Cents. Clients of product 2.3 send it beside the euros; one of the two is needed, and they may not differ. */
  price: z.int().min(0).max(priceLimits.maxCents).optional(),
  agreementPrice: euros.optional(),
  /** False: fixed costs, and the invoicing type becomes 0 whatever was sent. Its errors go to the field id `costs`. */
  isVariable: z.boolean(),
  invoiceType: z.literal(invoiceTypes).nullish(),
  cycleInMonths: z.literal(billingCycles),
};

type Sent = Partial<
  Readonly<
    Record<'price' | 'agreementPrice' | 'isVariable' | 'invoiceType' | 'startdate' | 'enddate', unknown>
  >
>;

/** What is wrong with the fields together, reported beside what is wrong with each. */
function check({ value, issues }: z.core.ParsePayload<Sent | null>): void {
  // No object at all: reported already.
  if (value === null || typeof value !== 'object') return;
  const issue = (path: string, message: string) =>
    issues.push({ code: 'custom', input: value, path: [path], message });
  const code = priceProblem(value);
  if (code && !issues.some(({ path }) => path?.[0] === 'agreementPrice')) issue('agreementPrice', code);
  if (value.isVariable === true && !value.invoiceType) issue('invoiceType', 'required');
  if (
    typeof value.startdate === 'string' &&
    typeof value.enddate === 'string' &&
    value.enddate < value.startdate
  )
    issue('enddate', 'ends-before-start');
}

function priceProblem({ price, agreementPrice }: Sent): string | undefined {
  const inCents = price ?? agreementPrice;
  if (inCents === undefined) return 'required';
  if (typeof inCents !== 'number') return undefined;
  if (inCents < 0) return 'too-small';
  if (inCents > priceLimits.maxCents) return 'too-large';
  return agreementPrice !== undefined && agreementPrice !== inCents ? 'invalid' : undefined;
}

// Runs whatever else is wrong, so that all bad fields are reported together.
const together = z.check<Sent | null>(check);
together._zod.def.when = () => true;

/**
 * What the provider sells; every customer gets a copy (§I2). Written by who reaches every company only; `.company` reads
 * those of its own agreements. Fixed costs have invoicing type 0, variable ones 1 to 3 (400 `invoice_type`).
 */
export const priceAgreements = defineResource({
  name: 'price agreement',
  path: 'fm/price-agreements',
  permission: 'fm.priceagreements',
  fields: {
    id: 'id',
    name: 'text',
    priceAgreementType: 'number',
    price: 'number',
    isVariable: 'boolean',
    invoiceType: 'number',
    cycleInMonths: 'number',
    createdAt: 'instant',
  },
  defaultSort: 'name asc',
  pageSizes: [50, 100, 200],
  row: record,
  record,
  create: z.object({ ...fields, ...dates }).check(together),
  update: z
    .object({
      ...fields,
      ...dates,
      /**
       * NEW "ook voor bestaande klanten vanaf datum": the agreements that customers have are ended the day before, and
       * go on with the new price from this day on. Not before the first day of this month, and not within what a final
       * run has billed (400 `applies_from`). Absent: customers keep theirs.
       */
      appliesFrom: day.nullish(),
      rowVersion: rowVersion.optional(),
    })
    .check(together),
});
