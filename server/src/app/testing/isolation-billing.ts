import { buildAdministration } from '#server/features/core/testing/factories.ts';
import {
  buildCredit,
  buildCustomerAgreement,
  buildFinalInvoice,
  buildPriceAgreement,
  buildSettings,
} from '#server/features/billing/testing/billing.ts';
import type { IsolationRow } from './isolation-row.ts';

const json = (payload: object) => () => ({ payload });
type Foreign = NonNullable<IsolationRow['foreign']>;

const itself: Foreign = async (_balie, theirs) => theirs.companyId;
const theirAdministration: Foreign = async (balie, theirs) =>
  (await buildAdministration(balie.db, theirs.companyId)).id;
const theirAgreement: Foreign = async (balie, theirs) =>
  (await buildCustomerAgreement(balie.db, theirs.companyId)).id;
const anyAgreement: Foreign = async (balie) => (await buildPriceAgreement(balie.db)).id;
const theirSettings: Foreign = async (balie, theirs) => {
  await balie.db.deleteFrom('customer_settings').where('company_id', '=', theirs.companyId).execute();
  await buildSettings(balie.db, theirs.companyId, null);
  return theirs.companyId;
};

const theirInvoice: Foreign = async (balie, theirs) => {
  const { id, runId } = await buildFinalInvoice(balie.db, theirs.companyId);
  return { id, runId };
};

const theirCredit: Foreign = async (balie, theirs) => buildCredit(balie.db, theirs.companyId);

const customers = 'fm.customers.read';
const prices = 'fm.priceagreements';
const settings = 'fm.settings';
const report = 'fm.report.read';
const own = 'fmmodule.usage.read';
const agreement = { name: 'X', priceAgreementType: 1, price: 100, isVariable: false, cycleInMonths: 1 };
const assigned = { priceAgreementId: 'x' };
const chosen = { subscriptionType: 2 };
// Prices and settings are the provider's: a right of one's own company is refused before any record is looked at.
const foreignStatus = 403;

const read = (url: string, permission: string, foreign?: Foreign): IsolationRow => ({
  method: 'GET',
  url,
  permission,
  ...(foreign ? { foreign } : {}),
});
const write = (
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  permission: string,
  foreign: Foreign,
  body?: object,
): IsolationRow => ({
  method,
  url,
  permission,
  foreign,
  foreignStatus,
  ...(body ? { body: json(body) } : {}),
});

const runs = '/api/fm/billing-runs';
const billing = 'fm.billing';
const seller = {
  name: 'X',
  street: 'X',
  zipCode: 'X',
  city: 'X',
  kvkNumber: '12345678',
  vatId: 'NL123456782B01',
  iban: 'NL91ABNA0417164300',
  vatPercentage: 21,
  paymentDays: 30,
};
const refused = (
  method: IsolationRow['method'],
  urls: readonly string[],
  verb: string,
  body?: object,
): IsolationRow[] =>
  urls.map((url) => ({
    method,
    url,
    permission: `${billing}.${verb}`,
    foreign: theirInvoice,
    foreignStatus,
    ...(body ? { body: json(body) } : {}),
  }));

