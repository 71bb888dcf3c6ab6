import { expect, test } from 'vitest';
import { advisoryLocks } from './locks.ts';

test('the values stay what they are: processes of two versions share them', () => {
  const values = Object.entries(advisoryLocks).map(([name, lock]) => [
    name,
    typeof lock === 'function' ? lock('A', 'B', 'C') : lock,
  ]);
  expect(Object.fromEntries(values)).toEqual({
    migrations: 7261101,
    testTemplate: 7261102,
    backup: 7261103,
    signingKeys: 7261104,
    fullAccess: 7261104,
    prices: 7261185,
    demo: 7261217,
    releaseSettings: 'release settings',
    trash: 'trash A',
    mailbox: 'mailbox A',
    retry: 'retry A B',
    invoices: 'invoices A',
    absences: 'absences A',
    touchlessRules: 'touchless rules A',
    deliverySettings: 'delivery settings A',
    paymentSettings: 'payment settings A',
    payments: 'payments A',
    historySeals: 'history seals A',
    scim: 'scim A',
    identityProvider: 'identity provider A',
    identityDomain: 'identity domain A',
    orderTimer: 'order timer A',
    offerSettings: 'offer settings A',
    portalGroup: 'portal group A',
    updateKeys: 'update keys A',
    portalUser: 'portal user a',
    carpetDrawings: 'carpet-drawings A B',
    idempotencyKey: 'A B C',
  });
});
