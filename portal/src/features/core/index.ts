import type { Screen } from '#portal/kit/screens.tsx';

/** The screens of management. */
export const coreScreens: readonly Screen[] = [
  {
    name: 'companies:index',
    path: '/management/companies',
    title: 'core.companies.title',
    suffix: 'system',
    load: async () => (await import('./companies/companies-list.tsx')).CompaniesList,
  },
  {
    name: 'companies:create',
    path: '/management/companies/create',
    title: 'core.companies.create',
    load: async () => (await import('./companies/companies-form.tsx')).CompaniesCreate,
  },
  {
    name: 'companies:update',
    path: '/management/companies/{companyId}/update',
    title: 'core.companies.update',
    load: async () => (await import('./companies/companies-form.tsx')).CompaniesUpdate,
  },
  {
    name: 'companies:detail',
    path: '/management/companies/{companyId}',
    title: 'core.companies.one',
    load: async () => (await import('./companies/companies-detail.tsx')).CompaniesDetail,
    tabs: [
      {
        path: 'administrations',
        load: async () => (await import('./administrations/administrations-list.tsx')).AdministrationsList,
      },
      { path: 'users', load: async () => (await import('./users/users-list.tsx')).UsersList },
      {
        path: 'modules',
        load: async () => (await import('./company-modules/company-modules-list.tsx')).CompanyModulesList,
      },
    ],
  },
];
