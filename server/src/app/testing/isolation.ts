import {
  buildAdministration,
  buildGroup,
  buildModule,
  buildUser,
  giveModule,
} from '#server/features/core/testing/factories.ts';
import {
  buildContactPerson,
  buildRelation,
  buildSavedView,
} from '#server/features/core/testing/relations.ts';
import type { TestApp, TestClient } from './app.ts';
import { billingIsolation } from './isolation-billing.ts';
import { documentIsolation } from './isolation-documents.ts';
import { carpetlineIsolation, carpetlinePublicRoutes } from './isolation-carpetline.ts';
import { publicReleaseRoutes, releaseIsolation } from './isolation-releases.ts';
import { invoiceIsolation } from './isolation-invoices.ts';
import { triggerIsolation } from './isolation-triggers.ts';
import type { IsolationRow } from './isolation-row.ts';
import { offerPublicRoutes, workOrderIsolation } from './isolation-workorders.ts';

const json = (payload: object) => () => ({ payload });

const company = { name: 'X', domainName: 'x.example' };
const administration = { name: 'X', tag: 'X', coupling: 'csv' };
const itself = async (_balie: TestApp, theirs: TestClient) => theirs.companyId;
const theirAdministration = async (balie: TestApp, theirs: TestClient) =>
  (await buildAdministration(balie.db, theirs.companyId)).id;
const theirUser = async (balie: TestApp, theirs: TestClient) =>
  (await buildUser(balie.db, { companyId: theirs.companyId })).id;
const theirGroup = async (balie: TestApp, theirs: TestClient) =>
  (await buildGroup(balie.db, { companyId: theirs.companyId })).id;
const theirModule = async (balie: TestApp, theirs: TestClient) =>
  (await giveModule(balie.db, theirs.companyId, 'fmmodule')).id;
const user = { firstName: 'X', lastName: 'X', emailAddress: { address: 'x@x.example' } };
const theirRelation = async (balie: TestApp, theirs: TestClient) =>
  (await buildRelation(balie.db, theirs.companyId)).id;
const theirContactPerson = async (balie: TestApp, theirs: TestClient) => {
  const customerRelationId = await theirRelation(balie, theirs);
  return {
    customerRelationId,
    id: (await buildContactPerson(balie.db, theirs.companyId, customerRelationId)).id,
  };
};
const theirTrash = async (balie: TestApp, theirs: TestClient) => {
  const id = await theirRelation(balie, theirs);
  await balie.db
    .updateTable('customer_relations')
    .set({ deleted_at: balie.services.now().toISOString() })
    .where('id', '=', id)
    .execute();
  return { id };
};
const theirView = async (balie: TestApp, theirs: TestClient) => (await buildSavedView(balie.db, theirs)).id;

/** Five rows: the verbs of a plain resource. */
function plain(
  path: string,
  permission: string,
  foreign: NonNullable<IsolationRow['foreign']>,
  body: object,
): IsolationRow[] {
  const hasParent = path.includes(':');
  return [
    { method: 'GET', url: path, permission: `${permission}.read`, ...(hasParent ? { foreign } : {}) },
    { method: 'GET', url: `${path}/:id`, permission: `${permission}.read`, foreign },
    {
      method: 'POST',
      url: path,
      permission: `${permission}.create`,
      body: json(body),
      ...(hasParent ? { foreign } : {}),
    },
    { method: 'PUT', url: `${path}/:id`, permission: `${permission}.update`, foreign, body: json(body) },
    { method: 'DELETE', url: `${path}/:id`, permission: `${permission}.delete`, foreign },
  ];
}

/** Two rows: what can be read of a resource below a parent. */
function readOnly(
  path: string,
  permission: string,
  foreign: NonNullable<IsolationRow['foreign']>,
): IsolationRow[] {
  return [
    { method: 'GET', url: path, permission: `${permission}.read`, foreign },
    { method: 'GET', url: `${path}/:id`, permission: `${permission}.read`, foreign },
  ];
}

