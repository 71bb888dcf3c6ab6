import { type InvoiceWarning, type WarningCode, warningCodes } from '#contract/invoicing/warnings.ts';
import type { Invoice } from '../invoices/invoice.ts';
import type { BankAccount } from '../warnings/accounts.api.ts';

/** An open warning with its evidence. */
export function warning(code: WarningCode, details: InvoiceWarning['details']): InvoiceWarning {
  return {
    code,
    severity: warningCodes[code],
    subject: '',
    details,
    state: 'open',
    raisedAt: '2026-11-13T08:00:00.000Z',
    closedAt: null,
    closedBy: '',
    reason: '',
  };
}

/** What an invoice with these warnings has. */
export function withWarnings(...all: readonly InvoiceWarning[]): Partial<Invoice> {
  return { warnings: all.map(({ code, severity }) => ({ code, severity })), warningDetails: [...all] };
}

/** A seen account of a known creditor, that the caller may confirm. */
export function account(differs: Partial<BankAccount> = {}): BankAccount {
  return {
    id: 'a1',
    companyId: 'c1',
    creditorId: 'k1',
    creditorName: 'Van Dijk Installaties B.V.',
    iban: 'NL44RABO0123456789',
    kind: 'normal',
    state: 'seen',
    invoiceCount: 1,
    lastInvoiceDate: '2026-11-17',
    lastEvent: null,
    rowVersion: 1,
    events: [
      {
        id: 'e1',
        at: '2026-11-17T07:02:00.000Z',
        state: 'seen',
        userName: '',
        method: '',
        reason: '',
        invoice: { id: 'i1', documentId: '2026-11-0318' },
      },
    ],
    openInvoices: 1,
    mayConfirm: true,
    confirmers: ['Petra Huisman'],
    ...differs,
  };
}
