import type { Screen } from '#portal/kit/screens.tsx';
import { billingScreens, invoicesTab, priceAgreementsTab } from './billing-screens.ts';

const area = { prefix: 'fm', texts: ['core'] };

/** The screens of releases, customers, price agreements, billing and the report. */
export const facilityScreens: readonly Screen[] = [
  {
    ...area,
    name: 'releases:index',
    path: '/fm/releases',
    title: 'facility.releases.title',
    load: async () => (await import('./releases/releases-list.tsx')).ReleasesList,
  },
  {
    ...area,
    name: 'releases:detail',
    path: '/fm/releases/{releaseId}',
    title: 'facility.releases.one',
    load: async () => (await import('./releases/release-detail.tsx')).ReleaseDetail,
  },
  {
    ...area,
    name: 'customers:index',
    path: '/fm/customers',
    title: 'facility.customers.title',
    load: async () => (await import('./customers/customers-list.tsx')).CustomersList,
  },
  {
    ...area,
    name: 'customers:detail',
    path: '/fm/customers/{companyId}',
    title: 'facility.customers.one',
    load: async () => (await import('./customers/customer-detail.tsx')).CustomerDetail,
    tabs: [
      {
        path: 'administrations',
        load: async () => (await import('./customers/administrations-tab.tsx')).AdministrationsTab,
      },
      priceAgreementsTab,
      invoicesTab,
      {
        path: 'update-keys',
        permission: 'fm.updatekeys.read',
        load: async () => (await import('./customers/update-keys-tab.tsx')).UpdateKeysTab,
      },
      {
        path: 'history',
        permission: 'core.companies.read',
        load: async () => (await import('./customers/customer-history.tsx')).CustomerHistory,
      },
    ],
  },
  ...billingScreens,
];
