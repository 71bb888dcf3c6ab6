import { expect, test } from 'vitest';
import { brandOf } from './invite.rules.ts';

test.each([
  [
    'what the person may use',
    ['fmmodule.invoices.read.company', 'core.users.read.company'],
    ['carpetline'],
    'fm',
  ],
  ['of a portal user', ['carpetline.orders.read.user'], ['carpetline', 'comceptum'], 'carpetline'],
  ['what the company uses', ['core.users.read.company'], ['fm', 'fmmodule'], 'fm'],
  ['of work orders', ['comceptum.workorders.read.user'], [], 'generic'],
  ['of two brands none', ['fmmodule.invoices.read.company', 'carpetline.orders.read.user'], [], null],
  ['without anything none', [], [], null],
] as const)('the brand is that of %s', (_, permissions, modules, brand) => {
  expect(brandOf(permissions, modules)).toBe(brand);
});
