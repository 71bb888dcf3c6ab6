import { expect, test } from 'vitest';
import { carpetOrders } from '../carpetline/orders.ts';
import { billingRuns } from '../billing/billing-runs.ts';
import { documents } from '../documents/documents.ts';
import { deliveries } from '../invoicing/deliveries.ts';
import { invoices } from '../invoicing/invoices.ts';
import { permissionCatalogue } from '../permissions.ts';
import { releases } from '../releases/releases.ts';
import { workOrders } from '../workorders/work-orders.ts';
import { entityOfEvent, eventEntities, eventTypeOf, eventTypes, urlOfEventRecord } from './events.ts';

test('every kind of record is a resource, with its permission name and path', () => {
  const resources = [documents, invoices, deliveries, workOrders, carpetOrders, releases, billingRuns];
  expect(eventEntities).toEqual(resources.map(({ permission: entity, path }) => ({ entity, path })));
});

test('every type of event is about records that somebody may have a right to read', () => {
  for (const type of eventTypes)
    expect(
      permissionCatalogue.some((permission) => permission.startsWith(`${entityOfEvent(type)}.read.`)),
      type,
    ).toBe(true);
});

test.each([
  ['fmmodule.documents', 'create', {}, 'document.created'],
  ['fmmodule.documents', 'split', {}, 'document.updated'],
  ['fmmodule.invoices', 'approve', { statusValue: 'ReadyForProcessing' }, 'invoice.approved'],
  ['fmmodule.invoices', 'approve', { statusValue: 'WaitForApproval' }, 'approval.given'],
  ['fmmodule.invoices', 'move-approval', {}, 'approval.changed'],
  ['fmmodule.invoices', 'constructor', {}, 'invoice.updated'],
  ['fmmodule.deliveries', 'retry', {}, null],
  ['comceptum.workorders', 'accept-offer', {}, 'offer.accepted'],
  ['core.users', 'create', {}, null],
  ['toString', 'create', {}, null],
])('%s %s %o is %s', (entity, verb, after, type) => {
  expect(eventTypeOf({ entity, verb, after })).toBe(type);
});

test('an event says where its record is read', () => {
  expect(urlOfEventRecord('fmmodule.invoices', 'x')).toBe('/api/fmmodule/invoices/x');
});
