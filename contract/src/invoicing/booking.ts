import { z } from 'zod';
import { cents, day, id, rowVersion } from '../resource.ts';
import {
  type CostLine,
  lineKinds,
  lineOrigins,
  nearestOpenPeriod,
  type Sides,
  vatKinds,
} from './booking-rules.ts';

/** The maximum number of lines of one booking. */
export const maxBookingLines = 200;

const ledgerAccount = z.object({ number: z.string(), name: z.string() });

/** One line of a booking; amounts in cents, one of both sides is zero. */
export const bookingLine = z.object({
  /** NEW: stays when lines are moved; the number is only their order. */
  id,
  lineNumber: z.int(),
  /** NEW: VAT and creditor lines are computed. */
  kind: z.enum(lineKinds),
  ledger: ledgerAccount,
  costcenter: z.string(),
  /** NEW */
  costUnit: z.string(),
  /** NEW: of the administration's chart; empty for none. */
  vatCode: z.string(),
  /** NEW: in hundredths of a percent; null where none is known. */
  vatRate: z.int().nullable(),
  /** NEW: `2026-11`; empty for the period of the booking date. */
  period: z.string(),
  debit: cents,
  credit: cents,
  description: z.string(),
  /** NEW: where it comes from. */
  origin: z.enum(lineOrigins),
  /** NEW: a person changed it, so it is never replaced (§C15). */
  isTouched: z.boolean(),
});

const code = z.string().trim().max(40).default('');
const side = cents.min(0).max(99_999_999_999_999).default(0);

/** One line as it is saved; without an id it is new. */
export const bookingLineInput = z.object({
  id: id.optional(),
  kind: z.enum(lineKinds).default('costs'),
  /** The name is that of the chart; without a chart it is what is given. */
  ledger: z.object({ number: code, name: z.string().trim().max(255).default('') }),
  costcenter: code,
  costUnit: code,
  vatCode: code,
  period: z
    .string()
    .regex(/^(?:\d{4}-(?:0[1-9]|1[0-3]))?$/)
    .default(''),
  description: z.string().trim().max(255).default(''),
  debit: side,
  credit: side,
});

/** `PUT invoices/{id}/booking`: all lines in their order; what is left out is deleted (§C15). */
export const saveBookingCommand = z.object({
  lines: z.array(bookingLineInput).max(maxBookingLines),
  /** Why VAT and creditor lines are as given; without it they are computed from the cost lines. */
  computedReason: z.string().trim().max(1000).optional(),
  /** Computes VAT and creditor lines again that a person changed before. */
  recompute: z.boolean().default(false),
  bookingDate: day.optional(),
  journal: code.optional(),
  rowVersion: rowVersion.optional(),
});

/** An entry of a chart: an account, a cost centre, a cost unit or a journal. */
export const chartChoice = z.object({ number: z.string(), name: z.string() });

const vatChoice = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(vatKinds),
  rate: z.int(),
  deductible: z.int(),
  account: ledgerAccount.nullable(),
  dueAccount: ledgerAccount.nullable(),
});

/** What can be chosen in a booking: the open entries of the administration's chart, with VAT as on the invoice's day. */
export const bookingChart = z.object({
  /** False: the administration has no chart, and any account number may be written. */
  hasChart: z.boolean(),
  accounts: z.array(chartChoice),
  costcenters: z.array(chartChoice),
  costUnits: z.array(chartChoice),
  journals: z.array(chartChoice),
  vatCodes: z.array(vatChoice),
  periods: z.array(z.object({ period: z.string(), fromDay: day, untilDay: day, isClosed: z.boolean() })),
});
/** What can be chosen in a booking. */
export type BookingChart = z.output<typeof bookingChart>;

