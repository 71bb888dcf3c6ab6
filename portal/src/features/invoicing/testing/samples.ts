import { configure } from '@testing-library/react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { fakeServer, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import type { Invoice, InvoiceRow } from '../invoices/invoice.ts';

// Lazy parts come from disk the first time, on a machine that does more than this.
configure({ asyncUtilTimeout: 8000 });

type BookingLine = Invoice['booking']['lines'][number];

/** Rights of somebody who approves. */
export const approver = [
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.approve.company',
  'fmmodule.invoices.comment.company',
];

/** A whole invoice; number 7 is document `2026-11-0007` of creditor 'Crediteur 7'. */
export function invoice(number: number, differs: Partial<Invoice> = {}): Invoice {
  return {
    id: `i${number}`,
    documentId: `2026-11-${String(number).padStart(4, '0')}`,
    companyId: 'c1',
    invoiceNumber: `F-${number}`,
    invoiceDate: '2026-11-12',
    creditor: { name: `Crediteur ${number}` },
    description: 'Onderhoud',
    currency: 'EUR',
    totalAmount: 12_100,
    statusValue: 'Concept',
    approvalState: 'pending',
    invoicePicture: `picture-${number}.jpg`,
    createdAt: '2026-11-13T08:00:00Z',
    warnings: [],
    paymentStatus: 'toPay',
    creditorId: null,
    payments: [],
    warningDetails: [],
    documentKey: `d${number}`,
    administration: null,
    company: { name: 'Woonstichting De Vechtstreek' },
    approver: '',
    isOpened: false,
    mentionedBy: null,
    kvk: '',
    orderNumber: '',
    dueDate: null,
    exclAmount: null,
    vatAmount: null,
    iban: null,
    paymentReference: null,
    comments: '',
    commentsVersion: 1,
    flow: null,
    round: 1,
    isLocked: false,
    booking: {
      lines: [
        bookingLine(1, { ledger: { number: '4310', name: 'Onderhoud' }, debit: 12_100 }),
        bookingLine(2, { kind: 'creditor', ledger: { number: '1600', name: 'Crediteuren' }, credit: 12_100 }),
      ],
    },
    duplicateOf: null,
    lookalike: null,
    splitBefore: [],
    addressedTo: null,
    isEInvoice: false,
    files: [{ role: 'picture', filename: 'factuur.pdf', bytes: 20_000 }],
    isByRule: false,
    isRealEstate: false,
    keptUntil: null,
    decidedAt: null,
    decidedBy: null,
    exportError: null,
    rowVersion: 3,
    ...differs,
  };
}

/** A booking line; one of debit and credit is to be given. */
export function bookingLine(number: number, differs: Partial<BookingLine>): BookingLine {
  return {
    id: `l${number}`,
    lineNumber: number,
    kind: 'costs',
    ledger: { number: '', name: '' },
    costcenter: '',
    costUnit: '',
    vatCode: '',
    vatRate: null,
    period: '',
    debit: 0,
    credit: 0,
    description: '',
    origin: 'proposed',
    isTouched: false,
    ...differs,
  };
}

/** So many invoices, numbered from 1. */
export function invoicesUpTo(last: number): Invoice[] {
  return Array.from({ length: last }, (_, at) => invoice(at + 1));
}

/** A server that holds these invoices, and lists those that still wait as the real one would. */
export function invoiceServer(
  all: readonly Invoice[],
  count?: number,
): FakeServer & { readonly stored: Map<string, Invoice> } {
  const server = fakeServer();
  const stored = new Map(all.map((one) => [one.id, one]));
  server.on('GET', '/api/fmmodule/invoices', ({ url }) => {
    const rows = [...stored.values()].filter((one) => isListed(one, /status=([^&]*)/.exec(url)?.[1]));
    return result(rows.map(toRow), { count: count ?? rows.length });
  });
  for (const one of all) {
    const path = `/api/fmmodule/invoices/${one.id}`;
    server.on('GET', path, () => result(stored.get(one.id)));
    server.on('GET', `${path}/places`, () =>
      result({
        values: [{ property: 'iban', raw: 'NL91 ABNA 0417 1643 00', page: 1, box: [0.1, 0.8, 0.4, 0.82] }],
        lines: [
          { number: 1, description: 'Onderhoud', amountInCents: 1000, page: 1, box: [0.1, 0.4, 0.9, 0.42] },
        ],
      }),
    );
    server.on('POST', `${path}/approve`, ({ body }) =>
      save(
        one.id,
        wantsApproval(body)
          ? { statusValue: 'ReadyForProcessing', approvalState: 'approved' }
          : { approvalState: 'rejected' },
      ),
    );
    server.on('GET', `${path}/supplier-mail`, () => result({ proposal: null, mails: [] }));
    server.on('DELETE', path, () => {
      stored.delete(one.id);
      return new Response(null, { status: 204 });
    });
    server.on('POST', `${path}/undo`, () =>
      save(one.id, { statusValue: 'Concept', approvalState: 'pending' }),
    );
    server.on('POST', `${path}/hold`, () => save(one.id, { approvalState: 'onHold' }));
    server.on('POST', `${path}/mark-original`, () => save(one.id, { statusValue: 'Concept' }));
  }
  server.on('GET', '/api/fmmodule/approvals', () => result([]));
  server.on('GET', '/api/fmmodule/advices', () => result([]));
  server.on('GET', '/api/fmmodule/comments', () => result([]));
  server.on('GET', '/api/fmmodule/invoices/pages', ({ url }) => {
    const document = /documentId=(\w+)/.exec(url)?.[1] ?? '';
    const page = { invoicePicture: `picture-${document}.jpg`, number: 1, width: 100, height: 141 };
    return result([{ id: `p-${document}`, ...page }]);
  });
  // The picture's name comes back as its type, so that a test can tell pictures apart.
  server.on('GET', '/api/fmmodule/images', ({ url }) => {
    const name = /filename=([\w-]+)/.exec(url)?.[1];
    return new Response('picture', { headers: { 'content-type': `image/${name}` } });
  });

  function save(id: string, change: Partial<Invoice>): Response {
    const before = stored.get(id);
    if (before) stored.set(id, { ...before, ...change, rowVersion: before.rowVersion + 1 });
    return result(stored.get(id));
  }
  return { ...server, stored };
}

function toRow(whole: Invoice): InvoiceRow {
  return invoices.row.parse(whole);
}

function isListed({ statusValue, approvalState }: Invoice, status: string | undefined): boolean {
  const wanted = status?.split(',') ?? [];
  if (wanted.length > 0) return wanted.includes(statusValue) || wanted.includes(approvalState);
  return (statusValue === 'Concept' || statusValue === 'Duplicate') && approvalState !== 'rejected';
}

function wantsApproval(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Reflect.get(body, 'approve') === true;
}
