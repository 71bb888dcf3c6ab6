import { updateKeysTab } from '#portal/features/releases/index.ts';
import type { Screen, Tab } from '#portal/kit/screens.tsx';

const area = { prefix: 'fm', texts: ['core'] };

const priceAgreementsTab: Tab = {
  path: 'price-agreements',
  permission: 'fm.priceagreements.read',
  load: async () => (await import('./customer-agreements/customer-agreements-tab.tsx')).CustomerAgreementsTab,
};

const oneOffLinesTab: Tab = {
  path: 'one-off-lines',
  permission: 'fm.priceagreements.read',
  load: async () => (await import('./one-off-lines/one-off-lines-tab.tsx')).OneOffLinesTab,
};

const invoicesTab: Tab = {
  path: 'invoices',
  load: async () => (await import('./costs/invoices-tab.tsx')).InvoicesTab,
};

/** The screens of customers, price agreements, billing runs, the report and a customer's own usage. */
export const billingScreens: readonly Screen[] = [
  {
    ...area,
    name: 'customers:index',
    path: '/fm/customers',
    title: 'billing.customers.title',
    load: async () => (await import('./customers/customers-list.tsx')).CustomersList,
  },
  {
    ...area,
    name: 'customers:detail',
    path: '/fm/customers/{companyId}',
    title: 'billing.customers.one',
    texts: ['core', 'releases'],
    load: async () => (await import('./customers/customer-detail.tsx')).CustomerDetail,
    tabs: [
      {
        path: 'administrations',
        load: async () => (await import('./customers/administrations-tab.tsx')).AdministrationsTab,
      },
      priceAgreementsTab,
      oneOffLinesTab,
      invoicesTab,
      updateKeysTab,
      {
        path: 'history',
        permission: 'core.companies.read',
        load: async () => (await import('./customers/customer-history.tsx')).CustomerHistory,
      },
    ],
  },
  {
    ...area,
    name: 'price-agreements:index',
    path: '/fm/price-agreements',
    title: 'billing.priceAgreements.title',
    load: async () => (await import('./price-agreements/price-agreements-list.tsx')).PriceAgreementsList,
  },
  {
    ...area,
    name: 'report:index',
    path: '/fm/report',
    title: 'billing.report.title',
    load: async () => (await import('./report/report-screen.tsx')).Report,
  },
  {
    ...area,
    name: 'billing-runs:index',
    path: '/fm/billing-runs',
    title: 'billing.billingRuns.title',
    permission: 'billing',
    suffix: 'system',
    load: async () => (await import('./billing-runs/billing-runs-list.tsx')).RunsList,
  },
  {
    ...area,
    name: 'billing-settings:index',
    path: '/fm/billing-settings',
    title: 'billing.billingSettings.title',
    permission: 'billing',
    suffix: 'system',
    load: async () => (await import('./billing-settings/billing-settings-form.tsx')).SenderForm,
  },
  {
    ...area,
    name: 'billing-runs:detail',
    path: '/fm/billing-runs/{runId}',
    title: 'billing.billingRuns.one',
    permission: 'billing',
    suffix: 'system',
    load: async () => (await import('./billing-runs/billing-run-detail.tsx')).RunDetail,
  },
  {
    ...area,
    name: 'usage:index',
    path: '/fmmodule/usage',
    title: 'billing.ownUsage.title',
    prefix: 'fmmodule',
    suffix: 'company',
    load: async () => (await import('./own-usage/own-usage.tsx')).OwnUsage,
  },
];