/** How earlier invoices of the creditor were booked, with what that rests on. */
export const bookingSuggestion = z.object({
  lines: z.array(
    z.object({
      ledger: ledgerAccount,
      costcenter: z.string(),
      vatCode: z.string(),
      /** Of the amount without VAT, in hundredths of a percent. */
      share: z.int(),
    }),
  ),
  /** Weighted to the recent, in hundredths of a percent. */
  share: z.int(),
  /** How many of the last bookings were like this. */
  count: z.int(),
  of: z.int(),
  /** Those of them that were booked here. */
  invoices: z.array(z.object({ id, documentId: z.string() })),
});

/** `GET invoices/{id}/booking`: the booking, and all that is needed to edit it. */
export const bookingToEdit = z.object({
  lines: z.array(bookingLine),
  bookingDate: day,
  journal: z.string(),
  /** The period of the booking date. */
  period: z.string(),
  /** Somebody decided: the booking is locked until all decisions are withdrawn (§C13). */
  isLocked: z.boolean(),
  facts: z.object({
    totalInCents: cents,
    exclInCents: cents.nullable(),
    vatInCents: cents.nullable(),
    vatByRate: z.array(z.object({ rate: z.int(), vatInCents: cents })),
    reference: z.string(),
    accounts: z.object({ creditors: ledgerAccount, vat: ledgerAccount, vatDue: ledgerAccount }),
  }),
  chart: bookingChart,
  suggestion: bookingSuggestion.nullable(),
  rowVersion,
});

/** The couplings of administrations that take invoices without ledger accounts. */
export const couplingsWithoutAccounts: readonly string[] = ['ubl', 'dummy', 'pakbon', 'orderdirect'];

/** A cell of a booking, by its name on the wire. */
export type BookingCell = 'ledger' | 'costcenter' | 'costUnit' | 'vatCode' | 'period' | 'amount';

/** What is wrong with one cell. */
export interface CellProblem {
  readonly line: number;
  readonly cell: BookingCell;
  readonly code: 'unknown' | 'closed' | 'required' | 'one-side';
  /** The period that is closed, and the nearest open one. */
  readonly period?: { readonly closed: string; readonly open: string | undefined };
}

/** A cost line as it is checked. */
export type CheckedLine = Pick<CostLine, 'costcenter' | 'costUnit' | 'vatCode' | 'period'> &
  Sides & { readonly ledger: { readonly number: string } };

/**
 * What is wrong with the cells of cost lines, all of it at once. An account may be empty: whether it may stay so is asked
 * on approving.
 *
 * @param period that of the booking date, for lines without one
 */
export function checkCosts(
  lines: readonly CheckedLine[],
  chart: BookingChart,
  period: string,
): CellProblem[] {
  const isIn = (choices: readonly { readonly number: string }[], number: string) =>
    number === '' || choices.some((choice) => choice.number === number);
  return lines.flatMap((line, index) => {
    const problems: CellProblem[] = [];
    const add = (cell: BookingCell, problemCode: CellProblem['code']) =>
      problems.push({ line: index, cell, code: problemCode });
    if (chart.hasChart && !isIn(chart.accounts, line.ledger.number)) add('ledger', 'unknown');
    if (chart.costcenters.length > 0 && !isIn(chart.costcenters, line.costcenter))
      add('costcenter', 'unknown');
    if (chart.costUnits.length > 0 && !isIn(chart.costUnits, line.costUnit)) add('costUnit', 'unknown');
    if (line.vatCode !== '' && !chart.vatCodes.some((vat) => vat.code === line.vatCode))
      add('vatCode', 'unknown');
    if (line.debit === 0 && line.credit === 0) add('amount', 'required');
    if (line.debit !== 0 && line.credit !== 0) add('amount', 'one-side');
    const closed = closedPeriod(line.period || period, chart);
    if (closed) problems.push({ line: index, cell: 'period', code: 'closed', period: closed });
    return problems;
  });
}

/** The period where it is closed, and the nearest open one. */
export function closedPeriod(period: string, { periods }: BookingChart): CellProblem['period'] {
  const found = periods.find((one) => one.period === period);
  return found?.isClosed ? { closed: period, open: nearestOpenPeriod(period, periods) } : undefined;
}
