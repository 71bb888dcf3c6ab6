import { addDays, instantOfAmsterdam, parseDay } from '#contract/dates.ts';
import { paymentStatuses } from '#contract/invoicing/invoices.ts';
import { parseAmount } from '#contract/money.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { viewOf } from '../invoices/views.ts';

/** The filters of the list of invoices, by their names in the address, in the order in which they are shown. */
export const filterNames = [
  'creditor',
  'number',
  'amountFrom',
  'amountTo',
  'dateFrom',
  'dateTo',
  'decidedFrom',
  'decidedTo',
  'iban',
  'kvk',
  'orderNumber',
  'administration',
  'payment',
  'company',
] as const;
/** One of them. */
export type FilterName = (typeof filterNames)[number];

/** Filters without a field, set by a click on a report. */
export const byClick = ['approver', 'stoppedBy', 'month', 'rejected', 'untouched', 'failedExport'] as const;
/** One of them. */
export type ClickName = (typeof byClick)[number];

type Values = Readonly<Partial<Record<string, string>>>;

const conditions: Readonly<Record<FilterName, (value: string) => string | undefined>> = {
  creditor: contains('creditor/name'),
  number: contains('invoiceNumber'),
  amountFrom: (value) => compares('totalAmount ge', parseAmount(value)),
  amountTo: (value) => compares('totalAmount le', parseAmount(value)),
  dateFrom: (value) => compares('invoiceDate ge', parseDay(value)),
  dateTo: (value) => compares('invoiceDate le', parseDay(value)),
  decidedFrom: (value) => decided('ge', value, 0),
  decidedTo: (value) => decided('lt', value, 1),
  // Stored without the spaces and points that people type.
  iban: (value) => contains('iban')(value.replace(/[^\p{L}\p{N}]/gu, '')),
  kvk: (value) => contains('kvk')(value.replace(/[^\p{L}\p{N}]/gu, '')),
  orderNumber: contains('orderNumber'),
  administration: contains('administration/name'),
  payment: (value) => (isPayment(value) ? `paymentStatus eq '${value}'` : undefined),
  company: contains('company/name'),
};

// Those of them that the server knows as a condition; the others travel by their own name.
const clicked: Readonly<Partial<Record<ClickName, (value: string) => string | undefined>>> = {
  rejected(value) {
    const { day, reason } = rejectionOf(value);
    if (day === undefined) return undefined;
    const since = instantOfAmsterdam(day, '00:00');
    return `rejections/any(r: tolower(r/reason) eq '${quoted(reason.toLowerCase())}' and r/decidedAt ge ${since})`;
  },
  untouched: (value) => yesOrNo('isUntouched', value),
  failedExport: (value) => yesOrNo('isExportFailed', value),
};

/** What a click on a reason asks for: rejected for it since a day, as it stands in the address. */
export function rejectionText(day: string, reason: string): string {
  return `${day} ${reason}`;
}

/** The day and the reason of such a text; no day where it is none. */
export function rejectionOf(value: string): { readonly day: string | undefined; readonly reason: string } {
  return { day: parseDay(value.slice(0, 10)), reason: value.slice(11) };
}

const isPayment = (value: string) => paymentStatuses.some((status) => status === value);

/** The filters whose value is a name that is picked from a list, by who may read that list. */
export const picked: Readonly<
  Partial<Record<FilterName, { readonly right: string; readonly field: string }>>
> = {
  administration: { right: 'core.administrations.read', field: 'administration/name' },
  company: { right: 'core.companies.read', field: 'company/name' },
};

/**
 * What the server is asked with these filters; a value that cannot be read counts as absent. A picked name is that name,
 * a typed one a part of it.
 */
export function queryOf(
  values: Values,
  may: (right: string) => boolean = () => false,
): Pick<ListQuery, 'filter' | 'extra'> {
  const parts = filterNames.flatMap((name) => {
    const value = values[name]?.trim() ?? '';
    const list = picked[name];
    if (list === undefined || value === '' || !may(list.right)) return conditions[name](value) ?? [];
    return `${list.field} eq '${quoted(value)}'`;
  });
  parts.push(...byClick.flatMap((name) => clicked[name]?.(values[name] ?? '') ?? []));
  return {
    extra: {
      status: viewOf(values['status']).status,
      ...Object.fromEntries(
        byClick.flatMap((name) => (values[name] && !clicked[name] ? [[name, values[name]]] : [])),
      ),
    },
    ...(parts.length > 0 && { filter: parts.join(' and ') }),
  };
}

/** The filters that narrow the list, as they stand in the address. */
export function activeFilters(
  values: Values,
): readonly { readonly name: FilterName; readonly value: string }[] {
  return filterNames.flatMap((name) => {
    const value = values[name] ?? '';
    return conditions[name](value.trim()) === undefined ? [] : [{ name, value }];
  });
}

/** An amount as it stands in the address: `9332.19`. */
export function amountText(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2);
}

/** Until the end of a day: before the next one begins, in Amsterdam. */
function decided(operator: string, value: string, later: number): string | undefined {
  const day = parseDay(value);
  return day && `decidedAt ${operator} ${instantOfAmsterdam(addDays(day, later), '00:00')}`;
}

function contains(field: string) {
  return (value: string) => (value === '' ? undefined : `contains(${field}, '${quoted(value)}')`);
}

function quoted(value: string): string {
  return value.replaceAll("'", "''");
}

function yesOrNo(field: string, value: string): string | undefined {
  return value === 'true' || value === 'false' ? `${field} eq ${value}` : undefined;
}

function compares(start: string, value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : `${start} ${value}`;
}
