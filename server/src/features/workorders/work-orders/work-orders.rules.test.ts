import { expect, test } from 'vitest';
import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import {
  mayChangeParts,
  mayDelete,
  statusAfterAcceptedOffer,
  statusAfterOffer,
} from './work-orders.rules.ts';

const { Offer, Design, Concept, Production, Done, Invoiced } = WorkOrderStatus;
const statuses = Object.values(WorkOrderStatus);

test('only an invoiced order keeps its lines and hours, and is not deleted', () => {
  expect(statuses.filter((status) => !mayChangeParts(status))).toEqual([Invoiced]);
  expect(statuses.filter((status) => !mayDelete(status))).toEqual([Invoiced]);
});

test('an offer changes the status of a new order only', () => {
  const after = [Offer, Offer, Design, Concept, Production, Done, Invoiced];
  expect(statuses.map(statusAfterOffer)).toEqual(after);
});

test('an accepted offer brings an order to design, never back', () => {
  const after = [Design, Design, Design, Concept, Production, Done, Invoiced];
  expect(statuses.map(statusAfterAcceptedOffer)).toEqual(after);
});
