import type { BuildForeign, Isolation } from '#server/app/testing/isolation-types.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import {
  buildCredit,
  buildCustomerAgreement,
  buildFinalInvoice,
  buildOneOff,
  buildPriceAgreement,
  buildSettings,
} from '#server/features/billing/testing/billing.ts';

const company: BuildForeign = async (_app, theirs) => theirs.companyId;
const administration: BuildForeign = async ({ db }, theirs) =>
  (await buildAdministration(db, theirs.companyId)).id;
const agreement: BuildForeign = async ({ db }, theirs) =>
  (await buildCustomerAgreement(db, theirs.companyId)).id;
const settings: BuildForeign = async ({ db }, { companyId }) => {
  await db.deleteFrom('customer_settings').where('company_id', '=', companyId).execute();
  await buildSettings(db, companyId, null);
  return companyId;
};
const oneOff: BuildForeign = async ({ db }, theirs) => buildOneOff(db, theirs.companyId);
const invoice: BuildForeign = async ({ db }, theirs) => {
  const { id, runId } = await buildFinalInvoice(db, theirs.companyId);
  return { id, runId };
};
const credit: BuildForeign = async ({ db }, theirs) => buildCredit(db, theirs.companyId);

const companies = '/api/fm/companies/:companyId';
const runs = '/api/fm/billing-runs';
const assigned = { priceAgreementId: 'x' };
const provider = "only the provider's people: a permission of one company is refused";

export const billingIsolation: Isolation = {
  foreign: {
    '/api/fm/companies/:id': company,
    [companies]: company,
    [`${companies}/administrations/:id`]: administration,
    [`${companies}/settings/:id`]: settings,
    [`${companies}/price-agreements/:id`]: agreement,
    [`${companies}/one-off-lines/:id`]: oneOff,
    [`${companies}/issued-invoices/:id`]: async (app, theirs) => {
      const { id } = await buildFinalInvoice(app.db, theirs.companyId);
      return id;
    },
    '/api/fm/administrations/:id': administration,
    '/api/fm/settings/:id': settings,
    '/api/fm/price-agreements/:id': async ({ db }) => (await buildPriceAgreement(db)).id,
    '/api/fm/price-agreements-customer/:id': agreement,
    '/api/fm/invoices/companies/:companyId': company,
    [`${runs}/:id`]: invoice,
    [`${runs}/:runId`]: invoice,
    [`${runs}/:runId/invoices/:id`]: invoice,
    [`${runs}/:runId/credits/:id`]: invoice,
    '/api/fmmodule/usage/invoices/:id': invoice,
    '/api/fmmodule/usage/credits/:id': credit,
  },
  bodies: {
    [`${companies}/settings`]: { subscriptionType: 2 },
    [`${companies}/price-agreements`]: assigned,
    [`${companies}/one-off-lines`]: { description: 'X', quantity: 1, price: 100, day: '2026-10-01' },
    '/api/fm/administrations': { name: 'X', tag: 'X', coupling: 'csv' },
    '/api/fm/settings': { subscriptionType: 2, companyId: 'x' },
    '/api/fm/price-agreements': {
      name: 'X',
      priceAgreementType: 1,
      price: 100,
      isVariable: false,
      cycleInMonths: 1,
    },
    '/api/fm/price-agreements-customer': { ...assigned, companyId: 'x' },
    [runs]: { period: '2026-10' },
    [`${companies}/issued-invoices/:id/mail`]: { to: 'a@example.com' },
    [`${companies}/issued-invoices/:id/paid`]: { paidOn: '2026-01-01' },
    [`${runs}/:runId/credits`]: { invoiceId: '00000000-0000-7000-8000-000000000000', reason: 'X' },
    '/api/fm/billing-settings': {
      name: 'X',
      street: 'X',
      zipCode: 'X',
      city: 'X',
      kvkNumber: '12345678',
      vatId: 'NL123456782B01',
      iban: 'NL91ABNA0417164300',
      vatPercentage: 21,
      paymentDays: 30,
    },
  },
  refused: {
    'fm.billing': provider,
    'fm.settings.update': provider,
    'fm.priceagreements.create': provider,
    'fm.priceagreements.update': provider,
    'fm.priceagreements.delete': provider,
  },
};
