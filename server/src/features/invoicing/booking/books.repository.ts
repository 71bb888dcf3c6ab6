import { sql } from 'kysely';
import type { BookingChart } from '#contract/invoicing/booking.ts';
import { type BookingFacts, type VatCode, vatKinds } from '#contract/invoicing/booking-rules.ts';
import type { Db } from '#server/platform/db/database.ts';
import { EntryKind, EntryRole } from '../charts/chart-numbers.ts';
import { dutchScheme } from '../creation/booking.rules.ts';
import '../charts/charts.tables.ts';

/** The books of an administration on a day, as a booking needs them. */
export interface Books {
  readonly chart: BookingChart;
  readonly accounts: BookingFacts['accounts'];
  /** The journal of purchases; empty without one. */
  readonly journal: string;
  readonly firstMonth: number;
  readonly coupling: string;
}

/** An invoice without an administration, and one of an administration without a chart. */
const none: Books = {
  chart: {
    hasChart: false,
    accounts: [],
    costcenters: [],
    costUnits: [],
    journals: [],
    vatCodes: [],
    periods: [],
  },
  accounts: {
    creditors: dutchScheme.creditors,
    vat: dutchScheme.vat,
    vatDue: dutchScheme.vatDue,
  },
  journal: '',
  firstMonth: 1,
  coupling: '',
};

interface Entry {
  readonly kind: number;
  readonly number: string;
  readonly name: string;
  readonly role: number;
}

interface StoredBooks {
  readonly firstMonth: number;
  readonly coupling: string;
  readonly entries: readonly Entry[];
  readonly vatCodes: readonly {
    readonly code: string;
    readonly name: string;
    readonly kind: number;
    readonly deductible: number;
    readonly account: string;
    readonly dueAccount: string;
    readonly rate: number | null;
  }[];
  readonly periods: BookingChart['periods'];
}

/** Reads the open entries of an administration's chart, with its VAT codes as they are on a day. */
export async function readBooks(
  db: Db,
  companyId: string,
  administrationId: string | null,
  day: string,
): Promise<Books> {
  if (administrationId === null) return none;
  const of = sql`company_id = ${companyId}::uuid and administration_id = ${administrationId}::uuid`;
  const { rows } = await sql<StoredBooks>`
    select a.first_month as "firstMonth", a.coupling,
      (select coalesce(json_agg(json_build_object('kind', kind, 'number', number, 'name', name, 'role', role)
          order by number collate natural_order), '[]')
        from chart_entries where ${of} and is_open) as entries,
      (select coalesce(json_agg(json_build_object('code', code, 'name', name, 'kind', kind, 'deductible', deductible,
          'account', account_number, 'dueAccount', due_account_number, 'rate', rate) order by code collate natural_order), '[]')
        from (select v.*, (select r.rate from vat_code_rates r where r.company_id = v.company_id
            and r.administration_id = v.administration_id and r.code = v.code
            order by r.from_day > ${day}::date, case when r.from_day <= ${day}::date then r.from_day end desc, r.from_day limit 1) as rate
          from vat_codes v where ${of} and is_open) v) as "vatCodes",
      (select coalesce(json_agg(json_build_object('period', year || '-' || lpad(period::text, 2, '0'), 'fromDay', from_day,
          'untilDay', until_day, 'isClosed', is_closed) order by year, period), '[]')
        from booking_periods where ${of}) as periods
    from administrations a where a.company_id = ${companyId}::uuid and a.id = ${administrationId}::uuid`.execute(
    db,
  );
  const stored = rows[0];
  return stored ? booksOf(stored) : none;
}

function booksOf({ firstMonth, coupling, entries, vatCodes, periods }: StoredBooks): Books {
  const ofKind = (kind: number) =>
    entries.filter((entry) => entry.kind === kind).map(({ number, name }) => ({ number, name }));
  const accounts = ofKind(EntryKind.account);
  const hasChart = accounts.length > 0;
  const named = (number: string) => accounts.find((account) => account.number === number) ?? null;
  // Without a chart the accounts of a small Dutch company; with one only its own.
  const roleAccount = (role: number, usual: { number: string; name: string }) =>
    hasChart
      ? (named(
          entries.find((entry) => entry.kind === EntryKind.account && entry.role === role)?.number ?? '',
        ) ?? {
          number: '',
          name: '',
        })
      : usual;
  return {
    chart: {
      hasChart,
      accounts,
      costcenters: ofKind(EntryKind.costcenter),
      costUnits: ofKind(EntryKind.costUnit),
      journals: ofKind(EntryKind.journal),
      vatCodes: vatCodes.map(({ kind, account, dueAccount, rate, ...code }): VatCode & { name: string } => ({
        ...code,
        kind: vatKinds[kind] ?? 'normal',
        rate: rate ?? 0,
        account: named(account),
        dueAccount: named(dueAccount),
      })),
      periods,
    },
    accounts: {
      creditors: roleAccount(EntryRole.creditors, none.accounts.creditors),
      vat: roleAccount(EntryRole.vatToReclaim, none.accounts.vat),
      vatDue: roleAccount(EntryRole.vatToPay, none.accounts.vatDue),
    },
    journal:
      entries.find(({ kind, role }) => kind === EntryKind.journal && role === EntryRole.purchases)?.number ??
      '',
    firstMonth,
    coupling,
  };
}