/** Rows of customers, prices, billing and the report. */
export const billingIsolation: readonly IsolationRow[] = [
  read('/api/fm/companies', customers),
  read('/api/fm/companies/export', customers),
  read('/api/fm/companies/:id', customers, itself),
  read('/api/fm/companies/:companyId/administrations', customers, itself),
  read('/api/fm/companies/:companyId/administrations/:id', customers, theirAdministration),
  read('/api/fm/companies/:companyId/administrations/export', customers, itself),
  read('/api/fm/administrations/export', customers),
  {
    method: 'PUT',
    url: '/api/fm/administrations/:id',
    permission: 'core.administrations.update',
    foreign: theirAdministration,
    body: json({ name: 'X', tag: 'X', coupling: 'csv' }),
  },
  read('/api/fm/administrations', customers),
  read('/api/fm/administrations/:id', customers, theirAdministration),
  read('/api/fm/companies/:companyId/settings', `${settings}.read`, theirSettings),
  read('/api/fm/companies/:companyId/settings/:id', `${settings}.read`, theirSettings),
  write('POST', '/api/fm/companies/:companyId/settings', `${settings}.update`, itself, chosen),
  write('PUT', '/api/fm/companies/:companyId/settings/:id', `${settings}.update`, theirSettings, chosen),
  read('/api/fm/settings', `${settings}.read`),
  read('/api/fm/settings/:id', `${settings}.read`, theirSettings),
  {
    method: 'POST',
    url: '/api/fm/settings',
    permission: `${settings}.update`,
    body: json({ ...chosen, companyId: 'x' }),
  },
  write('PUT', '/api/fm/settings/:id', `${settings}.update`, theirSettings, chosen),
  read('/api/fm/price-agreements', `${prices}.read`),
  read('/api/fm/price-agreements/export', `${prices}.read`),
  read('/api/fm/price-agreements/:id', `${prices}.read`, anyAgreement),
  { method: 'POST', url: '/api/fm/price-agreements', permission: `${prices}.create`, body: json(agreement) },
  write('PUT', '/api/fm/price-agreements/:id', `${prices}.update`, anyAgreement, agreement),
  write('DELETE', '/api/fm/price-agreements/:id', `${prices}.delete`, anyAgreement),
  ...['/api/fm/companies/:companyId/price-agreements', '/api/fm/price-agreements-customer'].flatMap(
    (url): IsolationRow[] => [
      read(url, `${prices}.read`, url.includes(':') ? itself : undefined),
      read(`${url}/:id`, `${prices}.read`, theirAgreement),
      url.includes(':')
        ? write('POST', url, `${prices}.create`, itself, assigned)
        : {
            method: 'POST',
            url,
            permission: `${prices}.create`,
            body: json({ ...assigned, companyId: 'x' }),
          },
      write('PUT', `${url}/:id`, `${prices}.update`, theirAgreement, assigned),
      write('DELETE', `${url}/:id`, `${prices}.delete`, theirAgreement),
    ],
  ),
  read('/api/fm/companies/:companyId/invoices', customers, itself),
  read('/api/fm/invoices/companies/:companyId', customers, itself),
  read('/api/fm/companies/:companyId/usage-documents', customers, itself),
  read('/api/fm/companies/:companyId/usage-documents/export', customers, itself),
  read('/api/fmmodule/usage', own),
  read('/api/fmmodule/usage/documents', own),
  read('/api/fmmodule/usage/documents/export', own),
  ...['/api/fm/reports', '/api/fm/processeddocuments'].flatMap((url) => [
    read(url, report),
    read(`${url}/export`, report),
  ]),
  read('/api/fm/reports/usage', report),
  // Runs are the provider's, of no tenant.
  ...refused(
    'GET',
    ['', '/export'].map((end) => `${runs}/:runId/invoices${end}`),
    'read',
  ),
  ...refused(
    'GET',
    ['', '/export', '/:id', '/:id/pdf', '/:id/ubl'].map((end) => `${runs}/:runId/credits${end}`),
    'read',
  ),
  ...refused('POST', [`${runs}/:runId/credits`], 'finalise', {
    invoiceId: '00000000-0000-7000-8000-000000000000',
    reason: 'X',
  }),
  ...refused(
    'GET',
    ['', '/pdf', '/ubl'].map((end) => `${runs}/:runId/invoices/:id${end}`),
    'read',
  ),
  ...refused('GET', [`${runs}/:id`, `${runs}/:id/verify`], 'read'),
  ...refused(
    'POST',
    ['recalculate', 'review', 'reopen'].map((step) => `${runs}/:id/${step}`),
    'create',
    {},
  ),
  ...refused('POST', [`${runs}/:id/finalise`], 'finalise', {}),
  { method: 'GET', url: runs, permission: `${billing}.read` },
  { method: 'POST', url: runs, permission: `${billing}.create`, body: json({ period: '2026-10' }) },
  ...refused('DELETE', [`${runs}/:id`], 'delete'),
  { method: 'GET', url: '/api/fm/billing-settings', permission: `${billing}.read` },
  { method: 'PUT', url: '/api/fm/billing-settings', permission: `${billing}.finalise`, body: json(seller) },
  ...['', '/export'].map((end) => read(`/api/fmmodule/usage/credits${end}`, own)),
  ...['', '/pdf', '/ubl'].map((end) => read(`/api/fmmodule/usage/credits/:id${end}`, own, theirCredit)),
  read('/api/fmmodule/usage/invoices', own),
  ...['', '/pdf', '/ubl'].map((end) => read(`/api/fmmodule/usage/invoices/:id${end}`, own, theirInvoice)),
];
