import type { Screen } from '#portal/kit/screens.tsx';

/** The screens of invoice approval. */
export const invoicingScreens: readonly Screen[] = [
  {
    name: 'invoices:index',
    path: '/fmmodule/invoices',
    title: 'invoicing.title',
    texts: ['documents'],
    prefix: 'fmmodule',
    suffix: 'company',
    first: ['/api/fmmodule/invoices?$top=250&$count=true&$orderby=documentId%20asc'],
    ahead: async (asking) => (await import('./invoices/invoices-list.tsx')).askInvoices(asking),
    load: async () => (await import('./invoices/invoices-list.tsx')).InvoicesList,
  },
  {
    name: 'absences:index',
    path: '/fmmodule/absences',
    title: 'invoicing.absences.title',
    prefix: 'fmmodule',
    load: async () => (await import('./absences/absences-list.tsx')).AbsencesList,
  },
];
