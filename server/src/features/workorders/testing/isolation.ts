import type { BuildForeign, Isolation } from '#server/app/testing/isolation-types.ts';
import { newId } from '#server/platform/db/ids.ts';
import { buildLine, buildOffer, buildOrder, buildTime } from './factories.ts';

const order: BuildForeign = async ({ db }, { companyId }) => (await buildOrder(db, { companyId })).id;
const line: BuildForeign = async ({ db }, { companyId }) => {
  const workOrder = await buildOrder(db, { companyId });
  return { workOrderId: workOrder.id, ...(await buildLine(db, workOrder)) };
};
const time: BuildForeign = async ({ db }, { companyId, userId }) => {
  const workOrder = await buildOrder(db, { companyId });
  return { workOrderId: workOrder.id, ...(await buildTime(db, workOrder, { user_id: userId })) };
};
const offer: BuildForeign = async ({ db }, { companyId }) => {
  const workOrder = await buildOrder(db, { companyId });
  return { workOrderId: workOrder.id, ...(await buildOffer(db, workOrder)) };
};

const orders = '/api/comceptum/workorders';
const lineBody = { description: 'X' };
const timeBody = { userId: 'x', startTime: '2026-11-21T08:00:00Z', endTime: '2026-11-21T09:00:00Z' };
const offerBody = { lines: [{ orderLineId: newId() }] };
const readsOrder = ['comceptum.workorders.read'];

export const workOrderIsolation: Isolation = {
  foreign: {
    [`${orders}/:id`]: order,
    [`${orders}/:workOrderId`]: order,
    [`${orders}/:workOrderId/lines/:id`]: line,
    [`${orders}/:workOrderId/times/:id`]: time,
    [`${orders}/:workOrderId/offers/:id`]: offer,
    '/api/comceptum/orderlines/:id': line,
    '/api/comceptum/ordertimes/:id': time,
    '/api/comceptum/timesheets/:id': async (_, { userId }) => userId,
  },
  bodies: {
    [orders]: { administrationId: 'x', reference: 'X' },
    [`${orders}/:workOrderId/lines`]: lineBody,
    [`${orders}/:workOrderId/times`]: timeBody,
    '/api/comceptum/orderlines': { ...lineBody, workOrderId: newId() },
    '/api/comceptum/ordertimes': { ...timeBody, workOrderId: newId() },
    '/api/comceptum/timer': { workOrderId: 'x' },
    '/api/comceptum/timesheets/copy-week': { startDate: '2026-11-16', workOrderIds: ['x'] },
    [`${orders}/:workOrderId/offers`]: offerBody,
    [`${orders}/:workOrderId/offers/preview`]: offerBody,
    [`${orders}/:workOrderId/offers/:id/send`]: { to: ['x@x.example'], subject: 'X', text: 'X' },
    [`${orders}/:id/send-offer`]: { orderLineIds: [newId()] },
    '/api/comceptum/offer-settings': { name: 'X' },
  },
  // The child records of an order are read with it only.
  also: {
    'comceptum.orderlines': readsOrder,
    'comceptum.workordertimes': readsOrder,
    'comceptum.offers': readsOrder,
  },
  // The customer's pages of offers: features/workorders/offer-page/offer-page.routes.test.ts.
  publicRoutes: [
    'GET /offer/assets/offer.css',
    'GET /offer/assets/offer.js',
    'GET /offer/',
    'GET /offer/*',
    'GET /offer/:token',
    'GET /offer/:token/accept',
    'GET /offer/:token/decline',
    'GET /offer/:token/calculate',
    'GET /offer/:token/pdf',
    'GET /offer/:token/logo',
    'POST /offer/:token/accept',
    'POST /offer/:token/decline',
    'POST /offer/:token/calculate',
  ],
};
