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
    name: 'own-company:index',
    path: '/management/own-company',
    permission: 'companies',
    title: 'core.companies.own',
    load: async () => (await import('./companies/own-company.tsx')).OwnCompany,
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
        permission: 'core.administrations.read',
        load: async () => (await import('./administrations/administrations-list.tsx')).AdministrationsList,
      },
      {
        path: 'users',
        permission: 'core.users.read',
        load: async () => (await import('./users/users-list.tsx')).UsersList,
      },
      {
        path: 'modules',
        permission: 'core.companymodules.read',
        load: async () => (await import('./company-modules/company-modules-list.tsx')).CompanyModulesList,
      },
      {
        path: 'programs',
        permission: 'core.serviceaccounts.read|core.webhooks.read',
        load: async () => (await import('./service-accounts/programs.tsx')).Programs,
      },
      {
        path: 'sign-in',
        permission: 'core.identityprovider.read',
        load: async () =>
          (await import('./identity-provider/identity-provider-page.tsx')).IdentityProviderPage,
      },
      {
        path: 'audit',
        permission: 'core.audit.read',
        load: async () => (await import('./audit/audit-list.tsx')).AuditList,
      },
      { path: 'history', load: async () => (await import('./history/history-tabs.tsx')).CompanyHistory },
    ],
  },
  {
    name: 'customer-relations:index',
    path: '/core/customer-relations',
    also: ['/management/customer-relations'],
    title: 'core.customerRelations.title',
    load: async () =>
      (await import('./customer-relations/customer-relations-list.tsx')).CustomerRelationsList,
  },
  {
    name: 'customer-relations:create',
    path: '/core/customer-relations/create',
    also: ['/management/customer-relations/create'],
    title: 'core.customerRelations.create',
    load: async () =>
      (await import('./customer-relations/customer-relations-form.tsx')).CustomerRelationsCreate,
  },
  {
    name: 'customer-relations:update',
    path: '/core/customer-relations/{customerRelationId}/update',
    also: ['/management/customer-relations/{customerRelationId}/update'],
    title: 'core.customerRelations.update',
    load: async () =>
      (await import('./customer-relations/customer-relations-form.tsx')).CustomerRelationsUpdate,
  },
  {
    name: 'customer-relations:detail',
    path: '/core/customer-relations/{customerRelationId}',
    also: ['/management/customer-relations/{customerRelationId}'],
    title: 'core.customerRelations.one',
    load: async () =>
      (await import('./customer-relations/customer-relations-detail.tsx')).CustomerRelationsDetail,
    tabs: [
      {
        path: 'contact-persons',
        permission: 'core.contactpersons.read',
        load: async () => (await import('./contact-persons/contact-persons-list.tsx')).ContactPersonsList,
      },
      {
        path: 'history',
        load: async () => (await import('./history/history-tabs.tsx')).CustomerRelationHistory,
      },
    ],
  },
  {
    name: 'users:detail',
    path: '/management/companies/{companyId}/users/{userId}',
    title: 'core.users.one',
    load: async () => (await import('./users/users-detail.tsx')).UsersDetail,
    tabs: [
      {
        path: 'permissions',
        load: async () => (await import('./users/user-permissions.tsx')).UserPermissions,
      },
      { path: 'history', load: async () => (await import('./history/history-tabs.tsx')).UserHistory },
    ],
  },
  {
    name: 'groups:index',
    path: '/core/groups',
    title: 'core.groups.title',
    load: async () => (await import('./groups/groups-list.tsx')).GroupsList,
  },
  {
    name: 'groups:create',
    path: '/core/groups/create',
    title: 'core.groups.create',
    load: async () => (await import('./groups/groups-form.tsx')).GroupsCreate,
  },
  {
    name: 'groups:update',
    path: '/core/groups/{groupId}/update',
    title: 'core.groups.update',
    load: async () => (await import('./groups/groups-form.tsx')).GroupsUpdate,
  },
  {
    name: 'groups:detail',
    path: '/core/groups/{groupId}',
    title: 'core.groups.one',
    load: async () => (await import('./groups/groups-detail.tsx')).GroupsDetail,
    tabs: [
      {
        path: 'permissions',
        load: async () => (await import('./groups/group-tabs.tsx')).GroupPermissions,
      },
      { path: 'users', load: async () => (await import('./groups/group-tabs.tsx')).GroupUsers },
      { path: 'history', load: async () => (await import('./history/history-tabs.tsx')).GroupHistory },
    ],
  },
  {
    name: 'modules:index',
    path: '/core/modules',
    title: 'core.modules.title',
    load: async () => (await import('./modules/modules-list.tsx')).ModulesList,
  },
  {
    name: 'trash:index',
    path: '/management/trash',
    title: 'core.trash.title',
    load: async () => (await import('./trash/trash-list.tsx')).TrashList,
  },
  {
    name: 'status:index',
    path: '/management/status',
    title: 'core.status.title',
    suffix: 'system',
    load: async () => (await import('./status/status-page.tsx')).StatusPage,
  },
];
