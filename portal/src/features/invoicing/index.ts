import { satisfiesAny } from '#contract/permissions.ts';
import type { Screen } from '#portal/kit/screens.tsx';

/** As `askUploads` of documents asks. */
const firstOfUploads = (held: readonly string[]) => [
  "/api/fmmodule/documents?$top=100&$count=false&$orderby=createdAt%20desc&$filter=state%20in%20('Nieuw'%2C%20'Bezig'%2C%20'Onbekend'%2C%20'Onverwerkbaar')",
  ...(satisfiesAny(held, 'fmmanagement.documents.update') &&
  !satisfiesAny(held, 'fmmanagement.documents.read.system')
    ? ['/api/fmmanagement/documenten/onbekend?$top=1&$count=true']
    : []),
];

/** What waits for the person, for home pages. */
export const loadWaiting = async () => (await import('./home/waiting.tsx')).WaitingForMe;

/** The screens of invoice approval. */
export const invoicingScreens: readonly Screen[] = [
  {
    name: 'invoices:index',
    path: '/fmmodule/invoices',
    title: 'invoicing.title',
    texts: ['documents'],
    prefix: 'fmmodule',
    suffix: 'company',
    first: (held) => [
      '/api/fmmodule/invoices?$top=250&$count=true&$orderby=documentId%20asc',
      ...(satisfiesAny(held, 'fmmodule.documents.read') ? firstOfUploads(held) : []),
    ],
    ahead: async (asking) => (await import('./invoices/invoices-list.tsx')).askInvoices(asking),
    load: async () => (await import('./invoices/invoices-list.tsx')).InvoicesList,
  },
  {
    name: 'archive:index',
    path: '/fmmodule/archive',
    title: 'invoicing.archive.title',
    prefix: 'fmmodule',
    load: async () => (await import('./archive/archive-page.tsx')).ArchivePage,
  },
  {
    name: 'archive-originals:index',
    path: '/fmmodule/archive/originals',
    title: 'invoicing.archive.originals',
    prefix: 'fmmodule',
    permission: 'archive',
    load: async () => (await import('./archive/originals-page.tsx')).OriginalsPage,
  },
  {
    name: 'archive:detail',
    path: '/fmmodule/archive/{invoiceId}',
    title: 'invoicing.archive.one',
    texts: ['core'],
    prefix: 'fmmodule',
    load: async () => (await import('./archive/archived-invoice.tsx')).ArchivedInvoicePage,
  },
  {
    name: 'approval-flows:index',
    path: '/fmmodule/approval-flows',
    title: 'invoicing.flow.title',
    prefix: 'fmmodule',
    load: async () => (await import('./flows/flows-list.tsx')).FlowsList,
  },
  {
    name: 'approval-flows:detail',
    path: '/fmmodule/approval-flows/{companyId}',
    title: 'invoicing.flow.title',
    prefix: 'fmmodule',
    load: async () => (await import('./flows/flow-page.tsx')).FlowDetail,
  },
  {
    name: 'approval-report:index',
    path: '/fmmodule/approval-report',
    title: 'invoicing.report.title',
    prefix: 'fmmodule',
    permission: 'approvalflows',
    load: async () => (await import('./workload/report-page.tsx')).ApprovalReportPage,
  },
  {
    name: 'touchless:index',
    path: '/fmmodule/touchless',
    title: 'invoicing.touchless.title',
    prefix: 'fmmodule',
    permission: 'touchlessrules',
    load: async () => (await import('./touchless/touchless-page.tsx')).TouchlessPage,
  },
  {
    name: 'creditors:index',
    path: '/fmmodule/creditors',
    title: 'invoicing.creditors.title',
    prefix: 'fmmodule',
    load: async () => (await import('./creditors/creditors-list.tsx')).CreditorsList,
  },
  {
    name: 'creditors:update',
    path: '/fmmodule/creditors/{creditorId}/update',
    title: 'invoicing.creditors.update',
    prefix: 'fmmodule',
    load: async () => (await import('./creditors/creditors-form.tsx')).CreditorsUpdate,
  },
  {
    name: 'creditors:detail',
    path: '/fmmodule/creditors/{creditorId}',
    title: 'invoicing.creditors.one',
    prefix: 'fmmodule',
    load: async () => (await import('./creditors/creditors-detail.tsx')).CreditorsDetail,
    tabs: [
      {
        path: 'accounts',
        permission: 'fmmodule.bankaccounts.read',
        load: async () => (await import('./creditors/creditor-accounts.tsx')).CreditorAccounts,
      },
      {
        path: 'invoices',
        permission: 'fmmodule.invoices.read',
        load: async () => (await import('./creditors/creditor-invoices.tsx')).CreditorInvoices,
      },
      {
        path: 'merge',
        permission: 'fmmodule.creditors.update',
        load: async () => (await import('./creditors/creditor-merge.tsx')).CreditorMerge,
      },
      {
        path: 'history',
        load: async () => (await import('./creditors/creditor-history.tsx')).CreditorHistory,
      },
    ],
  },
  {
    name: 'absences:index',
    path: '/fmmodule/absences',
    title: 'invoicing.absences.title',
    prefix: 'fmmodule',
    load: async () => (await import('./absences/absences-list.tsx')).AbsencesList,
  },
  {
    name: 'charts:index',
    path: '/fmmodule/charts',
    title: 'invoicing.charts.title',
    prefix: 'fmmodule',
    load: async () => (await import('./charts/charts-list.tsx')).ChartsList,
  },
  {
    name: 'charts:detail',
    path: '/fmmodule/charts/{administrationId}',
    title: 'invoicing.charts.title',
    texts: ['core'],
    prefix: 'fmmodule',
    load: async () => (await import('./charts/charts-detail.tsx')).ChartsDetail,
    tabs: [
      { path: 'accounts', load: async () => (await import('./charts/chart-entries.tsx')).Accounts },
      { path: 'cost-centres', load: async () => (await import('./charts/chart-entries.tsx')).CostCentres },
      { path: 'cost-units', load: async () => (await import('./charts/chart-entries.tsx')).CostUnits },
      { path: 'journals', load: async () => (await import('./charts/chart-entries.tsx')).Journals },
      { path: 'vat-codes', load: async () => (await import('./charts/chart-vat-codes.tsx')).ChartVatCodes },
      { path: 'periods', load: async () => (await import('./charts/chart-periods.tsx')).ChartPeriods },
      { path: 'imports', load: async () => (await import('./charts/chart-imports.tsx')).ChartImports },
      { path: 'history', load: async () => (await import('./charts/chart-history.tsx')).ChartHistory },
    ],
  },
  {
    name: 'deliveries:index',
    path: '/fmmodule/deliveries',
    title: 'invoicing.deliveries.title',
    prefix: 'fmmodule',
    load: async () => (await import('./deliveries/deliveries-list.tsx')).DeliveriesList,
  },
  {
    name: 'deliveries:detail',
    path: '/fmmodule/deliveries/{deliveryId}',
    title: 'invoicing.deliveries.one',
    prefix: 'fmmodule',
    load: async () => (await import('./deliveries/delivery-detail.tsx')).DeliveryDetail,
  },
  {
    name: 'delivery-settings:index',
    path: '/fmmodule/delivery-settings',
    title: 'invoicing.deliverySettings.title',
    prefix: 'fmmodule',
    load: async () => (await import('./deliveries/delivery-settings-list.tsx')).DeliverySettingsList,
  },
  {
    name: 'delivery-settings:detail',
    path: '/fmmodule/delivery-settings/{administrationId}',
    title: 'invoicing.packageCodes.title',
    texts: ['core'],
    prefix: 'fmmodule',
    load: async () => (await import('./deliveries/package-codes-page.tsx')).PackageCodesPage,
    tabs: [
      {
        path: 'accounts',
        load: async () => (await import('./deliveries/package-codes.tsx')).PackageAccounts,
      },
      {
        path: 'cost-centres',
        load: async () => (await import('./deliveries/package-codes.tsx')).PackageCostCentres,
      },
      {
        path: 'cost-units',
        load: async () => (await import('./deliveries/package-codes.tsx')).PackageCostUnits,
      },
      {
        path: 'vat-codes',
        load: async () => (await import('./deliveries/package-codes.tsx')).PackageVatCodes,
      },
      {
        path: 'creditors',
        load: async () => (await import('./deliveries/package-codes.tsx')).PackageCreditors,
      },
      {
        path: 'history',
        load: async () => (await import('./deliveries/package-codes-history.tsx')).PackageCodesHistory,
      },
    ],
  },
  {
    name: 'payments:index',
    path: '/fmmodule/payments',
    title: 'invoicing.payments.title',
    prefix: 'fmmodule',
    load: async () => (await import('./payments/payments-list.tsx')).PaymentsList,
  },
  {
    name: 'payments:detail',
    path: '/fmmodule/payments/{paymentId}',
    title: 'invoicing.payments.one',
    prefix: 'fmmodule',
    load: async () => (await import('./payments/payment-detail.tsx')).PaymentDetail,
  },
  {
    name: 'payment-settings:index',
    path: '/fmmodule/payment-settings',
    title: 'invoicing.paymentSettings.title',
    prefix: 'fmmodule',
    load: async () => (await import('./payments/payment-settings-list.tsx')).PaymentSettingsList,
  },
];
