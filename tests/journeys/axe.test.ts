import { expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser.ts';
import { addRelation, firstOf, lookAtScreens, openFirst, watch } from '../support/looks.ts';
import { browser, product, openStage } from '../support/stage.ts';

openStage();

// Every screen in Dutch and light, and in English and dark: axe finds nothing serious, nothing scrolls sideways, and
// every text is a text.
const screens = [
  '/',
  '/fmmodule/invoices',
  '/management/companies',
  '/management/companies/create',
  '/core/groups',
  '/core/groups/create',
  '/core/modules',
  '/core/customer-relations',
  '/core/customer-relations/create',
  '/management/trash',
  '/account/password',
  '/account/security',
  '/fmmodule/invoicerecognition',
  '/fmmodule/intake-log',
  '/fmmanagement/documents',
  '/fmmanagement/triggers',
  '/fmmanagement/board',
  '/comceptum/workorders',
  '/comceptum/workorders/create',
  '/comceptum/export-times',
  '/comceptum/timesheets',
  '/carpetline/orders',
  '/carpetline/orders/create',
  '/carpetline/board',
  '/carpetline/closing-days',
  '/carpetline/semi-finishes',
  '/carpetline/semi-finishes/create',
  '/carpetline/user-customer-relations',
  '/carpetline/user-customer-relations/create',
  '/fm/releases',
  '/fm/customers',
  '/fm/price-agreements',
  '/fm/report',
  '/fm/billing-runs',
  '/fm/billing-settings',
  '/fmmodule/usage',
  '/fmmodule/archive',
  '/fmmodule/creditors',
  '/fmmodule/touchless',
  '/fmmodule/payments',
  '/fmmodule/payment-settings',
  '/404',
];

test(
  'axe finds nothing serious on any screen, and nothing scrolls sideways at any width',
  { timeout: 1_200_000 },
  async () => {
    const relation = await addRelation(product);
    const { page, close } = await newPerson(browser);
    const watched = watch(page);
    await signIn(page, product, 'generic', 'beheer@balie.example');
    const company = await openFirst(watched, '/management/companies', 'administrations');
    const user = await openFirst(watched, `${company}/users`, 'permissions');
    const group = await openFirst(watched, '/core/groups', 'permissions');
    const customer = await openFirst(watched, '/fm/customers', 'administrations');
    const tabs = [
      ...['administrations', 'users', 'modules', 'programs', 'sign-in', 'audit', 'history', 'update'].map(
        (tab) => `${company}/${tab}`,
      ),
      ...['permissions', 'history'].map((tab) => `${user}/${tab}`),
      ...['permissions', 'users', 'history', 'update'].map((tab) => `${group}/${tab}`),
      ...['contact-persons', 'history', 'update'].map((tab) => `${relation}/${tab}`),
      await firstOf(watched, '/fm/releases'),
      ...['administrations', 'price-agreements', 'invoices', 'update-keys', 'history'].map(
        (tab) => `${customer}/${tab}`,
      ),
    ];
    expect(await lookAtScreens(watched, [...screens, ...tabs])).toEqual([]);
    await close();
  },
);
