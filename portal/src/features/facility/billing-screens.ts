import type { Screen, Tab } from '#portal/kit/screens.tsx';

const area = { prefix: 'fm', texts: ['core'] };

/** The screens of price agreements, runs, the report and a customer's own usage. */
export const billingScreens: readonly Screen[] = [
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
    title: 'billing.run.title',
    permission: 'billing',
    suffix: 'system',
    load: async () => (await import('./runs/runs-list.tsx')).RunsList,
  },
  {
    ...area,
    name: 'billing-settings:index',
    path: '/fm/billing-settings',
    title: 'billing.sender.title',
    permission: 'billing',
    suffix: 'system',
    load: async () => (await import('./runs/sender-form.tsx')).SenderForm,
  },
  {
    ...area,
    name: 'billing-runs:detail',
    path: '/fm/billing-runs/{runId}',
    title: 'billing.run.one',
    permission: 'billing',
    suffix: 'system',
    load: async () => (await import('./runs/run-detail.tsx')).RunDetail,
  },
  {
    ...area,
    name: 'usage:index',
    path: '/fmmodule/usage',
    title: 'billing.own.title',
    prefix: 'fmmodule',
    suffix: 'company',
    load: async () => (await import('./usage/own-usage.tsx')).OwnUsage,
  },
];

/** The agreements of a customer, as a tab of his detail; its texts are those of `billing`. */
export const priceAgreementsTab: Tab = {
  path: 'price-agreements',
  permission: 'fm.priceagreements.read',
  load: async () => (await import('./agreements/agreements-tab.tsx')).AgreementsTab,
};

/** What he is billed for, as another. */
export const invoicesTab: Tab = {
  path: 'invoices',
  load: async () => (await import('./billing/invoices-tab.tsx')).InvoicesTab,
};