/** A row for every guarded route. */
export const isolation: readonly IsolationRow[] = [
  { method: 'GET', url: '/api/identity/events', permission: null },
  { method: 'GET', url: '/api/identity/me', permission: null },
  { method: 'PUT', url: '/api/identity/me', permission: null, body: json({ language: 'nl' }) },
  {
    method: 'POST',
    url: '/api/identity/password',
    permission: null,
    body: json({ currentPassword: 'x', newPassword: 'x' }),
  },
  ...plain('/api/core/companies', 'core.companies', itself, company),
  ...plain(
    '/api/core/companies/:companyId/administrations',
    'core.administrations',
    theirAdministration,
    administration,
  ),
  { method: 'GET', url: '/api/core/administrations', permission: 'core.administrations.read' },
  {
    method: 'POST',
    url: '/api/core/companies/:companyId/administrations/:id/test-mailbox',
    permission: 'core.administrations.update',
    foreign: theirAdministration,
    body: json({}),
  },
  ...plain('/api/core/companies/:companyId/users', 'core.users', theirUser, user),
  {
    method: 'GET',
    url: '/api/core/companies/:companyId/users/:id/permissions',
    permission: 'core.users.read',
    foreign: theirUser,
  },
  {
    method: 'GET',
    url: '/api/core/companies/:companyId/users/:id/invite',
    permission: 'core.users.read',
    foreign: theirUser,
  },
  {
    method: 'POST',
    url: '/api/core/companies/:companyId/users/:id/invite',
    permission: 'core.users.invite',
    foreign: theirUser,
  },
  {
    method: 'POST',
    url: '/api/core/companies/:companyId/users/:id/starting-password',
    permission: 'core.users.invite',
    foreign: theirUser,
  },
  { method: 'GET', url: '/api/core/users', permission: 'core.users.read' },
  ...readOnly('/api/core/companies/:companyId/modules', 'core.companymodules', theirModule),
  // Only the provider sells modules: for others it is refused before the record is looked at.
  {
    method: 'POST',
    url: '/api/core/companies/:companyId/modules',
    permission: 'core.companymodules.create',
    foreign: theirModule,
    foreignStatus: 403,
    body: json({ moduleId: 'x' }),
  },
  {
    method: 'DELETE',
    url: '/api/core/companies/:companyId/modules/:id',
    permission: 'core.companymodules.delete',
    foreign: theirModule,
    foreignStatus: 403,
  },
  ...plain('/api/core/groups', 'core.groups', theirGroup, { name: 'X' }),
  {
    method: 'POST',
    url: '/api/core/groups/:id/copy',
    permission: 'core.groups.copy',
    foreign: theirGroup,
    body: json({ name: 'X' }),
  },
  ...plain('/api/core/modules', 'core.modules', async (balie) => (await buildModule(balie.db)).id, {
    name: 'X',
    code: 'fm',
  }),
  { method: 'GET', url: '/api/core/permissions', permission: 'core.permissions.read' },
  ...plain('/api/core/customer-relations', 'core.customerrelations', theirRelation, { name: 'X' }),
  {
    method: 'GET',
    url: '/api/core/customer-relations/duplicates',
    permission: 'core.customerrelations.read',
  },
  { method: 'GET', url: '/api/core/customer-relations/export', permission: 'core.customerrelations.read' },
  {
    method: 'GET',
    url: '/api/core/customer-relations/:customerRelationId/contact-persons/export',
    permission: 'core.contactpersons.read',
    foreign: theirRelation,
  },
  { method: 'GET', url: '/api/core/companies/export', permission: 'core.companies.read' },
  {
    method: 'GET',
    url: '/api/core/companies/:companyId/administrations/export',
    permission: 'core.administrations.read',
    foreign: itself,
  },
  {
    method: 'GET',
    url: '/api/core/companies/:companyId/users/export',
    permission: 'core.users.read',
    foreign: itself,
  },
  {
    method: 'GET',
    url: '/api/core/companies/:companyId/modules/export',
    permission: 'core.companymodules.read',
    foreign: itself,
  },
  { method: 'GET', url: '/api/core/groups/export', permission: 'core.groups.read' },
  { method: 'GET', url: '/api/core/modules/export', permission: 'core.modules.read' },
  { method: 'POST', url: '/api/core/customer-relations/import', permission: 'core.customerrelations.import' },
  {
    method: 'POST',
    url: '/api/core/customer-relations/import/preview',
    permission: 'core.customerrelations.import',
  },
  ...plain(
    '/api/core/customer-relations/:customerRelationId/contact-persons',
    'core.contactpersons',
    theirContactPerson,
    { firstName: 'X', lastName: 'X' },
  ),
  // Each asks inside for the right to what is named or found.
  { method: 'GET', url: '/api/core/history', permission: null },
  { method: 'GET', url: '/api/core/search', permission: null },
  { method: 'GET', url: '/api/core/trash', permission: 'core.trash.read' },
  { method: 'GET', url: '/api/core/trash/export', permission: 'core.trash.read' },
  {
    method: 'POST',
    url: '/api/core/trash/:entity/:id/restore',
    permission: 'core.trash.restore',
    fixed: { entity: 'core.customerrelations' },
    also: ['core.customerrelations.create.company'],
    foreign: theirTrash,
  },
  { method: 'GET', url: '/api/core/saved-views', permission: null },
  { method: 'GET', url: '/api/core/saved-views/:id', permission: null, foreign: theirView },
  {
    method: 'POST',
    url: '/api/core/saved-views',
    permission: null,
    body: json({ screen: 'x', name: 'X', state: {} }),
  },
  {
    method: 'PUT',
    url: '/api/core/saved-views/:id',
    permission: null,
    foreign: theirView,
    body: json({ name: 'X', state: {} }),
  },
  { method: 'DELETE', url: '/api/core/saved-views/:id', permission: null, foreign: theirView },
  ...invoiceIsolation,
  ...documentIsolation,
  ...workOrderIsolation,
  ...carpetlineIsolation,
  ...triggerIsolation,
  ...billingIsolation,
  ...releaseIsolation,
];

/** The routes that need no token; each has tests of its own for wrong, expired and foreign secrets. */
export const publicRoutes: readonly string[] = [
  ...offerPublicRoutes,
  ...publicReleaseRoutes,
  ...carpetlinePublicRoutes,
  'GET /healthz',
  'GET /readyz',
  'GET /openapi.json',
  // Sign-in: features/identity/sign-in.test.ts and sign-in.pages.test.ts.
  'GET /oidc/assets/sign-in.css',
  'GET /oidc/assets/sign-in.js',
  ...['GET', 'POST'].map((method) => `${method} /oidc/interaction/:uid`),
  ...['GET', 'POST', 'OPTIONS'].map((method) => `${method} /oidc/*`),
  // Only clears what the browser keeps: app/headers.test.ts.
  'POST /signed-out',
  // Invitations and forgotten passwords: features/identity/links/account.routes.test.ts.
  ...['invitation/:token', 'password/:token', 'forgotten'].flatMap((page) =>
    ['GET', 'POST'].map((method) => `${method} /oidc/account/${page}`),
  ),
];
